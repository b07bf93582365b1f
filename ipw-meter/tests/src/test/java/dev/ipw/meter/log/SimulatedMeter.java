package dev.ipw.meter.log;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.meter.MeasuredBlock;
import dev.ipw.meter.MeterBlock;
import dev.ipw.meter.RequestEvents;
import dev.ipw.meter.RequestFigures;
import dev.ipw.meter.RequestOrigin;
import dev.ipw.meter.RequestTokens;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.internal.stream.StreamedBlock;
import dev.ipw.telemetry.internal.stream.StreamedDivision;
import dev.ipw.telemetry.internal.stream.StreamedRequest;
import dev.ipw.telemetry.internal.stream.StreamedShare;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;

/** A process of a meter in simulated time: drawn requests on a board, divided in blocks of five seconds into a log. */
final class SimulatedMeter {
    static final long BLOCK_NANOS = 5_000_000_000L;
    private static final long EPOCH_NANOS = 1_790_000_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private final SimulatedBoard board;
    private final MeterLog log;
    private final Random random;
    private final RunClock clock;
    private final EnergySeries series;
    private final StreamedDivision division;
    private final int concurrent;
    private final String prefix;
    private final Map<String, Request> open = new LinkedHashMap<>();
    private final Map<String, EnergyReading> finals = new LinkedHashMap<>();
    private long nowNanos;
    private long seenNanos;
    private int started;
    private long tokens;

    private static final class Request {
        private final StreamedRequest streamed;
        private final RequestOrigin origin;
        private final double expected;
        private final long input;
        private long nextTokenNanos;
        private long lastTokenNanos;
        private long tokensLeft;
        private long output;
        private boolean isNew = true;
        private OptionalLong first = OptionalLong.empty();
        private OptionalLong end = OptionalLong.empty();
        private Optional<StreamedShare> share = Optional.empty();

        Request(StreamedRequest streamed, RequestOrigin origin, double expected, long input, long nextTokenNanos,
                long tokensLeft) {
            this.streamed = streamed;
            this.origin = origin;
            this.expected = expected;
            this.input = input;
            this.nextTokenNanos = nextTokenNanos;
            this.tokensLeft = tokensLeft;
        }
    }

    /** Starts at a moment; the readings of the board begin a second before. */
    SimulatedMeter(SimulatedBoard board, MeterLog log, long seed, long startNanos, int concurrent) {
        this.board = board;
        this.log = log;
        this.concurrent = concurrent;
        random = new Random(seed);
        prefix = "r" + startNanos / SECOND + "-";
        clock = new RunClock(startNanos - 7, EPOCH_NANOS + startNanos - 7);
        nowNanos = micro(startNanos);
        seenNanos = nowNanos;
        series = board.readFrom(startNanos - SECOND).series();
        board.readTo(nowNanos);
        division = new StreamedDivision(() -> List.of(series), (device, span) -> List.of(),
                device -> OptionalDouble.of(SimulatedBoard.MAX_WATTS), nowNanos);
    }

    private long micro(long nanos) {
        return nanos - Math.floorMod(clock.sinceAnchor(nanos), 1000L);
    }

    /** Returns the end of the last block; events and readings are known for 2.5 s more. */
    long nowNanos() {
        return nowNanos;
    }

    /** Returns the joules of each request whose figures are final. */
    Map<String, EnergyReading> finals() {
        return finals;
    }

    /** Counts the tokens that were streamed. */
    long tokens() {
        return tokens;
    }

    int open() {
        return open.size();
    }

    SimulatedMeter run(int blocks) {
        for (int i = 0; i < blocks; i++) {
            block();
        }
        return this;
    }

