# The library: headers, C++20, and Boost.Hana for nn. Nothing else is asked of a program that links it.
add_library(tenon INTERFACE)
add_library(tenon::tenon ALIAS tenon)

file(GLOB_RECURSE tenon_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/tenon/*.hpp")
# Headers for other libraries, which a program that includes them links itself.
set(tenon_eigen_header "${PROJECT_SOURCE_DIR}/include/tenon/interop/eigen.hpp")
set(tenon_openmp_header "${PROJECT_SOURCE_DIR}/include/tenon/threads/openmp.hpp")
set(tenon_own_headers ${tenon_headers})
list(REMOVE_ITEM tenon_own_headers "${tenon_eigen_header}" "${tenon_openmp_header}")
target_sources(tenon INTERFACE
  FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/include" FILES ${tenon_own_headers}
  FILE_SET for_other_libraries TYPE HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/include"
    FILES "${tenon_eigen_header}" "${tenon_openmp_header}")

# With CMAKE_VERIFY_INTERFACE_HEADER_SETS each is verified, those for other libraries where these are found.
set_target_properties(tenon PROPERTIES INTERFACE_HEADER_SETS_TO_VERIFY HEADERS)
function(tenon_verify_header name header library)
  if(TARGET ${library})
    add_library(${name} INTERFACE)
    target_sources(${name} INTERFACE FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/include" FILES "${header}")
    target_link_libraries(${name} INTERFACE tenon ${library})
  endif()
endfunction()
if(CMAKE_VERIFY_INTERFACE_HEADER_SETS)
  find_package(Eigen3 QUIET NO_MODULE)
  find_package(OpenMP QUIET COMPONENTS CXX)
  tenon_verify_header(tenon_with_eigen "${tenon_eigen_header}" Eigen3::Eigen)
  tenon_verify_header(tenon_with_openmp "${tenon_openmp_header}" OpenMP::OpenMP_CXX)
endif()
target_compile_features(tenon INTERFACE cxx_std_20)

include("${CMAKE_CURRENT_LIST_DIR}/tenon_boost.cmake")
tenon_use_boost(tenon)
if(NOT TENON_BOOST_INCLUDE_DIR)
  message(WARNING
    "Tenon: Boost 1.70 or newer was not found. <tenon/tenon.hpp> and <tenon/nn/...> need its headers "
    "(Debian, Ubuntu: libboost-dev); the floors below nn work without.")
endif()
