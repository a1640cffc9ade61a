# What only Tenon's own tests, examples and benchmarks need: warnings as errors, sanitizers, and the list of compilers that
# check headers, refusals and documentation without building anything.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES AND PROJECT_IS_TOP_LEVEL)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Debug, Release, RelWithDebInfo or MinSizeRel" FORCE)
endif()

set(CMAKE_CXX_EXTENSIONS OFF)

find_program(TENON_CCACHE ccache)
mark_as_advanced(TENON_CCACHE)
if(TENON_CCACHE AND PROJECT_IS_TOP_LEVEL AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${TENON_CCACHE}")
endif()

set(tenon_warnings -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
set(tenon_sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)

# The flags of a program of ours; they are PRIVATE, so that no user of the library ever sees them.
function(tenon_use_development_flags target)
  target_compile_options(${target} PRIVATE ${tenon_warnings})
  if(TENON_SANITIZE)
    tenon_use_sanitizers(${target})
  endif()
endfunction()

function(tenon_use_sanitizers target)
  target_compile_options(${target} PRIVATE ${tenon_sanitizers})
  target_link_options(${target} PRIVATE ${tenon_sanitizers})
endfunction()

# Sets `result` to the first command of the arguments that is a GCC >= 12 or a clang >= 16, or to "".
function(tenon_find_supported_compiler result)
  set(${result} "" PARENT_SCOPE)
  foreach(name IN LISTS ARGN)
    find_program(tenon_candidate "${name}" NO_CACHE)
    if(tenon_candidate)
      execute_process(COMMAND "${tenon_candidate}" -dM -E -x c++ /dev/null OUTPUT_VARIABLE macros ERROR_QUIET)
      set(major 0)
      if(macros MATCHES "__clang_major__ ([0-9]+)")
        set(major ${CMAKE_MATCH_1})
        set(oldest 16)
      elseif(macros MATCHES "__GNUC__ ([0-9]+)")
        set(major ${CMAKE_MATCH_1})
        set(oldest 12)
      endif()
      if(major GREATER_EQUAL oldest AND major GREATER 0)
        set(${result} "${tenon_candidate}" PARENT_SCOPE)
        return()
      endif()
    endif()
    unset(tenon_candidate)
  endforeach()
endfunction()

if(NOT DEFINED TENON_CHECK_COMPILERS)
  tenon_find_supported_compiler(tenon_gcc g++ g++-12 g++-13 g++-14 g++-15)
  tenon_find_supported_compiler(tenon_old_clang clang++-16 clang++-17 clang++-18)
  tenon_find_supported_compiler(tenon_new_clang clang++-21 clang++-20 clang++-19 clang++-18 clang++-17 clang++)
  set(tenon_found ${tenon_gcc} ${tenon_old_clang} ${tenon_new_clang})
  list(REMOVE_DUPLICATES tenon_found)
  set(TENON_CHECK_COMPILERS "${tenon_found}" CACHE STRING
    "Compilers that check headers, refusals and documentation without building; may be empty")
  message(STATUS "Tenon: headers, refusals and documentation are checked with: ${TENON_CHECK_COMPILERS}")
endif()

find_package(Python3 QUIET COMPONENTS Interpreter)
