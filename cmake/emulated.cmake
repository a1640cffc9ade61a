# A toolchain: GCC for another machine, whose programs run here under qemu-user. Of the libraries that tests include, which are
# headers alone, those of this machine are taken, by links in the build tree: its other headers are not for that machine.
#   TENON_MACHINE   GNU's name of the machine, as in aarch64-linux-gnu
#   TENON_EMULATOR  what runs its programs, as in qemu-aarch64
# ./dev has the list of the machines that are tested.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES TENON_MACHINE TENON_EMULATOR)
if(NOT TENON_MACHINE OR NOT TENON_EMULATOR)
  message(FATAL_ERROR "emulated.cmake: say the machine and its emulator, as in -DTENON_MACHINE=aarch64-linux-gnu -DTENON_EMULATOR=qemu-aarch64")
endif()

set(CMAKE_SYSTEM_NAME Linux)
string(REGEX REPLACE "-.*" "" CMAKE_SYSTEM_PROCESSOR "${TENON_MACHINE}")
find_program(TENON_MACHINE_COMPILER NAMES ${TENON_MACHINE}-g++ ${TENON_MACHINE}-g++-12 ${TENON_MACHINE}-g++-13
  ${TENON_MACHINE}-g++-14 REQUIRED)
set(CMAKE_CXX_COMPILER "${TENON_MACHINE_COMPILER}")
set(CMAKE_CROSSCOMPILING_EMULATOR ${TENON_EMULATOR} -L /usr/${TENON_MACHINE})

# tenon_host_headers(package target header folder...): a package of nothing but links to headers of this machine.
function(tenon_host_headers package target header)
  find_path(from "${header}" PATHS /usr/include /usr/local/include NO_DEFAULT_PATH NO_CACHE)
  if(NOT from)
    return()
  endif()
  set(here "${CMAKE_BINARY_DIR}/host/${package}")
  file(MAKE_DIRECTORY "${here}/include")
  foreach(folder IN LISTS ARGN)
    file(CREATE_LINK "${from}/${folder}" "${here}/include/${folder}" SYMBOLIC)
  endforeach()
  file(WRITE "${here}/${package}Config.cmake"
    "if(NOT TARGET ${target})\n"
    "  add_library(${target} INTERFACE IMPORTED)\n"
    "  target_include_directories(${target} SYSTEM INTERFACE \"\${CMAKE_CURRENT_LIST_DIR}/include\")\n"
    "endif()\n")
  # Of any version: what is too old does not compile.
  file(WRITE "${here}/${package}ConfigVersion.cmake" "set(PACKAGE_VERSION_COMPATIBLE TRUE)\n")
  set(${package}_DIR "${here}" CACHE PATH "" FORCE)
endfunction()

get_property(in_try_compile GLOBAL PROPERTY IN_TRY_COMPILE)
if(NOT in_try_compile)
  tenon_host_headers(Boost Boost::headers boost/hana.hpp boost)
  tenon_host_headers(Catch2 Catch2::Catch2 catch2/catch.hpp catch2)
  tenon_host_headers(nlohmann_json nlohmann_json::nlohmann_json nlohmann/json.hpp nlohmann)
endif()
