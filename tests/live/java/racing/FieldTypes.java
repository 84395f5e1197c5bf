package racing;

import support.Threads;

/** A field of each type. */
public class FieldTypes {
  byte aByte;  // expect: observed racing.FieldTypes.aByte
  boolean aBoolean;  // expect: observed racing.FieldTypes.aBoolean
  short aShort;  // expect: observed racing.FieldTypes.aShort
  char aChar;  // expect: observed racing.FieldTypes.aChar
  int anInt;  // expect: observed racing.FieldTypes.anInt
  long aLong;  // expect: observed racing.FieldTypes.aLong
  float aFloat;  // expect: observed racing.FieldTypes.aFloat
  double aDouble;  // expect: observed racing.FieldTypes.aDouble
  Object anObject;  // expect: observed racing.FieldTypes.anObject
  int[] anArray;  // expect: observed racing.FieldTypes.anArray
  static long aStaticLong;  // expect: observed racing.FieldTypes.aStaticLong
  static double aStaticDouble;  // expect: observed racing.FieldTypes.aStaticDouble

  void work() {
    aByte++;
    aBoolean = !aBoolean;
    aShort++;
    aChar++;
    anInt++;
    aLong++;
    aFloat++;
    aDouble++;
    anObject = this;
    anArray = null;
    aStaticLong++;
    aStaticDouble++;
  }

  public static void main(String[] args) throws Exception {
    FieldTypes it = new FieldTypes();
    Threads.together(it::work, it::work);
  }
}
