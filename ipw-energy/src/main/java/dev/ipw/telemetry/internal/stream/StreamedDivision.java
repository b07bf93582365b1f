package dev.ipw.telemetry.internal.stream;

import dev.ipw.energy.EnergyFinding;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.KnownCosts;
import dev.ipw.energy.attribution.internal.WorkHistory;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.telemetry.internal.division.DeviceAccount;
import dev.ipw.telemetry.internal.division.DeviceAccounts;
import dev.ipw.telemetry.internal.division.DividedPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The division of the joules of devices over streamed requests, block after block. A block is divided for good by the
 * events up to {@link #LOOK_AHEAD} after its end, and by costs of work that are learned from the blocks of the last
 * minutes. Requests may be added from any thread; one thread at a time divides. Its memory grows with the requests and
 * tokens of the last minute, not with time.
 *
 * <p>No clock is read: the same readings, events and ends of blocks give the same shares. A replay has to give the
 * readings up to the one that shows all joules up to 1.5 s after the end of the last block, at the same times; the
 * requests by name and start with the times of all their events, that of the count of their prompts too; the limits of
 * the devices; and the end of each block. Series whose older half was thinned since are the same.
 */
public final class StreamedDivision {
    /** The time after the end of a block whose events count, while requests are open at its end, in nanoseconds. */
    public static final long LOOK_AHEAD = TimeUnit.MILLISECONDS.toNanos(2500);

    private static final long READINGS_AHEAD_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long REPORTED_LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    // Some exporters are refreshed each 15 s.
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(40);
    private static final long LEAD_IN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long LONGEST_LEAD_IN_NANOS = TimeUnit.SECONDS.toNanos(4);
    private static final long KEPT_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_KEPT_TIMES = 400_000;
    private static final double LIKELY_FACTOR = 3;
    private static final int MAX_REASON_CHARACTERS = 300;
    private static final Logger LOGGER = LoggerFactory.getLogger(StreamedDivision.class);

    private final Supplier<List<EnergySeries>> devices;
    private final DeviceAccounts accounts;
    private final long beginNanos;
    private final Queue<StreamedRequest> added = new ConcurrentLinkedQueue<>();
    private final List<StreamedRequest> pending = new ArrayList<>();
    private final Map<DeviceAccount, WorkHistory> histories = new IdentityHashMap<>();
    private long keptFromNanos;
    private long knownNanos;
    private boolean hasBegun;
    private volatile long dividedNanos;
    private volatile CountedTokens counted = CountedTokens.UNKNOWN;
    private volatile Map<String, KnownCosts> costs = Map.of();

    /**
     * Creates a division that begins at a moment, of devices about which nothing is known but their joules.
     *
     * @param devices    lists the joules of each device that is divided now
     * @param beginNanos the moment
     */
    public StreamedDivision(Supplier<List<EnergySeries>> devices, long beginNanos) {
        this(devices, (series, span) -> List.of(), device -> OptionalDouble.empty(), beginNanos);
    }

    /**
     * Creates a division that begins at a moment.
     *
     * @param devices    lists the joules of each device that is divided now
     * @param findings   finds the doubts about a device's joules in a time
     * @param limitWatts returns the maximum power of a device by its name; empty if it is not known
     * @param beginNanos the moment
     */
    public StreamedDivision(Supplier<List<EnergySeries>> devices,
            BiFunction<EnergySeries, TimeSpan, List<EnergyFinding>> findings,
            Function<String, OptionalDouble> limitWatts, long beginNanos) {
        this.devices = devices;
        this.beginNanos = beginNanos;
        accounts = new DeviceAccounts(findings::apply, limitWatts);
        dividedNanos = beginNanos;
        keptFromNanos = beginNanos;
    }

    /** Adds a request that starts. */
    public void add(StreamedRequest request) {
        added.add(request);
    }

    /** Returns the end of the last block. */
    public long dividedNanos() {
        return dividedNanos;
    }

    /**
     * Returns the latest end of a block that can be divided now: almost now if no request is open, else
     * {@link #LOOK_AHEAD} ago; sooner if a counter has not shown the joules up to then, unless it is long overdue.
     *
     * @param nowNanos the time now
     * @return the end; not before that of the last block
     */
    public long divisibleUntil(long nowNanos) {
        take();
        // A mean over a time shows the joules of a moment only after that time.
        long quiet = nowNanos - REPORTED_LATE_NANOS - DeviceSeries.of(devices.get()).stream()
                .mapToLong(series -> series.device().averagingNanos()).max().orElse(0);
        boolean isOpen = pending.stream().anyMatch(one -> !one.isEndedBy(quiet));
        long until = isOpen ? nowNanos - LOOK_AHEAD : quiet;
        for (DeviceSeries series : DeviceSeries.of(devices.get())) {
            long settled = series.settledUntil().orElse(Long.MIN_VALUE);
            if (!series.isSettledAt(until) && series.lossReason().isEmpty()
                    && settled > nowNanos - LONGEST_WAIT_NANOS) {
                until = Math.min(until, settled);
            }
        }
        return Math.max(dividedNanos, until);
    }

    private void take() {
        for (StreamedRequest request = added.poll(); request != null; request = added.poll()) {
            pending.add(request);
        }
        // The order in which threads added them must not matter.
        pending.sort(Comparator.comparingLong(StreamedRequest::startNanos).thenComparing(StreamedRequest::id));
    }

    /**
     * Divides the joules from the end of the last block for good. While requests are open at the end of the block, it
     * should be called {@link #LOOK_AHEAD} after it: events that are not reported by then are not seen. The joules of a
     * device whose division fails are other in this block, and its requests have no figure.
     *
     * @param untilNanos the end of the block, up to which the counters have shown all joules
     * @return the block
     */
    public StreamedBlock divide(long untilNanos) {
        return divide(untilNanos, device -> Optional.empty());
    }

    /**
     * Divides the joules from the end of the last block for good, but for devices that are known to fail.
     *
     * @param untilNanos the end of the block
     * @param failures   returns the reason why the joules of a device, by its name, cannot be divided; empty if they
     *                   may be
     * @return the block
     */
    public StreamedBlock divide(long untilNanos, Function<String, Optional<String>> failures) {
        take();
        // A reading that comes while this block is divided counts in the next one, as in a log of this block.
        List<DeviceSeries> now = DeviceSeries.of(devices.get()).stream().map(DeviceSeries::asOfNow).toList();
        TimeSpan block = new TimeSpan(dividedNanos, Math.max(dividedNanos, untilNanos));
        boolean isOpen = pending.stream().anyMatch(one -> one.startNanos() < block.endNanos()
                && !one.isEndedBy(block.endNanos()));
        knownNanos = block.endNanos() + (isOpen ? LOOK_AHEAD : 0);
        CountedTokens countedBefore = counted;
        pending.stream().filter(one -> !one.isDivided() && one.isEndedBy(block.endNanos()))
                .forEach(one -> counted = one.count(counted));
        accounts.choose(now, block.endNanos(), block.startNanos(), hasBegun);
        if (!hasBegun) {
            accounts.list().forEach(account -> account.skipTo(beginNanos));
        }
        hasBegun = true;
        BlockShares shares = new BlockShares(block, knownNanos, counted, pending.stream()
                .filter(one -> !one.isDivided() && (one.startNanos() < block.endNanos()
                        || one.isEndedBy(block.endNanos())))
                .toList());
        Map<DeviceAccount, DividedPart> parts = new IdentityHashMap<>();
        try {
            for (DeviceAccount account : accounts.list()) {
                if (account.isCounted()) {
                    parts.put(account, divide(account, block, isOpen, shares, failures));
                }
                shares.miss(account);
            }
        } catch (RuntimeException | Error failed) {
            // The block is divided again, and must not be learned from twice.
            parts.keySet().forEach(histories::remove);
            counted = countedBefore;
            throw failed;
        }
        // Only now: what is kept before a failure would be in no block.
        for (DeviceAccount account : accounts.list()) {
            DividedPart part = parts.get(account);
            if (part != null) {
                account.keep(part, block.endNanos());
            } else {
                account.skipTo(block.endNanos());
            }
        }
        StreamedBlock divided = new StreamedBlock(block, List.copyOf(now), shares.devices(), shares.shares());
        Map<String, KnownCosts> known = new HashMap<>();
        histories.forEach((account, history) -> history.costs()
                .ifPresent(cost -> known.put(account.series().device().name(), cost)));
        costs = Map.copyOf(known);
        dividedNanos = block.endNanos();
        forget();
        return divided;
    }

    private DividedPart divide(DeviceAccount account, TimeSpan block, boolean isOpen, BlockShares shares,
            Function<String, Optional<String>> failures) {
        Optional<String> failure = failures.apply(account.series().device().name());
        if (failure.isEmpty()) {
            try {
                return divide(account, block, isOpen, shares);
            } catch (RuntimeException | Error failed) { // Whatever it is, the other devices are divided.
                LOGGER.debug("The joules of {} could not be divided", account.series().device().name(), failed);
                failure = Optional.of(Excerpt.of(failed.toString(), MAX_REASON_CHARACTERS));
            }
        }
        // It may hold half of this block.
        histories.remove(account);
        DividedPart part = account.undivided(block.endNanos());
        shares.fail(account, part, failure.orElseThrow());
        return part;
    }

    private DividedPart divide(DeviceAccount account, TimeSpan block, boolean isOpen, BlockShares shares) {
        String name = account.series().device().name();
        long averaging = account.series().device().averagingNanos();
        DeviceSeries seen = account.series()
                .settledAt(block.endNanos() + Math.max(averaging, isOpen ? READINGS_AHEAD_NANOS : 0));
        WorkHistory history = histories.computeIfAbsent(account, one -> new WorkHistory(() -> kept(name)));
        List<StreamedRequest> served = served(name);
        long from = history.isSimulated() ? keptFromNanos : leadIn(served, block);
        List<StreamedRequest> of = new ArrayList<>();
        List<RequestActivity> activities = activities(served, from, of);
        DividedPart part = account.divide(block.endNanos(), seen, activities, history);
        shares.add(account, part, of, seen);
        return part;
    }

    private List<StreamedRequest> served(String device) {
        return pending.stream().filter(one -> !one.isReplicaUnknown()
                && (one.devices().isEmpty() || one.devices().contains(device))).toList();
    }

    /** Returns the moment from which events count: the start of the prompts that are processed as the block begins. */
    private static long leadIn(List<StreamedRequest> served, TimeSpan block) {
        long earliest = served.stream().filter(one -> one.startNanos() < block.startNanos()
                && !one.isEndedBy(block.startNanos()) && !one.isAnsweredBefore(block.startNanos()))
                .mapToLong(StreamedRequest::startNanos).min().orElse(block.startNanos());
        return Math.max(block.startNanos() - LONGEST_LEAD_IN_NANOS, earliest - LEAD_IN_NANOS);
    }

    private List<RequestActivity> activities(List<StreamedRequest> served, long fromNanos, List<StreamedRequest> of) {
        List<RequestActivity> activities = new ArrayList<>();
        for (StreamedRequest request : served) {
            if (!request.isWithoutWork(knownNanos)) {
                request.activity(fromNanos, knownNanos, counted).ifPresent(activity -> {
                    activities.add(activity);
                    of.add(request);
                });
            }
        }
        return activities;
    }

    private WorkHistory.KeptRequests kept(String device) {
        return new WorkHistory.KeptRequests(keptFromNanos, activities(served(device), keptFromNanos,
                new ArrayList<>()).stream().sorted(Comparator.comparingLong(RequestActivity::startNanos)).toList());
    }

    /** Forgets requests and the times of tokens that are too old, or too many, to search for the layout of steps. */
    private void forget() {
        long times = pending.stream().mapToLong(one -> one.timesBefore(dividedNanos)).sum();
        long nanos = dividedNanos - keptFromNanos;
        long kept = times > MAX_KEPT_TIMES ? (long) ((double) nanos * MAX_KEPT_TIMES / times) : nanos;
        keptFromNanos = dividedNanos - Math.min(KEPT_NANOS, Math.max(kept, Math.min(nanos, LONGEST_LEAD_IN_NANOS)));
        pending.forEach(one -> one.dropBefore(keptFromNanos));
        pending.removeIf(one -> one.isDivided() && one.isEndedBy(keptFromNanos - 1));
    }

    /** Counts the kept times of tokens. */
    public long keptTimes() {
        return pending.stream().mapToLong(StreamedRequest::keptTimes).sum();
    }

    /** Counts the intervals of counters to which costs are fitted. */
    int keptIntervals() {
        return histories.values().stream().mapToInt(WorkHistory::keptIntervals).sum();
    }

    /** Counts the kept requests. */
    public int keptRequests() {
        return pending.size();
    }

    /**
     * Estimates the joules that a request has used since the last block, by its own tokens and the costs of the last
     * block. May be called from any thread; waits for nothing.
     *
     * @param request  the request
     * @param nowNanos the time now
     * @return the joules, flagged PROVISIONAL, with wide bounds; UNAVAILABLE with the reason if no costs are known yet
     */
    public EnergyReading provisional(StreamedRequest request, long nowNanos) {
        Map<String, KnownCosts> known = costs;
        long from = Math.max(dividedNanos, beginNanos);
        Optional<RequestActivity> activity = request.activity(from, nowNanos, counted);
        List<String> serving = known.keySet().stream().sorted()
                .filter(name -> request.devices().isEmpty() || request.devices().contains(name)).toList();
        if (request.isReplicaUnknown() || serving.isEmpty()) {
            return EnergyReading.unavailable(Scope.GPU, "shares", request.isReplicaUnknown()
                    ? BlockShares.UNKNOWN_REPLICA
                    : "its joules are not divided yet, and the costs of work are not known yet");
        }
        double promptShare = request.promptShareAfter(from, nowNanos);
        double joules = activity.map(part -> serving.stream()
                .mapToDouble(name -> Objects.requireNonNull(known.get(name)).joules(part, promptShare,
                        timeShareAfter(part, from)))
                .sum())
                .orElse(0.0);
        return EnergyReading.of(joules, joules / LIKELY_FACTOR, joules * LIKELY_FACTOR, Provenance.ESTIMATED,
                Scope.GPU, "shares", EnumSet.of(EnergyFlag.ATTRIBUTED, EnergyFlag.PROVISIONAL));
    }

    private static double timeShareAfter(RequestActivity request, long atNanos) {
        double nanos = request.endNanos() - request.startNanos();
        return nanos > 0
                ? Math.clamp((request.endNanos() - Math.max(request.startNanos(), atNanos)) / nanos, 0, 1)
                : 0;
    }
}
