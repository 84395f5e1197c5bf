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

# raddle_java_jar(NAME SOURCE_DIRECTORY dir [OPTIONS -g ...])
#
# Compiles a directory of Java (release 17) into ${CMAKE_BINARY_DIR}/java/NAME.jar; the target is NAME_jar.
function(raddle_java_jar name)
  cmake_parse_arguments(ARG "" "SOURCE_DIRECTORY" "OPTIONS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${ARG_SOURCE_DIRECTORY}/*.java)
  set(classes ${CMAKE_BINARY_DIR}/java/${name})
  set(jar ${CMAKE_BINARY_DIR}/java/${name}.jar)
  add_custom_command(
    OUTPUT ${jar}
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${classes}
    COMMAND ${Java_JAVAC_EXECUTABLE} --release 17 -Xlint:all -Werror ${ARG_OPTIONS} -d ${classes} ${sources}
    COMMAND ${Java_JAR_EXECUTABLE} --create --no-manifest --file ${jar} -C ${classes} .
    DEPENDS ${sources}
    COMMENT "Compiling ${name}.jar")
  add_custom_target(${name}_jar ALL DEPENDS ${jar})
endfunction()

# raddle_embed(TARGET SYMBOL FILE FILE_TARGET)
#
# Puts a file's bytes into a library as `extern const unsigned char SYMBOL[]`, `SYMBOL_end[]` (C linkage).
function(raddle_embed target symbol file file_target)
  set(assembly ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.S)
  file(CONFIGURE OUTPUT ${assembly} @ONLY CONTENT [[
    .section .rodata
    .global @symbol@, @symbol@_end
    .hidden @symbol@, @symbol@_end
    .balign 16
@symbol@:
    .incbin "@file@"
@symbol@_end:
    .byte 0
    .section .note.GNU-stack,"",@progbits
]])
  target_sources(${target} PRIVATE ${assembly})
  set_source_files_properties(${assembly} PROPERTIES OBJECT_DEPENDS ${file})
  add_dependencies(${target} ${file_target})
endfunction()
