package dev.ipw.results.internal.finishing;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.MeteredDevice;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.attribution.AttributionRule;
import dev.ipw.energy.attribution.DeviceSharing;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.internal.DeviceAttribution;
import dev.ipw.energy.attribution.internal.RequestEnergy;
import dev.ipw.energy.attribution.internal.activity.BetweenCalls;
import dev.ipw.run.DeviceTotals;
import dev.ipw.run.DeviceTotals.IdleBaseline;
import dev.ipw.run.DeviceTotals.NetEnergy;
import dev.ipw.run.RunTotals.GrossEnergy;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The sums of a device's joules by their use, window by window. Each window is divided separately; the reported details
 * of the sharing are those of the window with the most joules.
 */
final class DeviceTally {
    private static final String IN_WINDOWS = "The run is so long that it was divided in windows.";

    private final MeteredDevice device;
    private final UncountedTime uncounted;
    private final double skewJoules;
    // Windows with less than this share of the shared joules do not represent the run.
    private static final double MIN_SHARE = 0.05;
    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<AttributionRule, Double> joulesByRule = new EnumMap<>(AttributionRule.class);
    private final Map<ShareTrust, Double> sharedByTrust = new EnumMap<>(ShareTrust.class);
    private double fittedJoules;
    private double unexplainedSquares;
    private @Nullable EnergyReading sum;
    private @Nullable DeviceAttribution largest;
    private OptionalDouble lagSeconds = OptionalDouble.empty();
    private double requestsJoules;
    private double idleJoules;
    private double abandonedJoules;
    private double phasesJoules;
    private double phasesLower;
    private double phasesUpper;
    private double phasesNanos;
    private boolean phasesAreShared;
    private double otherJoules;
    private long requests;
    private long requestsWithEnergy;
    private long requestsWithout;
    private long briefRequests;

    DeviceTally(MeteredDevice device, UncountedTime uncounted) {
        this(device, uncounted, 0);
    }

    /**
     * Creates empty sums.
     *
     * @param skewJoules the maximum error of the sum because clocks differ
     */
    DeviceTally(MeteredDevice device, UncountedTime uncounted, double skewJoules) {
        this.device = device;
        this.skewJoules = skewJoules;
        this.uncounted = uncounted;
    }

    void addWindow(DeviceAttribution window) {
        EnergyReading known = sum;
        sum = known == null ? window.total() : followed(known, window.total());
        if (lagSeconds.isEmpty() && window.total().isAvailable()) {
            lagSeconds = OptionalDouble.of(window.sharing().lagSeconds());
        }
        requestsJoules += window.requestsJoules();
        idleJoules += window.idleJoules();
        otherJoules += window.otherJoules();
        window.total().joules().ifPresent(joules -> joulesByRule.merge(window.sharing().rule(), joules, Double::sum));
        window.total().joules().ifPresent(joules -> {
            sharedByTrust.merge(window.sharing().trust(), sharedJoules(window), Double::sum);
            window.sharing().quality().ifPresent(quality -> {
                fittedJoules += joules;
                unexplainedSquares += joules * quality * quality;
            });
        });
        if (largest == null || window.total().joules().orElse(-1) > largest.total().joules().orElse(-1)) {
            largest = new DeviceAttribution(window.device(), window.total(), List.of(), 0, 0, window.sharing());
        }
    }

    /** Adds up readings of one device; if those of a window are unknown, the sum of the others is partial. */
    static EnergyReading followed(EnergyReading known, EnergyReading next) {
        if (known.isAvailable() && next.isAvailable()) {
            return known.plus(next);
        }
        EnergyReading part = known.isAvailable() ? known : next;
        return part.isAvailable() ? part.flagged(EnergyFlag.PARTIAL) : known;
    }

    /** Returns the delay of the device's power behind the work, from its first window with joules. */
    OptionalDouble lagSeconds() {
        return lagSeconds;
    }

