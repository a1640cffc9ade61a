# tenon_add_compile_fail_test(NAME name SOURCES file... [LINK_LIBRARIES target...] [COMPILERS compiler...]
#                             [COMPILE_OPTIONS flag...] [MAX_LINES n] [EACH])
#
# Tests that the wrong lines of the case files are refused with the sentences that stand beside them; compile_fail_test.py
# says how a case file is written. One test per file and compiler, named compile_fail.<name>.<file>.<compiler>, with the
# label `compile_fail`: `ctest -L compile_fail` runs them alone.
#   LINK_LIBRARIES  whose include directories and definitions the cases need (default: tenon::tenon)
#   COMPILERS       GCC or clang commands (default: the project's own compiler)
#   MAX_LINES       lines of output that an error may take (default: 12)
#   EACH            compile each wrong line alone as well: slower, and stricter
include_guard(GLOBAL)
set(TENON_COMPILE_FAIL_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/compile_fail_test.py" CACHE INTERNAL "")

function(tenon_add_compile_fail_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "EACH" "NAME;MAX_LINES" "SOURCES;LINK_LIBRARIES;COMPILERS;COMPILE_OPTIONS")
  if(NOT arg_NAME OR NOT arg_SOURCES)
    message(FATAL_ERROR "tenon_add_compile_fail_test: NAME and SOURCES are needed")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tenon_add_compile_fail_test: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
  endif()
  find_package(Python3 QUIET COMPONENTS Interpreter)
  if(NOT Python3_Interpreter_FOUND)
    message(FATAL_ERROR "tenon_add_compile_fail_test: Python 3 is needed to run compile-fail tests")
  endif()
  if(NOT arg_LINK_LIBRARIES)
    set(arg_LINK_LIBRARIES tenon::tenon)
  endif()
  if(NOT arg_COMPILERS)
    set(arg_COMPILERS "${CMAKE_CXX_COMPILER}")
  endif()

  set(flags "")
  foreach(library IN LISTS arg_LINK_LIBRARIES)
    set(directories "$<TARGET_PROPERTY:${library},INTERFACE_INCLUDE_DIRECTORIES>")
    set(definitions "$<TARGET_PROPERTY:${library},INTERFACE_COMPILE_DEFINITIONS>")
    list(APPEND flags
      "$<$<BOOL:${directories}>:--flag=-I$<JOIN:${directories},$<SEMICOLON>--flag=-I>>"
      "$<$<BOOL:${definitions}>:--flag=-D$<JOIN:${definitions},$<SEMICOLON>--flag=-D>>")
  endforeach()
  foreach(option IN LISTS arg_COMPILE_OPTIONS)
    list(APPEND flags "--flag=${option}")
  endforeach()
  if(arg_MAX_LINES)
    list(APPEND flags "--max-lines=${arg_MAX_LINES}")
  endif()
  if(arg_EACH)
    list(APPEND flags --each)
  endif()

  foreach(source IN LISTS arg_SOURCES)
    cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE path)
    cmake_path(GET path STEM stem)
    foreach(compiler IN LISTS arg_COMPILERS)
      cmake_path(GET compiler FILENAME compiler_name)
      set(test "compile_fail.${arg_NAME}.${stem}.${compiler_name}")
      add_test(NAME "${test}"
        COMMAND Python3::Interpreter "${TENON_COMPILE_FAIL_SCRIPT}" "--compiler=${compiler}" ${flags} "${path}"
        COMMAND_EXPAND_LISTS)
      set_tests_properties("${test}" PROPERTIES LABELS compile_fail)
    endforeach()
  endforeach()
endfunction()
