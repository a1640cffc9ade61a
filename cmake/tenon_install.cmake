# `cmake --install`: the headers, and a package for find_package(tenon) that also offers tenon_add_compile_fail_test().
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(tenon_package_dir "${CMAKE_INSTALL_DATADIR}/cmake/tenon")

install(TARGETS tenon EXPORT tenon_targets FILE_SET HEADERS FILE_SET for_other_libraries)
install(EXPORT tenon_targets FILE tenon-targets.cmake NAMESPACE tenon:: DESTINATION "${tenon_package_dir}")

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/tenon-config.cmake.in"
  "${PROJECT_BINARY_DIR}/package/tenon-config.cmake" INSTALL_DESTINATION "${tenon_package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/package/tenon-config-version.cmake"
  COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
install(FILES
  "${PROJECT_BINARY_DIR}/package/tenon-config.cmake"
  "${PROJECT_BINARY_DIR}/package/tenon-config-version.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/tenon_boost.cmake"
  "${PROJECT_SOURCE_DIR}/cmake/tenon_compile_fail_test.cmake"
  DESTINATION "${tenon_package_dir}")
install(PROGRAMS "${PROJECT_SOURCE_DIR}/cmake/compile_fail_test.py" DESTINATION "${tenon_package_dir}")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
