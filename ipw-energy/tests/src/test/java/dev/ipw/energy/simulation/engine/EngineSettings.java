package dev.ipw.energy.simulation.engine;

import java.util.SplittableRandom;

/**
 * What an engine, its load, its board and its log are like. {@link #draw} draws the primary figures, a kind changes some,
 * and {@link #derive} works out lengths and costs that fit them.
 */
final class EngineSettings {
    /** How requests come. */
    enum Load {
        POISSON, CLOSED_LOOP, BURSTS
    }

    /** How the log tells when tokens came. */
    enum Stamps {
        EXACT, JITTERED, LATE, LATE_BY_A_STEP, COALESCED, ABSENT
    }

    // load
    int requests;
    double durationSeconds;
    double concurrency;
    Load load = Load.POISSON;
    double queueFactor = 1;
    double thinkSeconds;
    double promptJoulesShare;
    double inputSpread;
    double outputSpread;
    double meanInput = 500;
    double meanOutput = 200;

    // scheduler
    double batchRoom;
    int maxBatch;
    int chunkTokens;
    boolean promptsApart;
    long contextRoomTokens = Long.MAX_VALUE;
    double contextRoomShare = Double.POSITIVE_INFINITY;
    int deliverySteps;
    boolean firstTokenByDecode;
    boolean overruns;
    int draftTokens;
    double draftAcceptance;
    double cacheHits;
    boolean cacheLogged;
    double stallShare;

    // time of a step, as shares of the weights' time at the usual batch
    double hostSeconds;
    double weightSeconds;
    double promptTokensPerSecond;
    double decodeTimeShare;
    double contextTimeShare;
    double attentionShare;
    boolean roofline;
    double saturationShare = Double.POSITIVE_INFINITY;

    // power, as shares of what lies between idle and the limit
    double fixedPowerShare;
    double promptPowerShare;
    double decodePowerShare;
    double contextPowerShare;
    double timeNoise;
    double energyNoise;
    double wander;

    // board, meter and log
    double limitWatts;
    double idleWatts;
    double warmWatts;
    double warmSeconds;
    double lagSeconds;
    double counterPeriodSeconds;
    double counterMillijoules;
    double pollSeconds;
    double pollJitterSeconds;
    boolean hasCounter = true;
    boolean hasPower;
    double averagingSeconds;
    Stamps stamps = Stamps.EXACT;
    double networkSeconds;
    int coalescedTokens;
    boolean countsLogged;
    boolean firstTokenLogged = true;
    double missingShare;
    double foreignPowerShare;

    /** Draw the figures of a usual engine: an 8B to 70B model on one data-centre board. */
    static EngineSettings draw(SplittableRandom random) {
        EngineSettings s = new EngineSettings();
        s.drawLoad(random);
        s.drawEngine(random);
        s.drawBoard(random);
        return s;
    }

    private void drawLoad(SplittableRandom random) {
        requests = random.nextInt(150, 600);
        durationSeconds = random.nextDouble(70, 240);
        concurrency = Math.exp(random.nextDouble(Math.log(3), Math.log(40)));
        load = random.nextDouble() < 0.7 ? Load.POISSON : Load.CLOSED_LOOP;
        thinkSeconds = random.nextBoolean() ? 0 : random.nextDouble(0.001, 0.3);
        promptJoulesShare = random.nextDouble(0.05, 0.4);
        inputSpread = random.nextDouble(0.3, 1.1);
        outputSpread = random.nextDouble(0.3, 1.0);
        networkSeconds = random.nextDouble(0.0001, 0.0015);
    }