    /**
     * Adds the joules used while no call was in flight: those of a query to the joules of queries, those of the phases
     * around it separately.
     */
    void addBetweenCalls(BetweenCalls query) {
        double joules = query.idle().joules().orElse(0) + sum(query.tools());
        double around = sum(query.phases());
        idleJoules = Math.max(0, idleJoules - joules - around);
        requestsJoules += joules;
        phasesJoules += around;
        phasesNanos += query.phaseNanos();
        phasesLower += query.phaseLeastJoules();
        phasesUpper += query.phaseMostJoules();
        phasesAreShared |= query.phases().stream().anyMatch(phase -> phase.flags().contains(EnergyFlag.ATTRIBUTED));
    }

    private static double sum(List<EnergyReading> readings) {
        return readings.stream().mapToDouble(reading -> reading.joules().orElse(0)).sum();
    }

    /** Subtracts the joules of phases around queries, and their time, from those of the load. */
    GrossEnergy withoutPhases(GrossEnergy gross) {
        EnergyReading all = gross.energy();
        double joules = Math.max(0, all.joules().orElseThrow() - phasesJoules);
        return phasesNanos == 0
                ? gross
                : new GrossEnergy(
                        sharing(EnergyReading.of(joules, Math.clamp(all.lower().orElseThrow() - phasesUpper, 0, joules),
                                Math.max(joules, all.upper().orElseThrow() - phasesLower),
                                phasesAreShared ? all.provenance().weaker(Provenance.ESTIMATED) : all.provenance(),
                                device.scope(), all.source(), all.flags())),
                        gross.timeShare(), phasesNanos / NANOS_PER_SECOND, gross.limitWatts(), List.of());
    }

    /**
     * Marks the result as shared: the division between phases and open queries that overlap is a convention and not a
     * measurement.
     */
    private EnergyReading sharing(EnergyReading withoutPhases) {
        return phasesAreShared ? withoutPhases.flagged(EnergyFlag.ATTRIBUTED) : withoutPhases;
    }

    /** Adds the joules of an abandoned call to those of no query. */
    void addAbandoned(EnergyReading reading) {
        double joules = reading.joules().orElse(0);
        requestsJoules = Math.max(0, requestsJoules - joules);
        abandonedJoules += joules;
    }

    /** Adds a request, all of whose windows are divided. */
    void addRequest(EnergyReading reading) {
        requests++;
        requestsWithEnergy += reading.isComplete() ? 1 : 0;
        requestsWithout += reading.isAvailable() ? 0 : 1;
    }

    /** Returns the joules of all windows; if a part is missing, the upper bound allows for it. */
    EnergyReading total() {
        return uncounted.bound(known());
    }

    /** Returns the counted joules of all windows. */
    EnergyReading known() {
        return widened(uncounted.flag(Objects.requireNonNull(sum, "nothing is divided yet")), skewJoules);
    }

    /** Widens the bounds of joules on both sides. */
    static EnergyReading widened(EnergyReading reading, double joules) {
        return joules == 0 || reading.upper().isEmpty()
                ? reading
                : new EnergyReading(reading.joules(),
                        OptionalDouble.of(Math.max(0, reading.lower().orElseThrow() - joules)),
                        OptionalDouble.of(reading.upper().orElseThrow() + joules), reading.provenance(),
                        reading.scopes(), reading.source(), reading.flags(), reading.reason());
    }

    /** Describes how the upper bound of the joules allows for a missing part. */
    Optional<String> missing() {
        return sum == null ? Optional.empty() : uncounted.warning(known());
    }

    DeviceAttribution attribution(List<RequestEnergy> shares) {
        DeviceSharing ofLargest = Objects.requireNonNull(largest, "nothing is divided yet").sharing();
        return new DeviceAttribution(device.name(), total(), shares, idleJoules, otherJoules,
                new DeviceSharing(ofLargest.rule(), ofLargest.weights(), quality(), trust(), ofLargest.width(),
                        ofLargest.fit(), ofLargest.lagSeconds()));
    }

