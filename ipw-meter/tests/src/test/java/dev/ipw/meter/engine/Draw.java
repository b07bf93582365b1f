package dev.ipw.meter.engine;

import java.util.SplittableRandom;

/** Random draws from a seed. */
final class Draw {
    private final SplittableRandom random;

    Draw(long seed) {
        this(new SplittableRandom(seed));
    }

    private Draw(SplittableRandom random) {
        this.random = random;
    }

    /** Returns draws that do not depend on the later ones of this. */
    Draw split() {
        return new Draw(random.split());
    }

    double between(double least, double most) {
        return least + (most - least) * random.nextDouble();
    }

    /** Draws a value whose order of magnitude is uniform. */
    double magnitude(double least, double most) {
        return least * Math.pow(most / least, random.nextDouble());
    }

    boolean chance(double probability) {
        return random.nextDouble() < probability;
    }

    int below(int bound) {
        return random.nextInt(bound);
    }

    int oneOf(int... values) {
        return values[random.nextInt(values.length)];
    }

    double exponential(double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    double normal() {
        return random.nextGaussian();
    }

    /** Draws a count around a median, from 1 to a maximum. */
    int count(double median, double spread, int most) {
        return (int) Math.max(1, Math.min(most, Math.round(median * Math.exp(spread * normal()))));
    }

    long seed() {
        return random.nextLong();
    }
}
