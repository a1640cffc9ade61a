# tenon_use_boost(target): gives an INTERFACE or imported target the folder of Boost's headers, and no more: Boost::headers
# defines BOOST_ALL_NO_LIB in every program that links it, where it comes from Boost's own package file. Sets
# TENON_BOOST_INCLUDE_DIR, which is false where there is no Boost that is new enough.
function(tenon_use_boost target)
  if(POLICY CMP0167)
    cmake_policy(SET CMP0167 NEW) # Boost's own package file
  endif()
  find_package(Boost 1.70 QUIET)
  find_path(TENON_BOOST_INCLUDE_DIR boost/hana.hpp HINTS ${Boost_INCLUDE_DIRS})
  mark_as_advanced(TENON_BOOST_INCLUDE_DIR)
  if(TENON_BOOST_INCLUDE_DIR AND NOT Boost_FOUND) # headers alone, without a package file
    file(STRINGS "${TENON_BOOST_INCLUDE_DIR}/boost/version.hpp" version REGEX "define BOOST_VERSION ")
    string(REGEX MATCH "[0-9]+" version "${version}")
    if(version LESS 107000)
      set(TENON_BOOST_INCLUDE_DIR "" CACHE PATH "The folder that holds boost/hana.hpp" FORCE)
    endif()
  endif()
  if(TENON_BOOST_INCLUDE_DIR)
    target_include_directories(${target} SYSTEM INTERFACE $<BUILD_INTERFACE:${TENON_BOOST_INCLUDE_DIR}>)
  endif()
endfunction()
