package dev.ipw.energy.attribution.internal.activity;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.internal.DeviceSeries;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The division of a device's joules during the time without calls in flight, over the queries that were open then:
 * equally to the tools that worked for them, or to the queries themselves if no tool worked. While any call is in
 * flight, its joules are the calls'; a tool that worked meanwhile may have used some of them, so that its upper bound
 * includes all of them.
 *
 * <p>
 * Phases around a query share as tools do. Their joules are not the query's.
 *
 * @param tools            the joules of each of the query's tools, in the order of {@link OpenQuery#tools()}
 * @param phases           the joules of each of the phases around it, in the order of {@link OpenQuery#phases()}
 * @param idle             the joules of the time in which the query waited for neither a call nor a tool
 * @param phaseNanos       the time without calls in flight during which a phase around the query was at work; shared
 *                         with other queries that were open
 * @param phaseLeastJoules the minimum joules of the phases: without any that they shared with other queries
 * @param phaseMostJoules  the maximum joules of the phases: all that they shared
 */
public record BetweenCalls(List<EnergyReading> tools, List<EnergyReading> phases, EnergyReading idle,
        double phaseNanos, double phaseLeastJoules, double phaseMostJoules) {
    /** Copies the lists. */
    public BetweenCalls {
        tools = List.copyOf(tools);
        phases = List.copyOf(phases);
    }

    /**
     * Divides a device's joules of an interval.
     *
     * @param interval   the interval
     * @param series     the device's readings
     * @param requests   the calls that were in flight in it, of these queries and of others
     * @param queries    the queries of several calls that were open in it
     * @param idleJoules the device's joules in the interval while no call was in flight
     * @return the joules of each query besides its calls; their sum is at most the idle joules
     */
    public static List<BetweenCalls> divide(TimeSpan interval, DeviceSeries series, List<RequestActivity> requests,
            List<OpenQuery> queries, double idleJoules) {
        EnergyReading whole = series.window(interval.startNanos(), interval.endNanos());
        List<Account> accounts = queries.stream().map(query -> new Account(query, whole)).toList();
        List<Piece> pieces = pieces(interval, requests, queries);
        double quiet = pieces.stream().filter(piece -> !piece.isServed)
                .mapToDouble(piece -> joules(series, piece.span)).sum();
        double scale = quiet > 0 ? idleJoules / quiet : 0;
        for (Piece piece : pieces) {
            List<Account> open = accounts.stream().filter(account -> account.isOpenIn(piece.span)).toList();
            if (!open.isEmpty()) {
                EnergyReading reading = series.window(piece.span.startNanos(), piece.span.endNanos());
                open.forEach(account -> account.add(piece, reading, scale, open.size()));
            }
        }
        return accounts.stream().map(Account::result).toList();
    }

    /** Returns the joules of a query of which a device knows nothing. */
    public static BetweenCalls none(OpenQuery query, EnergyReading unavailable) {
        return new Account(query, unavailable).result();
    }

    /** Cuts an interval at each start and end of a call, a query or a tool. */
    private static List<Piece> pieces(TimeSpan interval, List<RequestActivity> requests, List<OpenQuery> queries) {
        long[] cuts = Stream.of(Stream.of(interval.startNanos(), interval.endNanos()),
                requests.stream().flatMap(call -> Stream.of(call.startNanos(), call.endNanos())),
                queries.stream().flatMap(query -> Stream.of(query.startNanos(), query.endNanos())),
                queries.stream().flatMap(query -> Stream.of(query.tools(), query.phases(), query.calls()))
                        .flatMap(List::stream).flatMap(work -> Stream.of(work.startNanos(), work.endNanos())))
                .flatMap(moments -> moments)
                .mapToLong(moment -> Math.clamp(moment, interval.startNanos(), interval.endNanos())).sorted().distinct()
                .toArray();
        ActiveTimes served = ActiveTimes.of(requests);
        List<Piece> pieces = new ArrayList<>();
        for (int cut = 0; cut + 1 < cuts.length; cut++) {
            boolean isServed = served.startsBefore(cuts[cut] + 1) > served.endsBefore(cuts[cut] + 1);
            pieces.add(new Piece(new TimeSpan(cuts[cut], cuts[cut + 1]), isServed));
        }
        return pieces;
    }

    private static double joules(DeviceSeries series, TimeSpan span) {
        return series.window(span.startNanos(), span.endNanos()).joules().orElse(0);
    }

    /** A part of the interval without any start or end inside. */
    private record Piece(TimeSpan span, boolean isServed) {}

    /** The joules of one query so far. */
    private static final class Account {
        private final OpenQuery query;
        private final List<Sum> tools;
        private final List<Sum> phases;
        private final Sum idle;
        private double phaseNanos;
        private double phaseLeastJoules;
        private double phaseMostJoules;

        Account(OpenQuery query, EnergyReading whole) {
            this.query = query;
            tools = query.tools().stream().map(tool -> new Sum(whole)).toList();
            phases = query.phases().stream().map(phase -> new Sum(whole)).toList();
            idle = new Sum(whole);
        }

        boolean isOpenIn(TimeSpan piece) {
            return (query.startNanos() <= piece.startNanos() && piece.endNanos() <= query.endNanos()
                    && query.calls().stream().noneMatch(call -> holds(call, piece)))
                    || query.phases().stream().anyMatch(phase -> holds(phase, piece));
        }

        public void add(Piece piece, EnergyReading reading, double scale, int open) {
            double part = scale / open;
            boolean isShared = open > 1;
            List<Sum> around = working(query.phases(), phases, piece);
            List<Sum> working = around.isEmpty() ? working(query.tools(), tools, piece) : around;
            if (!piece.isServed && !around.isEmpty()) {
                // Joules in gaps of the readings do not belong to phases either.
                phaseNanos += piece.span.nanos() * Math.min(1, scale) / open;
                phaseLeastJoules += isShared ? 0 : scale * reading.lower().orElse(0);
                phaseMostJoules += scale * reading.upper().orElse(0);
            }
            if (piece.isServed) {
                working.forEach(tool -> tool.mayHaveUsed(reading));
            } else if (working.isEmpty()) {
                idle.add(reading, part, isShared);
            } else {
                working.forEach(tool -> tool.add(reading, part / working.size(), isShared || working.size() > 1));
            }
        }

        private static List<Sum> working(List<TimeSpan> spans, List<Sum> sums, Piece piece) {
            return IntStream.range(0, spans.size()).filter(index -> holds(spans.get(index), piece.span))
                    .mapToObj(sums::get).toList();
        }

        private static boolean holds(TimeSpan span, TimeSpan piece) {
            return span.startNanos() <= piece.startNanos() && piece.endNanos() <= span.endNanos();
        }

        BetweenCalls result() {
            return new BetweenCalls(tools.stream().map(Sum::reading).toList(),
                    phases.stream().map(Sum::reading).toList(), idle.reading(), phaseNanos, phaseLeastJoules,
                    phaseMostJoules);
        }
    }

    /** The joules of one tool, of one phase, or of waiting, with their bounds. */
    private static final class Sum {
        private final EnergyReading whole;
        private double joules;
        private double lower;
        private double upper;
        private boolean isShared;
        private boolean isUnknown;

        Sum(EnergyReading whole) {
            this.whole = whole;
        }

        public void add(EnergyReading reading, double part, boolean shared) {
            isShared |= shared;
            isUnknown |= !reading.isAvailable();
            joules += part * reading.joules().orElse(0);
            lower += part * reading.lower().orElse(0);
            upper += part * reading.upper().orElse(0);
        }

        /** A tool that worked beside calls may have used none of the joules, or all. */
        void mayHaveUsed(EnergyReading reading) {
            isShared = true;
            isUnknown |= !reading.isAvailable();
            upper += reading.upper().orElse(0);
        }

        public EnergyReading reading() {
            if (!whole.isAvailable()) {
                return whole;
            }
            EnergyReading sum = new EnergyReading(OptionalDouble.of(joules), OptionalDouble.of(Math.min(lower, joules)),
                    OptionalDouble.of(Math.max(upper, joules)), isShared ? Provenance.ESTIMATED : whole.provenance(),
                    whole.scopes(), whole.source(), isShared ? Set.of(EnergyFlag.ATTRIBUTED) : Set.of(),
                    Optional.empty());
            return isUnknown ? sum.flagged(EnergyFlag.PARTIAL) : sum;
        }
    }
}
