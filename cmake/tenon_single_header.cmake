# The target tenon_single_header: <build folder>/single/tenon_single.hpp, all of <tenon/tenon.hpp> in one file.
# With TENON_SINGLE_HEADER it is made by every build, and installed beside tenon/.
find_package(Python3 QUIET COMPONENTS Interpreter)
if(NOT Python3_Interpreter_FOUND)
  if(TENON_SINGLE_HEADER)
    message(FATAL_ERROR "Tenon: TENON_SINGLE_HEADER needs Python 3 (Debian, Ubuntu: python3).")
  endif()
  return()
endif()

set(tenon_single_header "${PROJECT_BINARY_DIR}/single/tenon_single.hpp")
add_custom_command(OUTPUT "${tenon_single_header}"
  COMMAND Python3::Interpreter "${PROJECT_SOURCE_DIR}/tools/make_single_header.py"
    --version "${PROJECT_VERSION}" --output "${tenon_single_header}"
  DEPENDS "${PROJECT_SOURCE_DIR}/tools/make_single_header.py" "${PROJECT_SOURCE_DIR}/LICENSE" ${tenon_headers}
  COMMENT "Making tenon_single.hpp" VERBATIM)

if(TENON_SINGLE_HEADER)
  add_custom_target(tenon_single_header ALL DEPENDS "${tenon_single_header}")
  if(TENON_INSTALL)
    install(FILES "${tenon_single_header}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  endif()
else()
  add_custom_target(tenon_single_header DEPENDS "${tenon_single_header}")
endif()
