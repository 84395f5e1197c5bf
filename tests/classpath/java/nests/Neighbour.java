package nests;

/** In the same package and no nest mate. */
public class Neighbour {}
