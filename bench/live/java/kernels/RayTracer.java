package kernels;

/**
 * A picture of 64 mirroring spheres, its lines dealt out to the threads. Short-lived objects with fields that are
 * written and read at once, a scene that all threads read, virtual calls.
 */
public final class RayTracer implements Kernel {
  private static final int DEPTH = 5;

  private static final class Vec {
    double x, y, z;

    Vec(double x, double y, double z) {
      this.x = x;
      this.y = y;
      this.z = z;
    }

    /** a + t b */
    static Vec along(Vec a, double t, Vec b) {
      return new Vec(a.x + t * b.x, a.y + t * b.y, a.z + t * b.z);
    }

    static double dot(Vec a, Vec b) {
      return a.x * b.x + a.y * b.y + a.z * b.z;
    }

    Vec normalise() {
      double length = Math.sqrt(dot(this, this));
      x /= length;
      y /= length;
      z /= length;
      return this;
    }

    void add(double t, Vec b) {
      x += t * b.x;
      y += t * b.y;
      z += t * b.z;
    }
  }

  private static final class Ray {
    final Vec origin;
    final Vec direction;

    Ray(Vec origin, Vec direction) {
      this.origin = origin;
      this.direction = direction;
    }
  }

  /** The nearest thing that a ray has met so far. */
  private static final class Hit {
    double distance = Double.POSITIVE_INFINITY;
    Shape shape;
  }

  private abstract static class Shape {
    Vec colour;
    double mirror;

    abstract void meet(Ray ray, Hit hit);

    abstract Vec normal(Vec point);
  }

  private static final class Sphere extends Shape {
    Vec centre;
    double radius;

    @Override
    void meet(Ray ray, Hit hit) {
      Vec to = Vec.along(centre, -1, ray.origin);
      double middle = Vec.dot(to, ray.direction);
      double inside = radius * radius - Vec.dot(to, to) + middle * middle;
      if (inside < 0) return;
      double distance = middle - Math.sqrt(inside);
      if (distance > 1e-6 && distance < hit.distance) {
        hit.distance = distance;
        hit.shape = this;
      }
    }

    @Override
    Vec normal(Vec point) {
      return Vec.along(point, -1, centre).normalise();
    }
  }

  private static final class Floor extends Shape {
    double height;

    @Override
    void meet(Ray ray, Hit hit) {
      double distance = (height - ray.origin.y) / ray.direction.y;
      if (distance > 1e-6 && distance < hit.distance) {
        hit.distance = distance;
        hit.shape = this;
      }
    }

    @Override
    Vec normal(Vec point) {
      return new Vec(0, 1, 0);
    }
  }

  private final int size;
  private final int threads;
  private final Shape[] scene = new Shape[65];
  private final Vec light = new Vec(-0.5, 1, -0.7).normalise();
  private final int[][] picture;

  /** Size: lines of the picture, and points of a line. */
  RayTracer(int size, int threads) {
    this.size = size;
    this.threads = threads;
    picture = new int[size][size];
    for (int i = 0; i < 64; i++) {
      int x = i % 4, y = i / 4 % 4, z = i / 16;
      Sphere sphere = new Sphere();
      sphere.centre = new Vec(2.5 * x - 3.75, 2.5 * y - 3.75, 2.5 * z);
      sphere.radius = 0.7 + 0.1 * ((x + y + z) % 3);
      sphere.colour = new Vec(0.2 + 0.2 * x, 0.2 + 0.2 * y, 0.2 + 0.2 * z);
      sphere.mirror = 0.5;
      scene[i] = sphere;
    }
    Floor floor = new Floor();
    floor.height = -5.5;
    floor.colour = new Vec(0.6, 0.6, 0.6);
    floor.mirror = 0.2;
    scene[64] = floor;
  }

  @Override
  public void run() throws Exception {
    Team.run(threads, id -> {
      for (int line = id; line < size; line += threads) render(line, picture[line]);
    });
  }

  private void render(int line, int[] points) {
    Vec eye = new Vec(0, 1, -15);
    for (int i = 0; i < points.length; i++) {
      Vec direction = new Vec(1.0 * i / size - 0.5, 0.5 - 1.0 * line / size, 1).normalise();
      Vec colour = trace(new Ray(eye, direction), DEPTH);
      points[i] = level(colour.x) << 16 | level(colour.y) << 8 | level(colour.z);
    }
  }

  private static int level(double share) {
    return (int) (255 * Math.min(1, share));
  }

  private Vec trace(Ray ray, int depth) {
    Hit hit = nearest(ray);
    Shape shape = hit.shape;
    if (shape == null) return new Vec(0.1, 0.2, 0.4);
    Vec point = Vec.along(ray.origin, hit.distance, ray.direction);
    Vec normal = shape.normal(point);
    Vec colour = new Vec(0, 0, 0);
    double shine = 0.1;
    double facing = Vec.dot(normal, light);
    if (facing > 0 && nearest(new Ray(point, light)).shape == null) shine += 0.9 * facing;
    colour.add((1 - shape.mirror) * shine, shape.colour);
    if (depth > 0) {
      Vec mirrored = Vec.along(ray.direction, -2 * Vec.dot(ray.direction, normal), normal).normalise();
      colour.add(shape.mirror, trace(new Ray(point, mirrored), depth - 1));
    }
    return colour;
  }

  private Hit nearest(Ray ray) {
    Hit hit = new Hit();
    for (Shape shape : scene) shape.meet(ray, hit);
    return hit;
  }

  @Override
  public long check() {
    // Some of the lines once more, by one thread.
    int[] again = new int[size];
    for (int line = 0; line < size; line += 16) {
      render(line, again);
      for (int i = 0; i < size; i++) Kernel.require(again[i] == picture[line][i], "at " + line + ", " + i);
    }
    long sum = 0;
    for (int[] line : picture) {
      for (int point : line) sum = Kernel.digest(sum, point);
    }
    return sum;
  }

  public static void main(String[] args) throws Exception {
    Kernel.measure(args, RayTracer::new);
  }
}
