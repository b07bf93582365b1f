package dev.ipw.meter.metrics;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.PhaseJoules;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.meter.MeterBlock;
import dev.ipw.meter.MeterListener;
import dev.ipw.meter.RequestFigures;
import dev.ipw.meter.RequestOrigin;
import dev.ipw.meter.RequestTokens;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;

/**
 * A meter whose figures are drawn: each block has a few open requests and two devices, and its joules are divided as the
 * contract of {@link MeterBlock} demands.
 */
final class DrawnMeter {
    private static final Duration BLOCK = Duration.ofSeconds(5);

    private final Random random;
    private final List<String> models;
    private final List<String> tenants;
    private final List<Open> open = new ArrayList<>();
    private Instant now;
    /** The joules that were drawn, as the metrics should count them. */
    double deviceJoules;
    double requestJoules;
    double idleJoules;
    double otherJoules;
    long finished;

    DrawnMeter(long seed, Instant begin, List<String> models, List<String> tenants) {
        random = new Random(seed);
        now = begin;
        this.models = models;
        this.tenants = tenants;
    }

    private static final class Open {
        private final String id;
        private final RequestOrigin origin;
        private final Instant started;
        private int blocksLeft;
        private double joules;
        private double promptJoules;

        Open(String id, RequestOrigin origin, Instant started, int blocksLeft) {
            this.id = id;
            this.origin = origin;
            this.started = started;
            this.blocksLeft = blocksLeft;
        }
    }

    int openRequests() {
        return open.size();
    }

    Instant now() {
        return now;
    }

    /** Draws the next block of five seconds and the requests that end in it. */
    void block(MeterListener listener) {
        block(listener, BLOCK);
    }

    void block(MeterListener listener, Duration length) {
        int arriving = random.nextInt(4);
        for (int i = 0; i < arriving; i++) {
            String id = HexFormat.of().toHexDigits(random.nextLong()) + HexFormat.of().toHexDigits(random.nextLong());
            RequestOrigin origin = RequestOrigin.of(models.get(random.nextInt(models.size())),
                    tenants.get(random.nextInt(tenants.size())));
            open.add(new Open(id, origin, now, 1 + random.nextInt(5)));
        }
        List<MeterBlock.DeviceBlock> devices = new ArrayList<>();
        double shared = 0;
        for (String device : List.of("GPU-0", "GPU-1")) {
            double total = length.toMillis() / 1e3 * (100 + 600 * random.nextDouble());
            double other = random.nextInt(10) == 0 ? total * 0.1 * random.nextDouble() : 0;
            double requests = open.isEmpty() ? 0 : (total - other) * (0.7 + 0.3 * random.nextDouble());
            double idle = total - other - requests;
            devices.add(new MeterBlock.DeviceBlock(device, reading(total, Provenance.MEASURED), requests, idle, other,
                    ShareTrust.values()[random.nextInt(3)], OptionalDouble.of(0.02)));
            deviceJoules += total;
            idleJoules += idle;
            otherJoules += other;
            shared += requests;
        }
        requestJoules += shared;
        listener.blockDivided(new MeterBlock(now, length, devices, shares(shared)));
        now = now.plus(length);
        for (Open request : List.copyOf(open)) {
            if (--request.blocksLeft == 0) {
                open.remove(request);
                finished++;
                listener.requestFinished(figures(request));
            }
        }
    }

    private List<MeterBlock.RequestShare> shares(double joules) {
        List<MeterBlock.RequestShare> shares = new ArrayList<>();
        double[] weights = random.doubles(open.size(), 0.1, 1).toArray();
        double sum = 0;
        for (double weight : weights) {
            sum += weight;
        }
        for (int i = 0; i < weights.length; i++) {
            Open request = open.get(i);
            double share = joules * weights[i] / sum;
            double prompt = share * random.nextDouble();
            boolean isSplit = random.nextInt(5) > 0;
            request.joules += share;
            request.promptJoules += prompt;
            shares.add(new MeterBlock.RequestShare(request.id, request.origin, reading(share, Provenance.ESTIMATED),
                    Optional.of(phases(prompt, share - prompt)).filter(phases -> isSplit)));
        }
        return shares;
    }

    private RequestFigures figures(Open request) {
        long output = 1 + random.nextInt(800);
        RequestTokens tokens = new RequestTokens(OptionalLong.of(50 + random.nextInt(3_000)), OptionalLong.of(40),
                OptionalLong.of(output), OptionalLong.of(output / 2));
        boolean isFailed = random.nextInt(20) == 0;
        return new RequestFigures(request.id, request.origin, request.started, Optional.of(Duration.ofMillis(300)),
                Optional.of(Duration.between(request.started, now)), OptionalInt.of(isFailed ? 500 : 200),
                Optional.of("the server failed").filter(failure -> isFailed),
                isFailed ? RequestTokens.UNKNOWN : tokens, reading(request.joules, Provenance.ESTIMATED),
                Optional.of(phases(request.promptJoules, request.joules - request.promptJoules)),
                OptionalDouble.empty(), ShareTrust.TRUSTED, true, Optional.empty());
    }

    static PhaseJoules phases(double promptJoules, double answerJoules) {
        return new PhaseJoules(new PhaseJoules.Part(promptJoules, 0.9 * promptJoules, 1.1 * promptJoules),
                new PhaseJoules.Part(answerJoules, 0.9 * answerJoules, 1.1 * answerJoules));
    }

    static EnergyReading reading(double joules, Provenance provenance) {
        return EnergyReading.of(joules, 0.9 * joules, 1.1 * joules, provenance, Scope.GPU, "drawn counter",
                provenance == Provenance.MEASURED
                        ? EnumSet.noneOf(EnergyFlag.class)
                        : EnumSet.of(EnergyFlag.ATTRIBUTED));
    }
}
