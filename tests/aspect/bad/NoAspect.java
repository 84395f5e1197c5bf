package bad;

public class NoAspect {}
