# The library: headers, C++20, and Boost.Hana for nn. Nothing else is asked of a program that links it.
add_library(tenon INTERFACE)
add_library(tenon::tenon ALIAS tenon)

file(GLOB_RECURSE tenon_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/tenon/*.hpp")
target_sources(tenon INTERFACE
  FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/include" FILES ${tenon_headers})
target_compile_features(tenon INTERFACE cxx_std_20)

include("${CMAKE_CURRENT_LIST_DIR}/tenon_boost.cmake")
tenon_use_boost(tenon)
if(NOT TENON_BOOST_INCLUDE_DIR)
  message(WARNING
    "Tenon: Boost 1.70 or newer was not found. <tenon/tenon.hpp> and <tenon/nn/...> need its headers "
    "(Debian, Ubuntu: libboost-dev); the floors below nn work without.")
endif()
