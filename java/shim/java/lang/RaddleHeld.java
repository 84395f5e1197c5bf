package java.lang;

/** What few ghosts hold, apart from the ghost so that the many stay small. Changed under the lock CHANGE. */
final class RaddleHeld {
  static final long[] NONE = {};

  long lock;  // the native lock that the object is; set once
  volatile long[] channels = NONE;  // key, native channel, key, ...; replaced as a whole
  Object info;  // what the object stands for, if it is a handle of a field; set once
  long[] records = NONE;  // native records to give back with the object
  int count;  // of them

  long channel(int key) {
    long[] all = channels;
    for (int i = 0; i < all.length; i += 2) {
      if (all[i] == key) return all[i + 1];
    }
    return 0;
  }

  void addChannel(int key, long channel) {
    long[] old = channels;
    long[] grown = new long[old.length + 2];
    System.arraycopy(old, 0, grown, 0, old.length);
    grown[old.length] = key;
    grown[old.length + 1] = channel;
    channels = grown;
  }

  void addRecord(long handle) {
    if (count == records.length) {
      long[] grown = new long[Math.max(2, count * 2)];
      System.arraycopy(records, 0, grown, 0, count);
      records = grown;
    }
    records[count++] = handle;
  }

  void giveBack() {
    if (lock != 0) Raddle.free0(lock);
    for (int i = 1; i < channels.length; i += 2) Raddle.free0(channels[i]);
    for (int i = 0; i < count; ++i) Raddle.free0(records[i]);
  }
}
