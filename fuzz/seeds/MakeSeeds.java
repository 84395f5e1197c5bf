import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * {@code MakeSeeds CORPUS}: writes the seeds that no compiler of today makes, below CORPUS/class, jar and descriptor.
 *
 * <p>Run by make-seeds beside this file. What it writes depends on nothing but itself: no clock, no order of a map.
 */
final class MakeSeeds {
  /** A class with static methods, put together by hand. */
  private static final class Assembler {
    private final ByteArrayOutputStream poolBytes = new ByteArrayOutputStream();
    private final DataOutputStream pool = new DataOutputStream(poolBytes);
    private final ByteArrayOutputStream methodBytes = new ByteArrayOutputStream();
    private final DataOutputStream methods = new DataOutputStream(methodBytes);
    private int constants = 1;
    private int methodCount;

    int utf8(String text) throws IOException {
      pool.writeByte(1);
      pool.writeUTF(text);
      return constants++;
    }

    int type(String name) throws IOException {
      int utf8 = utf8(name);
      pool.writeByte(7);
      pool.writeShort(utf8);
      return constants++;
    }

    int constant(int tag, int first, int second) throws IOException {
      pool.writeByte(tag);
      pool.writeShort(first);
      pool.writeShort(second);
      return constants++;
    }

    int number(long value) throws IOException {
      pool.writeByte(5);
      pool.writeLong(value);
      constants += 2;
      return constants - 2;
    }

    /** handlers: start, end, handler, catch type, and so on. */
    void method(String name, String descriptor, int stack, int locals, byte[] code, int... handlers)
        throws IOException {
      methods.writeShort(8);
      methods.writeShort(utf8(name));
      methods.writeShort(utf8(descriptor));
      methods.writeShort(1);
      methods.writeShort(utf8("Code"));
      methods.writeInt(12 + code.length + 2 * handlers.length);
      methods.writeShort(stack);
      methods.writeShort(locals);
      methods.writeInt(code.length);
      methods.write(code);
      methods.writeShort(handlers.length / 4);
      for (int value : handlers) methods.writeShort(value);
      methods.writeShort(0);
      methodCount++;
    }

    byte[] build(int major, int minor, String name) throws IOException {
      int self = type(name);
      int object = type("java/lang/Object");
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeInt(0xcafebabe);
      out.writeShort(minor);
      out.writeShort(major);
      out.writeShort(constants);
      poolBytes.writeTo(out);
      out.writeShort(0x21);
      out.writeShort(self);
      out.writeShort(object);
      out.writeShort(0);
      out.writeShort(0);
      out.writeShort(methodCount);
      methodBytes.writeTo(out);
      out.writeShort(0);
      return bytes.toByteArray();
    }
  }

