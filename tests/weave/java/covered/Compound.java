package covered;

/** Reads that their writes tell of, or not. */
final class Compound {
  int x;
  int[] counts;
  volatile int flag;

  int next() {
    return flag;
  }

  Compound other() {
    return this;
  }

  void element(int[] a, int i, int[] b) {
    a[i] += b[i];
  }

  void elementOfField() {
    counts[next()]++;
  }

  int elementAndValue(int i) {
    return counts[i]--;
  }

  void quotient(int[] a, int[] b, int i) {
    a[i + 1] += 10 / b[i];
  }

  void fieldOfAnother(int[] a) {
    other().x += a[0];
  }

  void ofAnotherElement(int[] a, int i, int j) {
    a[i] = a[j] + 1;
  }

  void ofUnknownElements(int[] a, int i) {
    a[i + 1] = a[i + 2] + 1;
  }

  void apart(int[] a, int i, int[] b) {
    int old = a[i];
    a[i] = old + b[i];
  }

  void choice(int[] a, int i, boolean yes) {
    a[i] += yes ? 1 : 2;
  }

  void call(int[] a, int i) {
    a[i] += next();
  }

  void receives(int[] a, int i) {
    a[i] += flag;
  }
}