    private void drawEngine(SplittableRandom random) {
        batchRoom = random.nextDouble(1.5, 4);
        chunkTokens = 256 << random.nextInt(0, 6);
        deliverySteps = random.nextInt(0, 2);
        overruns = random.nextBoolean();
        hostSeconds = random.nextDouble(0.0002, 0.003);
        weightSeconds = Math.exp(random.nextDouble(Math.log(0.005), Math.log(0.055)));
        promptTokensPerSecond = Math.exp(random.nextDouble(Math.log(5_000), Math.log(50_000)));
        decodeTimeShare = random.nextDouble(0.05, 0.5);
        contextTimeShare = random.nextDouble(0.02, 0.25);
        attentionShare = random.nextDouble(0, 0.1);
        fixedPowerShare = random.nextDouble(0.2, 0.5);
        promptPowerShare = random.nextDouble(0.5, 0.95);
        decodePowerShare = random.nextDouble(0.05, 0.3);
        contextPowerShare = random.nextDouble(0.01, 0.15);
        timeNoise = random.nextDouble(0.01, 0.05);
        energyNoise = random.nextDouble(0.01, 0.05);
        wander = random.nextDouble(0, 0.03);
    }

    private void drawBoard(SplittableRandom random) {
        limitWatts = new double[]{300, 350, 400, 500, 700, 1_000}[random.nextInt(6)];
        idleWatts = limitWatts * random.nextDouble(0.08, 0.2);
        warmWatts = idleWatts;
        lagSeconds = random.nextDouble() < 0.2 ? 0 : random.nextDouble(0, 0.03);
        counterPeriodSeconds = random.nextDouble(0.02, 0.1);
        counterMillijoules = new double[]{1, 1, 1, 15.26, 100, 1_000}[random.nextInt(6)];
        pollSeconds = random.nextDouble(0.01, 0.06);
        pollJitterSeconds = random.nextDouble(0.0001, 0.003);
        hasPower = random.nextDouble() < 0.6;
        averagingSeconds = new double[]{0, 0.025, 0.1, 1}[random.nextInt(4)];
        coalescedTokens = random.nextInt(2, 9);
        countsLogged = random.nextDouble() < 0.7;
    }

    /** Return the watts between idle and the limit. */
    double rangeWatts() {
        return limitWatts - idleWatts;
    }

    /** Return the watts that the engine may draw above idle. */
    double engineWatts() {
        return rangeWatts() * (1 - foreignPowerShare);
    }

    /** Return the mean tokens that a decode step gives a request. */
    double tokensPerDecode() {
        double tokens = 1;
        double chance = 1;
        for (int i = 0; i < draftTokens; i++) {
            chance *= draftAcceptance;
            tokens += chance;
        }
        return tokens;
    }

    /** Work out the lengths that give the drawn concurrency and the drawn share of joules by prompts. */
    void derive() {
        double step = stepSeconds();
        double tokens = durationSeconds * concurrency / step * tokensPerDecode();
        requests = Math.clamp(Math.round(tokens / 60), Math.min(100, requests), requests);
        meanOutput = Math.clamp(tokens / requests, 16, 1_200);
        double decodes = meanOutput / tokensPerDecode();
        double shared = (rangeWatts() * (fixedPowerShare + decodePowerShare * (1 + draftTokens) + contextPowerShare)
                * weightSeconds + idleWatts * step) / usualBatch();
        double promptJoules = promptJoulesShare / (1 - promptJoulesShare) * decodes * shared;
        // the mean of squares of lengths is larger than the square of the mean
        double attention = 1 + attentionShare * Math.exp(inputSpread * inputSpread);
        double promptTimeShare = Math.min(0.4, concurrency / 3);
        double affordable = promptTimeShare * promptTokensPerSecond * durationSeconds / requests;
        meanInput = Math.clamp(Math.min(promptJoules / joulesPerPromptToken(), affordable) / attention, 8, 8_000);
        maxBatch = Math.max(1, (int) Math.round(concurrency * batchRoom));
        if (contextRoomShare < Double.POSITIVE_INFINITY) {
            contextRoomTokens = Math.round(contextRoomShare * concurrency * meanContext());
        }
    }

    private double stepSeconds() {
        return hostSeconds + weightSeconds * (1 + decodeTimeShare + contextTimeShare);
    }

    /** Return the requests in a usual decode step. */
    double usualBatch() {
        return Math.max(1, concurrency);
    }

    double meanContext() {
        return meanInput + meanOutput / 2;
    }

    double joulesPerPromptToken() {
        return rangeWatts() * promptPowerShare / promptTokensPerSecond;
    }
}
