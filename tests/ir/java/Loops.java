// Loops: phis at headers, nesting, ways out of the middle.
class Loops {
    static int sum(int[] values) {
        int total = 0;
        for (int value : values) {
            total += value;
        }
        return total;
    }

    static int nested(int rows, int columns) {
        int cells = 0;
        outer:
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                if (j == i) continue outer;
                if (cells > 100) break outer;
                cells++;
            }
        }
        return cells;
    }

    static long doWhile(long n) {
        long product = 1;
        do {
            product *= n--;
        } while (n > 0);
        return product;
    }

    // The parameter is assigned in a loop that starts the method: the entry needs a block of its own.
    static Node last(Node node) {
        while (node.next != null) {
            node = node.next;
        }
        return node;
    }

    static void forever() {
        while (true) {
            Thread.yield();
        }
    }

    static class Node {
        Node next;
    }
}
