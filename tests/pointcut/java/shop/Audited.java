package shop;

/** A mark of retention CLASS. */
public @interface Audited {}
