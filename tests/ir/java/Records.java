// Records and string concatenation: bootstraps of the JDK's own.
record Records(String name, int[] values, double weight) {
    static String concat(String text, int number, Object any) {
        return text + "-" + number + "é\u0001" + any;
    }
}