    private void block() {
        long from = seenNanos;
        long until = micro(from + BLOCK_NANOS + random.nextInt(200_000_000));
        seenNanos = until;
        while (open.size() < concurrent) {
            start(from + (long) (random.nextDouble() * (until - from)));
        }
        List<RequestEvents> events = new ArrayList<>();
        for (Request request : open.values()) {
            events(request, until).ifPresent(events::add);
        }
        board.readTo(until + SECOND / 10);
        StreamedBlock divided = division.divide(micro(until - StreamedDivision.LOOK_AHEAD));
        nowNanos = divided.time().endNanos();
        log.blockMeasured(new MeasuredBlock(clock, divided.time(), List.of(series),
                Map.of(SimulatedBoard.NAME, SimulatedBoard.MAX_WATTS), Map.of(), events));
        List<MeterBlock.RequestShare> shares = new ArrayList<>();
        List<Request> complete = new ArrayList<>();
        for (StreamedShare share : divided.shares()) {
            Request request = Objects.requireNonNull(open.get(share.request().id()));
            request.share = Optional.of(request.share.map(sum -> sum.plus(share)).orElse(share));
            shares.add(new MeterBlock.RequestShare(share.request().id(), request.origin, share.energy(),
                    share.blockPhases()));
            if (share.isLast()) {
                complete.add(request);
            }
        }
        log.blockDivided(new MeterBlock(clock.instant(divided.time().startNanos()),
                Duration.ofNanos(divided.time().nanos()),
                divided.devices().stream().map(one -> new MeterBlock.DeviceBlock(one.name(), one.total(),
                        one.requestsJoules(), one.idleJoules(), one.otherJoules(), one.trust(), one.quality()))
                        .toList(),
                shares));
        complete.forEach(this::finish);
    }

    private void start(long atNanos) {
        String id = prefix + started++;
        long start = micro(atNanos);
        double expected = 100 + random.nextInt(50);
        StreamedRequest streamed = new StreamedRequest(id, start, Set.of(), expected);
        long answer = 1 + random.nextInt(400);
        open.put(id,
                new Request(streamed, RequestOrigin.of("model-" + random.nextInt(2), "tenant-" + random.nextInt(3)),
                        expected, 120, start + 50_000_000, answer));
        division.add(streamed);
    }

    private Optional<RequestEvents> events(Request request, long until) {
        boolean isNew = request.isNew;
        request.isNew = false;
        long[] times = new long[1000];
        int count = 0;
        while (request.tokensLeft > 0 && request.nextTokenNanos < until) {
            long at = micro(request.nextTokenNanos);
            request.first = request.first.isPresent() ? request.first : OptionalLong.of(at);
            request.streamed.addTokens(at, 1);
            times[count++] = at;
            request.lastTokenNanos = at;
            request.output++;
            request.tokensLeft--;
            request.nextTokenNanos += 20_000_000 + (long) (random.nextGaussian() * 1_000_000);
        }
        tokens += count;
        OptionalLong output = OptionalLong.empty();
        OptionalLong input = OptionalLong.empty();
        if (request.tokensLeft == 0 && request.end.isEmpty()) {
            long end = micro(request.lastTokenNanos + 500_000);
            request.end = OptionalLong.of(end);
            input = OptionalLong.of(request.input);
            output = OptionalLong.of(request.output);
            request.streamed.countInput(request.input, 0, end);
            request.streamed.end(end, output);
        }
        if (!isNew && count == 0 && output.isEmpty()) {
            return Optional.empty();
        }
        float[] ones = new float[count];
        Arrays.fill(ones, 1);
        return Optional.of(new RequestEvents(request.streamed.id(), request.origin, isNew,
                request.streamed.startNanos(), request.expected, false, false, Arrays.copyOf(times, count), ones, input,
                0,
                request.end.orElse(0), output.isPresent() ? request.end : OptionalLong.empty(), output));
    }

    private void finish(Request request) {
        open.remove(request.streamed.id());
        StreamedShare share = request.share.orElseThrow();
        EnergyReading energy = share.energy();
        finals.put(request.streamed.id(), energy);
        long start = request.streamed.startNanos();
        log.requestFinished(new RequestFigures(request.streamed.id(), request.origin, instant(start),
                request.first.isPresent()
                        ? Optional.of(Duration.ofNanos(request.first.getAsLong() - start))
                        : Optional.empty(),
                Optional.of(Duration.ofNanos(request.end.orElseThrow() - start)), OptionalInt.of(200),
                Optional.empty(), RequestTokens.of(request.input, request.output), energy, share.phases(),
                share.fixedJoules(), share.trust(), true));
    }

    private Instant instant(long nanos) {
        return clock.instant(nanos);
    }
}
