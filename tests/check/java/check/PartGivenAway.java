package check;

/** The object is its maker's still, but a part of it is a field's of the class already. */
public class PartGivenAway {
    private static volatile Part last;
    private final Part part = new Part();
    private int uses;

    static class Part {
        int size; // expect: check.PartGivenAway$Part.size

        void grow() {
            size++;
        }
    }

    private void use() {
        uses++;
        part.grow();
    }

    private static void make() {
        PartGivenAway made = new PartGivenAway();
        made.use();
        last = made.part;
        made.use();
        Part other = last;
        other.grow();
    }

    public static void main(String[] args) {
        new Thread(PartGivenAway::make).start();
        new Thread(PartGivenAway::make).start();
    }
}
