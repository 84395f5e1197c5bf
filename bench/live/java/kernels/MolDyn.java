package kernels;

import java.util.Random;

/**
 * Molecular dynamics: particles in a periodic box, Lennard-Jones forces between all pairs, velocity Verlet. A particle
 * is an object that all threads read; each thread sums the forces of its pairs in arrays of its own, which are added up
 * behind a barrier of volatile counters.
 */
public final class MolDyn implements Kernel {
  private static final int STEPS = 50;
  private static final double DT = 0.002;
  private static final double DENSITY = 0.8;
  private static final double CUTOFF = 2.5;

  private static final class Particle {
    double x, y, z;
    double vx, vy, vz;
    double fx, fy, fz;
  }

  /** What one thread adds up in a step. */
  private static final class Sums {
    final double[] fx, fy, fz;
    double potential;

    Sums(int particles) {
      fx = new double[particles];
      fy = new double[particles];
      fz = new double[particles];
    }
  }

  private final int threads;
  private final double side;
  private final Particle[] particles;
  private final Sums[] sums;
  private final double[] energies = new double[STEPS + 1]; // written by thread 0

  /** Size: the particles are its cube. */
  MolDyn(int size, int threads) {
    this.threads = threads;
    side = Math.cbrt(size * size * size / DENSITY);
    particles = new Particle[size * size * size];
    Random random = new Random(6);
    double spacing = side / size;
    for (int i = 0; i < particles.length; i++) {
      Particle p = particles[i] = new Particle();
      p.x = spacing * (i % size);
      p.y = spacing * (i / size % size);
      p.z = spacing * (i / size / size);
      p.vx = random.nextGaussian();
      p.vy = random.nextGaussian();
      p.vz = random.nextGaussian();
    }
    stopDrift();
    sums = new Sums[threads];
    for (int i = 0; i < threads; i++) sums[i] = new Sums(particles.length);
  }

  private void stopDrift() {
    double vx = 0, vy = 0, vz = 0;
    for (Particle p : particles) {
      vx += p.vx;
      vy += p.vy;
      vz += p.vz;
    }
    for (Particle p : particles) {
      p.vx -= vx / particles.length;
      p.vy -= vy / particles.length;
      p.vz -= vz / particles.length;
    }
  }

  @Override
  public void run() throws Exception {
    SpinBarrier barrier = new SpinBarrier(threads);
    Team.run(threads, id -> simulate(id, barrier));
  }

  private void simulate(int id, SpinBarrier barrier) {
    int begin = Team.part(particles.length, id, threads);
    int end = Team.part(particles.length, id + 1, threads);
    for (int step = 0; step <= STEPS; step++) {
      // The first step only finds the forces to start with.
      if (step > 0) {
        for (int i = begin; i < end; i++) kickAndMove(particles[i]);
      }
      barrier.await(id);
      addForces(id, sums[id]);
      barrier.await(id);
      for (int i = begin; i < end; i++) gatherForces(i, step > 0);
      barrier.await(id);
      if (id == 0) energies[step] = energy();
      barrier.await(id);
    }
  }

  private void kickAndMove(Particle p) {
    p.vx += p.fx * DT / 2;
    p.vy += p.fy * DT / 2;
    p.vz += p.fz * DT / 2;
    p.x = wrap(p.x + p.vx * DT);
    p.y = wrap(p.y + p.vy * DT);
    p.z = wrap(p.z + p.vz * DT);
  }

  private double wrap(double x) {
    return x < 0 ? x + side : x >= side ? x - side : x;
  }

  /** The pairs of every threads-th particle with those after it. */
  private void addForces(int id, Sums sum) {
    sum.potential = 0;
    for (int i = id; i < particles.length; i += threads) addForcesOf(i, sum);
  }

  private void addForcesOf(int i, Sums sum) {
    Particle p = particles[i];
    double fx = 0, fy = 0, fz = 0;
    for (int j = i + 1; j < particles.length; j++) {
      Particle q = particles[j];
      double dx = nearest(p.x - q.x);
      double dy = nearest(p.y - q.y);
      double dz = nearest(p.z - q.z);
      double square = dx * dx + dy * dy + dz * dz;
      if (square >= CUTOFF * CUTOFF) continue;
      double inverse = 1 / square;
      double sixth = inverse * inverse * inverse;
      double force = 24 * inverse * sixth * (2 * sixth - 1);
      sum.potential += 4 * sixth * (sixth - 1) - SHIFT;
      fx += force * dx;
      fy += force * dy;
      fz += force * dz;
      sum.fx[j] -= force * dx;
      sum.fy[j] -= force * dy;
      sum.fz[j] -= force * dz;
    }
    sum.fx[i] += fx;
    sum.fy[i] += fy;
    sum.fz[i] += fz;
  }

  /** Of the pair's images, the nearest. */
  private double nearest(double distance) {
    if (distance > side / 2) return distance - side;
    if (distance < -side / 2) return distance + side;
    return distance;
  }

  /** So that the potential does not jump where it is cut off. */
  private static final double SHIFT = 4 * (Math.pow(CUTOFF, -12) - Math.pow(CUTOFF, -6));

  private void gatherForces(int i, boolean kick) {
    Particle p = particles[i];
    p.fx = p.fy = p.fz = 0;
    for (Sums sum : sums) {
      p.fx += sum.fx[i];
      p.fy += sum.fy[i];
      p.fz += sum.fz[i];
      sum.fx[i] = sum.fy[i] = sum.fz[i] = 0;
    }
    if (!kick) return;
    p.vx += p.fx * DT / 2;
    p.vy += p.fy * DT / 2;
    p.vz += p.fz * DT / 2;
  }

  private double energy() {
    double energy = 0;
    for (Sums sum : sums) energy += sum.potential;
    for (Particle p : particles) energy += (p.vx * p.vx + p.vy * p.vy + p.vz * p.vz) / 2;
    return energy;
  }

  @Override
  public long check() {
    double momentum = 0;
    for (Particle p : particles) momentum += p.vx + p.vy + p.vz;
    Kernel.require(Math.abs(momentum) < 1e-6, "momentum " + momentum);
    long sum = 0;
    for (double energy : energies) {
      double drift = Math.abs(energy - energies[0]) / particles.length;
      Kernel.require(drift < 0.01, "energy went from " + energies[0] + " to " + energy);
      sum = Kernel.digest(sum, energy);
    }
    return sum;
  }

  public static void main(String[] args) throws Exception {
    Kernel.measure(args, MolDyn::new);
  }
}
