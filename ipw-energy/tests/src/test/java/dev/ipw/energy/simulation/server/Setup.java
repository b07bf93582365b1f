package dev.ipw.energy.simulation.server;

import java.util.List;
import java.util.SplittableRandom;

/** All that is drawn for a server before it starts; a kind changes what makes it unusual. */
final class Setup extends Dice {

    List<ModelShape> shapes = List.of(
            pick(ModelShape.DENSE_3B, ModelShape.DENSE_8B, ModelShape.DENSE_8B_BYTES, ModelShape.DENSE_13B));
    Scheduling scheduling = pick(Scheduling.CHUNKED, Scheduling.CHUNKED, Scheduling.PROMPTS_FIRST);
    ArrivalStyle arrivals = pick(ArrivalStyle.values());
    List<Profile> profiles = pick(List.of(Profile.CHAT), List.of(Profile.CHAT, Profile.BATCH),
            List.of(Profile.CHAT, Profile.REASONING),
            List.of(Profile.CHAT, Profile.CHAT, Profile.RETRIEVAL),
            List.of(Profile.CHAT, Profile.BATCH, Profile.ONE_TOKEN, Profile.RETRIEVAL));
    int boards = 1;
    int stages = 1;
    int chunkTokens = pick(512, 1024, 2048, 4096, 8192);
    int maxRunning = random.nextInt(16, 61);
    int draftTokens;
    int adapters;
    int prefixes;
    int users = random.nextInt(6, 49);
    int requests = random.nextInt(130, 481);
    boolean padsToPowers;
    boolean holdsAnswers;
    boolean followsLoad;
    double keyValueTokens = 1e9;
    double paddedSeconds;
    double batchWaitSeconds;
    double limitShare = 1;
    double foreignShare;
    double leakShare = random.nextDouble(0.002, 0.02);
    double limitCelsius = random.nextDouble(55, 78);
    double deepAfterSeconds = Double.POSITIVE_INFINITY;
    double clockLagSeconds = random.nextDouble(0.02, 0.3);
    double gapSeconds = random.nextDouble(0.0002, 0.003);
    double rowSeconds = random.nextDouble(5e-6, 6e-5);
    double wakeSeconds = random.nextDouble(0.005, 0.1);
    double pauseChance = 0.0005;
    double windowSeconds = random.nextDouble(75, 140);
    double thinkSeconds = random.nextDouble(0.5, 8);
    double cancelChance = random.nextBoolean() ? 0 : random.nextDouble(0.12);

    Setup(SplittableRandom random) {
        super(random);
    }

    Board board(PowerCurve curve) {
        BoardSpec spec = BoardSpec.drawn(curve, boards, limitShare, random);
        BoardHabits habits = new BoardHabits(leakShare, random.nextDouble(12, 60), limitCelsius,
                random.nextDouble(76, 84),
                random.nextDouble(0.2, 6), deepAfterSeconds, random.nextDouble(0.3, 0.7), random.nextDouble(0.04));
        double foreignWatts = foreignShare > 0
                ? spec.awakeWatts() + foreignShare * (spec.limitWatts() - spec.awakeWatts())
                : 0;
        return new Board(spec, habits,
                new Governor(followsLoad, clockLagSeconds, random.nextDouble(0.35, 0.55), spec.limitWatts()),
                new ForeignLoad(foreignWatts, random.nextDouble(0.5, 10), random.nextLong()), random.split());
    }

    StepRules rules(ModelShape shape) {
        double linkBytes = scheduling == Scheduling.PROMPTS_ONLY
                ? shape.keyValueBytes()
                : boards > 1 && stages == 1 ? 8.0 * shape.layers() * shape.hidden() * (boards - 1) / boards : 0;
        double launchSeconds = shape.layers() * (random.nextDouble(4e-6, 25e-6) + (linkBytes > 0 ? 16e-6 : 0));
        return new StepRules(shape, stages, padsToPowers, scheduling == Scheduling.STATIC, draftTokens,
                random.nextDouble(0.04, 0.12),
                random.nextDouble(5e7, 4e8), linkBytes, launchSeconds, paddedSeconds);
    }
}