    /** Returns the root mean square of the unexplained part, each window weighted by its joules. */
    private OptionalDouble quality() {
        return fittedJoules > 0
                ? OptionalDouble.of(Math.sqrt(unexplainedSquares / fittedJoules))
                : OptionalDouble.empty();
    }

    private static double sharedJoules(DeviceAttribution window) {
        return window.sharing().trust() == ShareTrust.MEASURED
                ? 0
                : window.requests().stream().map(RequestEnergy::reading)
                        .filter(reading -> reading.flags().contains(EnergyFlag.ATTRIBUTED))
                        .mapToDouble(reading -> reading.joules().orElse(0)).sum();
    }

    /**
     * Returns the lowest trust among the windows with more than a few of the shared joules; measured only if no
     * requests overlapped at all.
     */
    private ShareTrust trust() {
        double all = sharedByTrust.values().stream().mapToDouble(Double::doubleValue).sum();
        ShareTrust unshared = sharedByTrust.containsKey(ShareTrust.MEASURED)
                ? ShareTrust.MEASURED
                : ShareTrust.UNTRUSTED;
        ShareTrust shared = sharedByTrust.entrySet().stream().filter(window -> window.getKey() != ShareTrust.MEASURED)
                .filter(window -> window.getValue() >= MIN_SHARE * all).map(Map.Entry::getKey)
                .max(Comparator.naturalOrder()).orElse(unshared);
        return skewJoules > 0 && shared == ShareTrust.TRUSTED ? ShareTrust.FLAGGED : shared;
    }

    DeviceTotals totals(Optional<NetEnergy> net, Optional<IdleBaseline> baseline) {
        EnergyReading total = total();
        boolean known = total.isAvailable();
        boolean ofRequests = requests == 0 || requestsWithout < requests;
        return new DeviceTotals(device.name(), total, requestsWithEnergy,
                onlyIf(known && ofRequests, requestsJoules), onlyIf(known, abandonedJoules),
                onlyIf(known, phasesJoules), onlyIf(known, idleJoules),
                onlyIf(known, otherJoules), net, baseline,
                known ? Optional.of(attribution(List.of()).sharing()) : Optional.empty());
    }

    private static OptionalDouble onlyIf(boolean known, double joules) {
        return known ? OptionalDouble.of(joules) : OptionalDouble.empty();
    }

    /** Counts a request whose joules read low because it was brief. */
    void addBrief() {
        briefRequests++;
    }

    /** Returns one warning with the number of requests whose joules read low. */
    Optional<String> briefRequests() {
        return briefRequests == 0
                ? Optional.empty()
                : Optional.of(briefRequests + " of " + requests + " requests were shorter than 2 s, so that their "
                        + "joules of " + device.name() + " may read low (flag SHORT). The run's totals do not.");
    }

    /** Returns whether a warning reports that several rules divided a device. */
    static boolean isMixedRulesWarning(String warning) {
        return warning.startsWith(IN_WINDOWS);
    }

    /** Returns a warning if its shares are not reliable; tools of the run may have worked while requests were open. */
    Optional<String> untrusted(boolean isBesideTools) {
        return sum != null && sum.isAvailable()
                ? DeviceAttribution.untrusted(device.name(), trust(), quality(), isBesideTools)
                : Optional.empty();
    }

    /** Returns a warning if one rule could not divide all of a long run. */
    Optional<String> mixedRules() {
        double fitted = joulesByRule.getOrDefault(AttributionRule.FITTED, 0.0);
        double all = joulesByRule.values().stream().mapToDouble(Double::doubleValue).sum();
        return joulesByRule.size() < 2
                ? Optional.empty()
                : Optional.of(IN_WINDOWS + " What work costs could be learnt for "
                        + Math.round(100 * fitted / all) + " % of the joules of " + device.name()
                        + "; requests that overlapped share the others by their tokens.");
    }
}
