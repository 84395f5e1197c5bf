# raddle_library(NAME SOURCES a.cpp ... [DEPENDS base ...] [PACKAGES fmt::fmt ...])
#
# One library a folder of src/. A folder's headers are visible, as "NAME/header.h", only to the libraries that
# name it in DEPENDS (and to theirs in turn): each library exports an include root of its own that holds
# nothing but a link to its folder, so an include that breaks the layering does not compile.
function(raddle_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;PACKAGES" ${ARGN})
  set(root ${CMAKE_BINARY_DIR}/include/${name})
  file(MAKE_DIRECTORY ${root})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${root}/${name} SYMBOLIC)
  list(TRANSFORM ARG_DEPENDS PREPEND raddle::)
  add_library(raddle_${name} STATIC ${ARG_SOURCES})
  add_library(raddle::${name} ALIAS raddle_${name})
  target_include_directories(raddle_${name} PUBLIC ${root})
  target_link_libraries(raddle_${name} PUBLIC ${ARG_DEPENDS} ${ARG_PACKAGES})
endfunction()

# raddle_test(NAME SOURCES a_test.cpp ... DEPENDS classfile ...)
#
# One GoogleTest program a folder of tests/; every case in it is a ctest test.
function(raddle_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  list(TRANSFORM ARG_DEPENDS PREPEND raddle::)
  add_executable(${name}_test ${ARG_SOURCES})
  target_link_libraries(${name}_test PRIVATE ${ARG_DEPENDS} GTest::gtest_main)
  target_compile_definitions(${name}_test PRIVATE RADDLE_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
                                                  RADDLE_BINARY_DIR="${CMAKE_BINARY_DIR}")
  gtest_discover_tests(${name}_test TEST_PREFIX ${name}. DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
endfunction()
