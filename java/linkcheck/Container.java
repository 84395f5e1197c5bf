package raddle.linkcheck;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Class files in one mapped file: repeated [u2 name length][internal name, UTF-8][u4 length][bytes], big-endian.
 *
 * <p>A name may come more than once (two jars of a class path with a class in common). Each copy has a rank, counted
 * from 0 in the order of the file, and name and rank together are what the two containers are compared by.
 */
final class Container {
  record Entry(String name, int rank, int at, int length) {}

  private final ByteBuffer file;
  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, List<Entry>> byName = new LinkedHashMap<>();

  Container(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      if (channel.size() > Integer.MAX_VALUE) {
        throw new IOException(path + ": larger than the 2 GiB that one buffer can map");
      }
      file = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
    }
    int at = 0;
    while (at < file.limit()) {
      int nameLength = file.limit() - at < 6 ? -1 : Short.toUnsignedInt(file.getShort(at));
      if (nameLength < 0 || file.limit() - at - 6 < nameLength) throw cut(path, at);
      byte[] name = new byte[nameLength];
      file.get(at + 2, name);
      int length = file.getInt(at + 2 + nameLength);
      int body = at + 6 + nameLength;
      if (length < 0 || file.limit() - body < length) throw cut(path, at);
      add(new String(name, StandardCharsets.UTF_8).replace('/', '.'), body, length);
      at = body + length;
    }
  }

  private static IOException cut(Path path, int at) {
    return new IOException(path + ": the entry at offset " + at + " runs past the end of the file");
  }

  private void add(String name, int at, int length) {
    List<Entry> copies = byName.computeIfAbsent(name, key -> new ArrayList<>(1));
    Entry entry = new Entry(name, copies.size(), at, length);
    copies.add(entry);
    entries.add(entry);
  }

  /** In the order of the file. */
  List<Entry> entries() {
    return entries;
  }

  /** The copy of that rank; the last one where there are fewer; null where the name is not here. */
  Entry find(String name, int rank) {
    List<Entry> copies = byName.get(name);
    return copies == null ? null : copies.get(Math.min(rank, copies.size() - 1));
  }

  ByteBuffer bytes(Entry entry) {
    return file.slice(entry.at(), entry.length());
  }

  /** 0 where the file is too short to have one. */
  int major(Entry entry) {
    return entry.length() < 8 ? 0 : Short.toUnsignedInt(file.getShort(entry.at() + 6));
  }
}
