package kernels;

import java.util.Random;

/**
 * The block cipher IDEA over a byte array and back again, each thread its part of it. Reads and writes of bytes, and of
 * a key that all threads share.
 */
public final class Crypt implements Kernel {
  private static final int ROUNDS = 8;
  private static final int BLOCK = 8;

  private final int threads;
  private final byte[] plain;
  private final byte[] secret;
  private final byte[] again;
  private final int[] encryption;
  private final int[] decryption;

  /** Size in KiB. */
  Crypt(int size, int threads) {
    this.threads = threads;
    Random random = new Random(136506717L);
    plain = new byte[size * 1024];
    random.nextBytes(plain);
    secret = new byte[plain.length];
    again = new byte[plain.length];
    int[] key = new int[8];
    for (int i = 0; i < key.length; i++) key[i] = random.nextInt(1 << 16);
    encryption = expand(key);
    decryption = invert(encryption);
  }

  @Override
  public void run() throws Exception {
    Team.run(threads, id -> apply(plain, secret, encryption, id));
    Team.run(threads, id -> apply(secret, again, decryption, id));
  }

  private void apply(byte[] from, byte[] to, int[] key, int id) {
    int blocks = from.length / BLOCK;
    int end = Team.part(blocks, id + 1, threads);
    for (int i = Team.part(blocks, id, threads); i < end; i++) block(from, to, i * BLOCK, key);
  }

  private static void block(byte[] from, byte[] to, int at, int[] key) {
    int a = load(from, at);
    int b = load(from, at + 2);
    int c = load(from, at + 4);
    int d = load(from, at + 6);
    int k = 0;
    for (int round = 0; round < ROUNDS; round++) {
      a = multiply(a, key[k++]);
      b = b + key[k++] & 0xFFFF;
      c = c + key[k++] & 0xFFFF;
      d = multiply(d, key[k++]);
      int left = multiply(a ^ c, key[k++]);
      int right = multiply((b ^ d) + left & 0xFFFF, key[k++]);
      left = left + right & 0xFFFF;
      a ^= right;
      d ^= left;
      int middle = b ^ left;
      b = c ^ right;
      c = middle;
    }
    // The last round's exchange of b and c is undone.
    store(to, at, multiply(a, key[k++]));
    store(to, at + 2, c + key[k++]);
    store(to, at + 4, b + key[k++]);
    store(to, at + 6, multiply(d, key[k]));
  }

  private static int load(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 8 | bytes[at + 1] & 0xFF;
  }

  private static void store(byte[] bytes, int at, int value) {
    bytes[at] = (byte) (value >> 8);
    bytes[at + 1] = (byte) value;
  }

  /** Modulo 2^16 + 1, where 0 stands for 2^16. */
  private static int multiply(int x, int y) {
    if (x == 0) return 1 - y & 0xFFFF;
    if (y == 0) return 1 - x & 0xFFFF;
    return (int) ((long) x * y % 0x10001) & 0xFFFF;
  }

  /** 52 keys of 16 bits: the key's words, then again and again the key turned left by 25 bits. */
  private static int[] expand(int[] key) {
    int[] keys = new int[6 * ROUNDS + 4];
    System.arraycopy(key, 0, keys, 0, 8);
    for (int i = 8; i < keys.length; i++) {
      int row = i - i % 8 - 8;
      keys[i] = (keys[row + (i + 1) % 8] << 9 | keys[row + (i + 2) % 8] >> 7) & 0xFFFF;
    }
    return keys;
  }

  /** The keys that undo: back to front, each replaced by its inverse, b's and c's exchanged but at the ends. */
  private static int[] invert(int[] keys) {
    int[] inverse = new int[keys.length];
    for (int round = 0; round <= ROUNDS; round++) {
      int from = 6 * (ROUNDS - round);
      int to = 6 * round;
      boolean end = round == 0 || round == ROUNDS;
      inverse[to] = reciprocal(keys[from]);
      inverse[to + 1] = -keys[from + (end ? 1 : 2)] & 0xFFFF;
      inverse[to + 2] = -keys[from + (end ? 2 : 1)] & 0xFFFF;
      inverse[to + 3] = reciprocal(keys[from + 3]);
      if (round < ROUNDS) {
        inverse[to + 4] = keys[from - 2];
        inverse[to + 5] = keys[from - 1];
      }
    }
    return inverse;
  }

  /** By Fermat: x to the power of 2^16 - 1. */
  private static int reciprocal(int x) {
    int result = 1;
    for (int bit = 0; bit < 16; bit++) {
      result = multiply(result, x);
      x = multiply(x, x);
    }
    return result;
  }

  @Override
  public long check() {
    // The cipher's published example.
    byte[] example = {0, 0, 0, 1, 0, 2, 0, 3};
    block(example, example, 0, expand(new int[] {1, 2, 3, 4, 5, 6, 7, 8}));
    Kernel.require(load(example, 0) == 0x11FB && load(example, 6) == 0x6DE5, "this is not IDEA");
    long sum = 0;
    for (int i = 0; i < plain.length; i++) {
      Kernel.require(plain[i] == again[i], "byte " + i + " did not come back");
      sum = Kernel.digest(sum, secret[i]);
    }
    return sum;
  }

  public static void main(String[] args) throws Exception {
    Kernel.measure(args, Crypt::new);
  }
}
