# Configures the project with CMAKE_VERIFY_INTERFACE_HEADER_SETS, and verifies the headers for other libraries: TARGETS.
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE failed OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(failed)
    message(FATAL_ERROR "${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()
run("${CMAKE_COMMAND}" -S "${SOURCE}" -B "${BUILD}" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}"
  -DCMAKE_VERIFY_INTERFACE_HEADER_SETS=ON -DTENON_BUILD_TESTS=OFF -DTENON_BUILD_COMPILE_FAIL_TESTS=OFF
  -DTENON_BUILD_EXAMPLES=OFF)
file(GLOB_RECURSE listed "${BUILD}/tenon_verify_interface_header_sets/*")
if(listed MATCHES "(eigen|openmp)[.]hpp" OR NOT listed MATCHES "tensor[.]hpp")
  message(FATAL_ERROR "tenon itself would verify: ${listed}")
endif()
if(TARGETS)
  run("${CMAKE_COMMAND}" --build "${BUILD}" --target ${TARGETS})
endif()
