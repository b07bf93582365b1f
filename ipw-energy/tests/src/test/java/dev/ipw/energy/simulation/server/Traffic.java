package dev.ipw.energy.simulation.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/** The clients: when they ask, how much, and when they give up. */
final class Traffic {

    final List<Sequence> sequences = new ArrayList<>();
    private final Setup setup;
    private final boolean awaitsAnswers;
    private final int requests;
    /** What the sizes are multiplied with. */
    private final double load;
    private final SplittableRandom random;
    private final double startSeconds;
    private final int[] prefixTokens;

    Traffic(Setup setup, double load, SplittableRandom random) {
        this.setup = setup;
        awaitsAnswers = setup.arrivals == ArrivalStyle.CLOSED_LOOP || setup.arrivals == ArrivalStyle.BATCH_JOB;
        // fewer requests first, then smaller ones
        requests = awaitsAnswers ? setup.requests : (int) Math.clamp(load * setup.requests, 110, setup.requests);
        this.load = load * setup.requests / requests;
        this.random = random;
        startSeconds = random.nextDouble(2, 6);
        prefixTokens = random.ints(setup.prefixes, 100, 3000).toArray();
    }

    void open() {
        while (sequences.size() < (awaitsAnswers ? setup.users : requests)) {
            int together = setup.arrivals == ArrivalStyle.BURSTS ? random.nextInt(2, 22) : 1;
            double seconds = startSeconds + random.nextDouble(awaitsAnswers ? 2 : setup.windowSeconds);
            for (int i = 0; i < together; i++) {
                ask(seconds + (together > 1 ? random.nextDouble(0.4) : 0), sequences.size(), 0);
            }
        }
    }

    /** What the user of an answered request asks next. */
    Optional<Sequence> successor(Sequence answered, double seconds) {
        if (!awaitsAnswers || sequences.size() >= 490 || seconds > startSeconds + setup.windowSeconds) {
            return Optional.empty();
        }
        double meanSeconds = load * Math.min(setup.thinkSeconds, setup.users * setup.windowSeconds / 200);
        double thinkSeconds = setup.arrivals == ArrivalStyle.BATCH_JOB
                ? 0.02
                : -Math.log(1 - random.nextDouble()) * meanSeconds;
        int talkedTokens = answered.inputTokens + answered.generated;
        return Optional.of(ask(seconds + thinkSeconds, answered.user, talkedTokens < 4000 * load ? talkedTokens : 0));
    }

    /** What a user's talk is cached under, once its last answer is there. */
    static int talkKey(int user) {
        return 1000 + user;
    }

    private Sequence ask(double seconds, int user, int talkedTokens) {
        Profile profile = setup.profiles.get(random.nextInt(setup.profiles.size()));
        int group = setup.prefixes > 0 ? random.nextInt(setup.prefixes) : -1;
        boolean talksOn = talkedTokens > 0 && setup.prefixes > 0 && random.nextDouble() < 0.6;
        int prefix = talksOn ? talkedTokens : group >= 0 ? (int) (load * prefixTokens[group]) : 0;
        int input = prefix + size(profile.inputTokens() * load / (prefix > 0 ? 3 : 1), profile.inputSpread(), 60_000);
        int output = profile == Profile.ONE_TOKEN
                ? 1
                : size(profile.outputTokens() * load, profile.outputSpread(), 1500);
        Sequence sequence = new Sequence("request-" + sequences.size(), user, seconds, input, output);
        sequence.arrivalSeconds = seconds + random.nextDouble(0.001, 0.03);
        sequence.prefixKey = talksOn || group < 0 ? talkKey(user) : group;
        sequence.prefixTokens = prefix;
        sequence.acceptance = random.nextDouble(0.3, 0.95);
        sequence.adapter = setup.adapters > 0 && random.nextDouble() < 0.9
                ? (int) (setup.adapters * Math.pow(random.nextDouble(), 2))
                : -1;
        sequence.lane = random.nextInt(setup.shapes.size());
        if (output > 8 && random.nextDouble() < setup.cancelChance) {
            sequence.cancelTokens = random.nextInt(2, output);
            sequence.noticeSeconds = random.nextDouble(0.03, 1.2);
        }
        sequences.add(sequence);
        return sequence;
    }

    private int size(double median, double spread, int most) {
        return Math.clamp(Math.round(median * Math.exp(spread * random.nextGaussian())), 4, most);
    }
}