  private static byte[] code(int... bytes) {
    byte[] code = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) code[i] = (byte) bytes[i];
    return code;
  }

  private final Path corpus;

  private MakeSeeds(Path corpus) {
    this.corpus = corpus;
  }

  public static void main(String[] arguments) throws IOException {
    MakeSeeds seeds = new MakeSeeds(Path.of(arguments[0]));
    seeds.classes();
    seeds.jars();
    seeds.descriptors();
  }

  private void write(String target, String name, byte[] bytes) throws IOException {
    Path folder = Files.createDirectories(corpus.resolve(target));
    Files.write(folder.resolve(name), bytes);
  }

  private void classes() throws IOException {
    Assembler empty = new Assembler();
    write("class", "empty-45.3", empty.build(45, 3, "Empty"));

    Assembler jsr = new Assembler();
    // try { iinc 0 } finally { subroutine at 11: iinc 0 }, as compilers wrote it up to JDK 1.4.
    jsr.method("tryFinally", "(I)I", 1, 3, code(
        0x84, 0, 1,          //  0 iinc 0 1
        0xa8, 0, 8,          //  3 jsr 11
        0xa7, 0, 14,         //  6 goto 20
        0x00,                //  9 nop
        0x00,                // 10 nop
        0x4c,                // 11 astore_1
        0x84, 0, 2,          // 12 iinc 0 2
        0xa9, 1,             // 15 ret 1
        0x4d,                // 17 astore_2
        0x2c,                // 18 aload_2
        0xbf,                // 19 athrow
        0x1a,                // 20 iload_0
        0xac),               // 21 ireturn
        0, 6, 17, 0);
    // A subroutine that calls another, one that never returns, and jsr_w with a wide ret.
    jsr.method("nested", "()V", 1, 2, code(
        0xc9, 0, 0, 0, 6,    //  0 jsr_w 6
        0xb1,                //  5 return
        0x4b,                //  6 astore_0
        0xa8, 0, 9,          //  7 jsr 16
        0xa8, 0, 12,         // 10 jsr 22
        0xa9, 0,             // 13 ret 0
        0x00,                // 15 nop
        0x4c,                // 16 astore_1
        0xc4, 0xa9, 0, 1,    // 17 wide ret 1
        0x00,                // 21 nop
        0x57,                // 22 pop
        0xb1));              // 23 return
    write("class", "jsr-46", jsr.build(46, 0, "Jsr"));

    Assembler wide = new Assembler();
    int big = wide.number(0x123456789abcdefL);
    wide.method("wide", "()V", 2, 400, code(
        0xc4, 0x84, 1, 0, 0x7f, 0xff,                          //  0 wide iinc 256 32767
        0xc4, 0x15, 1, 1,                                      //  6 wide iload 257
        0xc4, 0x36, 0, 3,                                      // 10 wide istore 3
        0x14, big >> 8, big,                                   // 14 ldc2_w
        0xc4, 0x37, 1, 2,                                      // 17 wide lstore 258
        0xc8, 0, 0, 0, 5,                                      // 21 goto_w 26
        0x03,                                                  // 26 iconst_0
        0xaa, 0, 0, 0, 21, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0,
        0, 0, 0, 21, 0, 0, 0, 21,                              // 27 tableswitch -1..0, all to 48
        0xb1));                                                // 48 return
    write("class", "wide-49", wide.build(49, 0, "Wide"));

    Assembler lookup = new Assembler();
    lookup.method("lookup", "(I)I", 1, 1, code(
        0x1a,                                                  //  0 iload_0
        0xab, 0, 0, 0, 0, 0, 27, 0, 0, 0, 2,                   //  1 lookupswitch, default 28
        0x80, 0, 0, 0, 0, 0, 0, 27, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 29,
        0x04, 0xac,                                            // 28 iconst_1, ireturn
        0x05, 0xac));                                          // 30 iconst_2, ireturn
    write("class", "lookup-48", lookup.build(48, 0, "Lookup"));

    // Dynamic constants that name each other as arguments of their bootstrap methods, and a pool whose Long is last.
    Assembler odd = new Assembler();
    int name = odd.utf8("x");
    int type = odd.utf8("Ljava/lang/Object;");
    int nameAndType = odd.constant(12, name, type);
    odd.constant(17, 0, nameAndType);
    odd.constant(18, 1, nameAndType);
    odd.number(-1);
    write("class", "dynamic-55", odd.build(55, 0, "a/b/Odd$1"));
    write("class", "truncated", java.util.Arrays.copyOf(odd.build(69, 65535, "Preview"), 60));
  }

  private void jars() throws IOException {
    byte[] type = new Assembler().build(52, 0, "a/B");
    byte[] plain = zip("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\r\nClass-Path: b.jar lib/\r\n  c%20d.jar\r\n\r\n",
        "a/B.class", type, "a/", "");
    write("jar", "plain", plain);
    write("jar", "multi-release", zip("meta-inf/manifest.mf", "Multi-Release: TRUE\nMain-Class: a.B\n",
        "a/B.class", type, "META-INF/versions/9/a/B.class", type, "META-INF/versions/17/a/C.class", type,
        "META-INF/versions/999/a/B.class", type, "META-INF/versions/x/a/B.class", type));
    write("jar", "boot", zip("META-INF/MANIFEST.MF", "Start-Class: a.B\nMain-Class: Launcher\n",
        "BOOT-INF/classes/a/B.class", type, "BOOT-INF/lib/plain.jar", plain, "Launcher.class", type));
    write("jar", "war", zip("WEB-INF/classes/a/B.class", type, "WEB-INF/lib/plain.jar", plain));
    byte[] script = "#!/bin/sh\nexec java -jar \"$0\"\n".getBytes(StandardCharsets.US_ASCII);
    write("jar", "script-in-front", concat(script, plain));
    write("jar", "names", zip("../up.class", type, "/abs.class", type, "a//b.class", type, "a/../b.class", type,
        "", "", "a\\b.class", type, "\u00e9/\ud83d\ude00.class", type));
    write("jar", "bomb", zip("zeros.class", new byte[60000]));
    write("jar", "empty", zip());
    byte[] duplicate = zip("a/B.class", type, "a/C.class", type);
    replace(duplicate, "a/C.class", "a/B.class");
    write("jar", "duplicate", duplicate);
    byte[] stored = stored("a/B.class", type);
    write("jar", "stored", stored);
    write("jar", "zip64", zip64("a/B.class", type));
    write("jar", "no-directory", java.util.Arrays.copyOf(stored, stored.length - 30));
  }

  /** Pairs of a name and a String or byte[]. */
  private static byte[] zip(Object... entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (int i = 0; i < entries.length; i += 2) {
        ZipEntry entry = new ZipEntry((String) entries[i]);
        entry.setTimeLocal(java.time.LocalDateTime.of(1980, 1, 1, 0, 0));
        zip.putNextEntry(entry);
        zip.write(entries[i + 1] instanceof byte[] data ? data
            : ((String) entries[i + 1]).getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  private static byte[] stored(String name, byte[] data) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(data);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      ZipEntry entry = new ZipEntry(name);
      entry.setMethod(ZipEntry.STORED);
      entry.setSize(data.length);
      entry.setCrc(crc.getValue());
      entry.setTimeLocal(java.time.LocalDateTime.of(1980, 1, 1, 0, 0));
      zip.putNextEntry(entry);
      zip.write(data);
    }
    return bytes.toByteArray();
  }

  /** One stored entry whose sizes and offset stand only in zip64 fields, with a zip64 end record and locator. */
  private static byte[] zip64(String name, byte[] data) {
    CRC32 crc = new CRC32();
    crc.update(data);
    LittleEndian out = new LittleEndian();
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    out.u4(0x04034b50).u2(45).u2(0).u2(0).u2(0).u2(0x21).u4(crc.getValue()).u4(-1).u4(-1).u2(text.length).u2(20)
        .raw(text).u2(1).u2(16).u8(data.length).u8(data.length).raw(data);
    long directory = out.size();
    out.u4(0x02014b50).u2(45).u2(45).u2(0).u2(0).u2(0).u2(0x21).u4(crc.getValue()).u4(-1).u4(-1).u2(text.length)
        .u2(28).u2(0).u2(0).u2(0).u4(0).u4(-1).raw(text).u2(1).u2(24).u8(data.length).u8(data.length).u8(0);
    long end = out.size();
    out.u4(0x06064b50).u8(44).u2(45).u2(45).u4(0).u4(0).u8(1).u8(1).u8(end - directory).u8(directory);
    out.u4(0x07064b50).u4(0).u8(end).u4(1);
    out.u4(0x06054b50).u2(0).u2(0).u2(-1).u2(-1).u4(-1).u4(-1).u2(0);
    return out.bytes();
  }

  private static final class LittleEndian {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private LittleEndian put(long value, int count) {
      for (int i = 0; i < count; i++) bytes.write((int) (value >> (8 * i)));
      return this;
    }

    LittleEndian u2(long value) { return put(value, 2); }
    LittleEndian u4(long value) { return put(value, 4); }
    LittleEndian u8(long value) { return put(value, 8); }

    LittleEndian raw(byte[] data) {
      bytes.writeBytes(data);
      return this;
    }

    int size() { return bytes.size(); }
    byte[] bytes() { return bytes.toByteArray(); }
  }

  private static byte[] concat(byte[] a, byte[] b) {
    byte[] both = java.util.Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  private static void replace(byte[] bytes, String from, String to) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1).replace(from, to);
    System.arraycopy(text.getBytes(StandardCharsets.ISO_8859_1), 0, bytes, 0, bytes.length);
  }

  private void descriptors() throws IOException {
    List<String> texts = new ArrayList<>(List.of(
        "I", "V", "[[J", "Ljava/lang/String;", "[".repeat(255) + "Z", "[".repeat(256) + "Z", "()V",
        "(IJFDBCSZ)Ljava/lang/Object;", "([[Ljava/util/Map;[I)[D", "(" + "J".repeat(128) + ")V",
        "Ljava/util/Map<TK;+Ljava/util/List<-TV;>;>;", "Ljava/util/Map<**>;", "[TT;", "La/b/Outer<TT;>.Inner<*>.Last;",
        "<T:Ljava/lang/Object;U::Ljava/lang/Comparable<-TU;>;:Ljava/io/Serializable;>Ljava/lang/Object;La/I<TT;>;",
        "<E:Ljava/lang/Exception;>(TE;[[I)Ljava/util/List<[J>;^TE;^Ljava/io/IOException;",
        "L;", "La//b;", "L" + "a/".repeat(40) + "b;", "Ljava.lang.String;", "(V)V", "((", "<>", "Q"));
    texts.add("L" + "a<L".repeat(100));
    texts.add("\u0000\u0007\u007f\u00e9\u20ac\ud83d\ude00\\n");
    for (int i = 0; i < texts.size(); i++) {
      write("descriptor", String.format("%02d", i), texts.get(i).getBytes(StandardCharsets.UTF_8));
    }
    // What UTF-8 does not allow and modified UTF-8 does, and what neither does.
    write("descriptor", "modified-utf8", code(0xc0, 0x80, 0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80, 0xff, 0xc1, 0xed, 0xa0));
  }
}
