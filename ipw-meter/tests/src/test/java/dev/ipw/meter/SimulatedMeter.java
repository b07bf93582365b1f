package dev.ipw.meter;

import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.telemetry.RunClock;
import dev.ipw.telemetry.internal.stream.StreamedBlock;
import dev.ipw.telemetry.internal.stream.StreamedDivision;
import dev.ipw.telemetry.internal.stream.StreamedRequest;
import dev.ipw.telemetry.internal.stream.StreamedShare;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

/** A process of a meter in simulated time: drawn requests on a board, divided in blocks of five seconds. */
public final class SimulatedMeter {
    /** The time from the start of a request to its first token, and from a token to the next one. */
    public static final long FIRST_TOKEN_NANOS = 50_000_000;
    public static final long TOKEN_NANOS = 20_000_000;

    private static final long BLOCK_NANOS = 5_000_000_000L;
    private static final long EPOCH_NANOS = 1_790_000_000_000_000_000L;
    private static final long SECOND = 1_000_000_000L;

    private final SimulatedBoard board;
    private final SimulatedLoad load;
    private final Random random;
    private final RunClock clock;
    private final EnergySeries series;
    private final StreamedDivision division;
    private final long beginNanos;
    private final List<MeterListener> listeners = new ArrayList<>();
    private final Map<String, Answer> open = new LinkedHashMap<>();
    // As the meter keeps them.
    private final Map<String, MeteredRequest> finished = new LinkedHashMap<>();
    private long nowNanos;
    private long seenNanos;
    private long started;
    private long tokens;
    private long divisionProcessorNanos;
    private long maxLateNanos;
    private boolean isLeftOut;

    /** A request and what is left of its answer. */
    private static final class Answer {
        private final MeteredRequest request;
        private final SimulatedLoad.Arrival arrival;
        private long nextTokenNanos;
        private long output;

        Answer(MeteredRequest request, SimulatedLoad.Arrival arrival) {
            this.request = request;
            this.arrival = arrival;
            nextTokenNanos = arrival.startNanos() + FIRST_TOKEN_NANOS;
        }
    }

    /** Starts at a moment, with a number of requests of two models and three tenants that are always open. */
    public SimulatedMeter(SimulatedBoard board, MeterListener listener, long seed, long startNanos, int concurrent) {
        this(board, (from, until, open, random) -> {
            List<SimulatedLoad.Arrival> arrivals = new ArrayList<>();
            while (open + arrivals.size() < concurrent) {
                long start = from + (long) (random.nextDouble() * (until - from));
                double expected = 100 + random.nextInt(50);
                long answer = 1 + random.nextInt(400);
                arrivals.add(new SimulatedLoad.Arrival(start,
                        RequestOrigin.of("model-" + random.nextInt(2), "tenant-" + random.nextInt(3)), expected, 120,
                        answer));
            }
            return arrivals;
        }, seed, startNanos);
        addListener(listener);
    }

    /** Starts at a moment; the readings of the board begin a second before. */
    public SimulatedMeter(SimulatedBoard board, SimulatedLoad load, long seed, long startNanos) {
        this.board = board;
        this.load = load;
        random = new Random(seed);
        clock = new RunClock(startNanos - 7, EPOCH_NANOS + startNanos - 7);
        beginNanos = MeterTime.wholeMicros(clock, startNanos);
        nowNanos = beginNanos;
        seenNanos = beginNanos;
        series = board.readFrom(startNanos - SECOND).series();
        board.readTo(nowNanos);
        division = new StreamedDivision(() -> isLeftOut ? List.of() : List.of(series), (device, span) -> List.of(),
                device -> OptionalDouble.of(SimulatedBoard.MAX_WATTS), nowNanos);
    }

    /** Adds a receiver of figures. */
    public void addListener(MeterListener listener) {
        listeners.add(listener);
    }

    /** Gives readings late: those of up to the last seconds of a block come between its division and its log. */
    public SimulatedMeter readLate(long maxNanos) {
        maxLateNanos = maxNanos;
        return this;
    }

    /** Leaves the board out of the next blocks, or divides it again. */
    public SimulatedMeter leaveOut(boolean isNow) {
        isLeftOut = isNow;
        return this;
    }

    /** Returns when it began. */
    public long beginNanos() {
        return beginNanos;
    }

    /** Returns the end of the last block; events and readings are known for 2.5 s more. */
    public long nowNanos() {
        return nowNanos;
    }

    /** Returns the wall clock at the moment up to which events are known. */
    public Instant now() {
        return clock.instant(seenNanos);
    }

    /** Returns the joules of each request that {@link EnergyMeter#find} would know and whose figures are final. */
    public Map<String, EnergyReading> finals() {
        Map<String, EnergyReading> finals = new LinkedHashMap<>();
        finished.forEach((id, request) -> finals.put(id, request.figures().energy()));
        return finals;
    }

