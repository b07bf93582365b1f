package dev.ipw.energy.simulation.accelerator;

import java.util.SplittableRandom;

/** Figures of a model, its boards, its load and its meter; all are drawn, and a kind changes some. */
final class Settings {
    private static final double[][] MODELS = {{1.5e9, 28, 1536, 256}, {8e9, 32, 4096, 1024}, {14e9, 48, 5120, 1024},
            {32e9, 64, 5120, 1024}, {70e9, 80, 8192, 1024}};

    double parameters;
    double layers;
    double width;
    double keyValueWidth;
    double flopsPerSecond;
    double bytesPerSecond;
    double idleWatts;
    double constantWatts;
    double computeWatts;
    double memoryWatts;
    double capWatts;
    double overheadSeconds;
    double overheadSecondsPerSequence;
    double driftShare;
    double driftSeconds;
    int tensorParallel = 1;
    int replicas = 1;
    int budgetTokens;
    int batch;
    int draftTokens;
    double draftAcceptance;
    double cacheShare;
    boolean cacheSaid;
    double promptMedian;
    double promptSpread;
    double outputMedian;
    double outputSpread;
    int requests;
    double clients;
    double thinkShare;
    boolean poisson;
    Meter meter = Meter.COUNTER;

    /** How the boards are read. */
    enum Meter {
        COUNTER, POWER_25_MS, POWER_1_S
    }

    static Settings draw(SplittableRandom random) {
        Settings s = new Settings();
        s.model(random.nextInt(0, 4));
        boolean isLarge = random.nextInt(3) > 0;
        s.flopsPerSecond = (isLarge ? 900e12 : 312e12) * random.nextDouble(0.35, 0.6);
        s.bytesPerSecond = (isLarge ? 3.35e12 : 2.0e12) * random.nextDouble(0.6, 0.85);
        s.idleWatts = isLarge ? random.nextDouble(70, 120) : random.nextDouble(45, 80);
        s.constantWatts = isLarge ? random.nextDouble(20, 70) : random.nextDouble(15, 45);
        s.computeWatts = isLarge ? random.nextDouble(280, 420) : random.nextDouble(150, 240);
        s.memoryWatts = isLarge ? random.nextDouble(120, 220) : random.nextDouble(80, 140);
        s.capWatts = isLarge ? 700 : 400;
        s.overheadSeconds = random.nextDouble(0.0005, 0.003);
        s.overheadSecondsPerSequence = random.nextDouble(0, 30e-6);
        s.driftShare = random.nextDouble(0, 0.04);
        s.driftSeconds = random.nextDouble(20, 80);
        s.budgetTokens = 256 << random.nextInt(0, 5);
        s.batch = 16 << random.nextInt(0, 4);
        s.promptMedian = Math.exp(random.nextDouble(Math.log(150), Math.log(2500)));
        s.promptSpread = random.nextDouble(0.3, 1.1);
        s.outputMedian = Math.exp(random.nextDouble(Math.log(40), Math.log(400)));
        s.outputSpread = random.nextDouble(0.3, 0.9);
        s.requests = 400;
        s.clients = Math.exp(random.nextDouble(Math.log(3), Math.log(40)));
        s.thinkShare = random.nextDouble(0, 1);
        s.poisson = random.nextBoolean();
        return s;
    }

    void model(int index) {
        parameters = MODELS[index][0];
        layers = MODELS[index][1];
        width = MODELS[index][2];
        keyValueWidth = MODELS[index][3];
    }

    StepPhysics physics() {
        int boards = tensorParallel;
        // Boards that work together wait for each other.
        double together = boards == 1 ? 1 : 0.85;
        return new StepPhysics(flopsPerSecond * boards * together, bytesPerSecond * boards * together,
                2 * parameters * (1 + 0.05 * draftTokens),
                overheadSeconds + (boards == 1 ? 0 : 2 * layers * 10e-6), overheadSecondsPerSequence,
                idleWatts * boards, constantWatts * boards, computeWatts * boards, memoryWatts * boards);
    }

    double limitWatts() {
        return capWatts * tensorParallel * replicas;
    }

    double restWatts() {
        return idleWatts * tensorParallel * replicas;
    }

    StepPhysics.Load load(double tokens, double position) {
        return new StepPhysics.Load(2 * parameters * tokens * (draftTokens > 0 ? 1.05 : 1)
                + 4 * layers * width * tokens * (position + tokens / 2),
                2 * 2 * layers * keyValueWidth * (position + tokens), 1);
    }
}
