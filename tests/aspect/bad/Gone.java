package bad;

public class Gone {}