    /** Counts the requests that are kept since their figures are final. */
    public int keptFinals() {
        return finished.size();
    }

    /** Counts the tokens that were streamed. */
    public long tokens() {
        return tokens;
    }

    /** Counts the requests that were started. */
    public long started() {
        return started;
    }

    /** Counts the requests whose figures are not final. */
    public int open() {
        return open.size();
    }

    /** Returns the division. */
    public StreamedDivision division() {
        return division;
    }

    /** Returns the processor time that was spent on dividing. */
    public long divisionProcessorNanos() {
        return divisionProcessorNanos;
    }

    /** Goes on for a number of blocks. */
    public SimulatedMeter run(int blocks) {
        for (int i = 0; i < blocks; i++) {
            block();
        }
        return this;
    }

    private void block() {
        long from = seenNanos;
        long until = MeterTime.wholeMicros(clock, from + BLOCK_NANOS + random.nextInt(200_000_000));
        seenNanos = until;
        load.arrivals(from, until, open.size(), random).forEach(this::start);
        List<RequestEvents> events = new ArrayList<>();
        for (Answer answer : open.values()) {
            answerUntil(answer, until);
            answer.request.takeEvents().ifPresent(events::add);
        }
        board.readTo(until + SECOND / 10 - (maxLateNanos > 0 ? random.nextLong(maxLateNanos) : 0));
        StreamedBlock divided = divide(MeterTime.wholeMicros(clock, until - StreamedDivision.LOOK_AHEAD));
        board.readTo(until + SECOND / 10);
        open.values().forEach(answer -> answer.request.releaseEvents());
        nowNanos = divided.time().endNanos();
        MeasuredBlock measured = new MeasuredBlock(clock, divided.time(), divided.series(),
                Map.of(SimulatedBoard.NAME, SimulatedBoard.MAX_WATTS), Map.of(), Map.of(), events);
        notifyAll(listener -> listener.blockMeasured(measured));
        List<MeterBlock.RequestShare> shares = new ArrayList<>();
        List<MeteredRequest> complete = new ArrayList<>();
        for (StreamedShare share : divided.shares()) {
            MeteredRequest request = Objects.requireNonNull(open.get(share.request().id())).request;
            request.add(share);
            shares.add(new MeterBlock.RequestShare(request.id(), request.origin(), share.energy(),
                    share.blockPhases()));
            if (share.isLast()) {
                complete.add(request);
            }
        }
        MeterBlock result = new MeterBlock(clock.instant(divided.time().startNanos()),
                Duration.ofNanos(divided.time().nanos()),
                divided.devices().stream().map(one -> new MeterBlock.DeviceBlock(one.name(), one.total(),
                        one.requestsJoules(), one.idleJoules(), one.otherJoules(), one.trust(), one.quality()))
                        .toList(),
                shares);
        notifyAll(listener -> listener.blockDivided(result));
        complete.forEach(this::finish);
    }

    private StreamedBlock divide(long untilNanos) {
        var threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        StreamedBlock divided = division.divide(untilNanos);
        divisionProcessorNanos += threads.getCurrentThreadCpuTime() - before;
        return divided;
    }

    private void start(SimulatedLoad.Arrival arrival) {
        String id = HexFormat.of().toHexDigits(beginNanos) + HexFormat.of().toHexDigits(started++);
        StreamedRequest streamed = new StreamedRequest(id, MeterTime.wholeMicros(clock, arrival.startNanos()), Set.of(),
                arrival.expectedInputTokens());
        open.put(id, new Answer(
                new MeteredRequest(streamed, arrival.origin(), clock, division, arrival.expectedInputTokens(),
                        Optional.empty()),
                arrival));
    }

    private void answerUntil(Answer answer, long until) {
        long all = answer.arrival.answerTokens();
        while (answer.output < all && answer.nextTokenNanos < until) {
            long at = answer.nextTokenNanos;
            answer.request.tokens(1, at);
            tokens++;
            if (++answer.output == all) {
                answer.request.finish(200, RequestTokens.of(answer.arrival.inputTokens(), all), Optional.empty(),
                        at + 500_000);
            }
            answer.nextTokenNanos += TOKEN_NANOS + (long) (random.nextGaussian() * 1_000_000);
        }
    }

    private void finish(MeteredRequest request) {
        open.remove(request.id());
        finished.put(request.id(), request);
        if (finished.size() > EnergyMeter.MAX_KEPT_FINAL) {
            finished.remove(finished.keySet().iterator().next());
        }
        RequestFigures figures = request.figures();
        notifyAll(listener -> listener.requestFinished(figures));
    }

    private void notifyAll(Consumer<MeterListener> event) {
        listeners.forEach(event);
    }
}
