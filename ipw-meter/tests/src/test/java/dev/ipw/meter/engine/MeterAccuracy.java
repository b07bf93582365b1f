package dev.ipw.meter.engine;

import dev.ipw.energy.attribution.PhaseJoules;
import dev.ipw.meter.engine.EngineRun.SeenRequest;
import dev.ipw.meter.engine.RequestDivider.Divided;
import dev.ipw.meter.engine.RequestDivider.Division;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Judges a division of joules over requests by the true joules of scripted engines, and prints a table. The gain of a
 * sensor is not an error of the division: true joules are counted as the sensor counts them.
 *
 * <p>Arguments, all optional: the number of seeds (default 3), the first seed (default 1), and the kinds, separated by
 * commas.
 */
final class MeterAccuracy {
    private static final double CLOSED = 1e-9;
    private static final String HEAD = "%-26s %5s %8s %15s %15s %9s %9s %8s %7s %7s %15s %9s %9s %9s%n";

    private final RequestDivider divider;
    private final Map<EngineKind, Tally> kinds = new EnumMap<>(EngineKind.class);
    private final Map<String, Tally> labels = new TreeMap<>();

    MeterAccuracy(RequestDivider divider) {
        this.divider = divider;
    }

    /** Starts the runs. */
    public static void main(String[] arguments) {
        int seeds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 3;
        long first = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
        List<EngineKind> kinds = arguments.length > 2
                ? Arrays.stream(arguments[2].split(",")).map(name -> EngineKind.valueOf(name.toUpperCase(Locale.ROOT)))
                        .toList()
                : List.of(EngineKind.values());
        MeterAccuracy accuracy = new MeterAccuracy(new StreamedDivider());
        for (EngineKind kind : kinds) {
            for (long seed = first; seed < first + seeds; seed++) {
                accuracy.judge(EngineRun.of(kind, seed));
            }
        }
        accuracy.print(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    }

    /** Judges the division of a run. */
    void judge(EngineRun run) {
        Division division = divider.divide(run);
        Tally kind = kinds.computeIfAbsent(run.kind(), unknown -> new Tally());
        double sum = division.idleJoules() + division.otherJoules();
        for (Divided divided : division.requests().values()) {
            sum += divided.joules();
        }
        kind.runs++;
        kind.otherJoules += division.otherJoules();
        kind.totalJoules += division.totalJoules();
        kind.unclosed += Math.abs(sum - division.totalJoules()) > CLOSED * division.totalJoules() ? 1 : 0;
        for (SeenRequest seen : run.requests()) {
            Divided divided = division.requests().get(seen.request().id());
            Truth truth = Truth.of(seen, run.engine().profile().sensor());
            kind.add(truth, divided);
            labels.computeIfAbsent(divided == null ? "missing" : divided.trust(), unknown -> new Tally())
                    .add(truth, divided);
        }
    }

    /** Returns the figures of a kind. */
    Tally tally(EngineKind kind) {
        return kinds.getOrDefault(kind, new Tally());
    }

    /** Returns the figures of all kinds. */
    Tally total() {
        Tally all = new Tally();
        kinds.values().forEach(all::add);
        return all;
    }

    /** Prints the tables. */
    void print(PrintStream out) {
        out.printf(Locale.ROOT, HEAD, "kind", "runs", "requests", "physics p50/95", "shapley p50/95", "covers 1",
                "either", "width", "final", "other", "prompt p50/95", "figures", "covers 1", "either");
        kinds.forEach((kind, tally) -> tally.print(out, kind.name().toLowerCase(Locale.ROOT)));
        Tally all = total();
        all.print(out, "all");
        out.println();
        labels.forEach((label, tally) -> tally.print(out, "trust: " + label));
        out.println();
        out.println(
                "Relative errors in percent. physics, shapley: of the request's joules by either truth; prompt: of its "
                        + "prompt's, by physics, where there is a figure. figures: requests with such a figure.");
        out.println("covers 1: bounds that hold the truth by physics; either: at least one truth. width: "
                + "median of (high - low) / truth. other: joules of no request.");
        if (all.unclosed > 0) {
            out.println("In " + all.unclosed
                    + " runs the joules of requests, idle and other are not those of the devices.");
        }
        if (all.missing > 0) {
            out.println(all.missing + " requests have no figure.");
        }
    }

    /** The true joules of a request as the sensors count them. */
    record Truth(double physicsJoules, double shapleyJoules, double promptJoules, double shapleyPromptJoules) {
        static Truth of(SeenRequest seen, EngineProfile.Sensing sensing) {
            TrueJoules joules = seen.request().joules();
            double[] totals = new double[TrueJoules.TRUTHS];
            double[] prompts = new double[TrueJoules.TRUTHS];
            for (int device = 0; device < joules.devices(); device++) {
                for (int truth = 0; truth < TrueJoules.TRUTHS; truth++) {
                    prompts[truth] += sensing.gain(device) * joules.prompt(truth, device);
                    totals[truth] += sensing.gain(device)
                            * (joules.prompt(truth, device) + joules.answer(truth, device));
                }
            }
            return new Truth(totals[TrueJoules.PHYSICS], totals[TrueJoules.SHAPLEY],
                    prompts[TrueJoules.PHYSICS], prompts[TrueJoules.SHAPLEY]);
        }
    }

    /** The figures of some requests. */
    static final class Tally {
        private final List<Double> physicsErrors = new ArrayList<>();
        private final List<Double> shapleyErrors = new ArrayList<>();
        private final List<Double> promptErrors = new ArrayList<>();
        private final List<Double> widths = new ArrayList<>();
        private int runs;
        private int requests;
        private int missing;
        private int coveredByPhysics;
        private int coveredByEither;
        private int promptsByPhysics;
        private int promptsByEither;
        private int finals;
        private int unclosed;
        private double otherJoules;
        private double totalJoules;

        private void add(Truth truth, @Nullable Divided divided) {
            requests++;
            if (divided == null) {
                missing++;
                return;
            }
            physicsErrors.add(Math.abs(divided.joules() / truth.physicsJoules() - 1));
            shapleyErrors.add(Math.abs(divided.joules() / truth.shapleyJoules() - 1));
            widths.add((divided.high() - divided.low()) / truth.physicsJoules());
            divided.prompt().ifPresent(prompt -> add(truth, prompt));
            boolean byPhysics = holds(divided, truth.physicsJoules());
            coveredByPhysics += byPhysics ? 1 : 0;
            coveredByEither += byPhysics || holds(divided, truth.shapleyJoules()) ? 1 : 0;
            finals += divided.isFinal() ? 1 : 0;
        }

        private void add(Truth truth, PhaseJoules.Part prompt) {
            promptErrors.add(Math.abs(prompt.joules() / truth.promptJoules() - 1));
            boolean byPhysics = holds(prompt, truth.promptJoules());
            promptsByPhysics += byPhysics ? 1 : 0;
            promptsByEither += byPhysics || holds(prompt, truth.shapleyPromptJoules()) ? 1 : 0;
        }

        private static boolean holds(PhaseJoules.Part part, double joules) {
            return part.lower() <= joules && joules <= part.upper();
        }

        private static boolean holds(Divided divided, double joules) {
            return divided.low() <= joules && joules <= divided.high();
        }

        private void add(Tally other) {
            physicsErrors.addAll(other.physicsErrors);
            shapleyErrors.addAll(other.shapleyErrors);
            promptErrors.addAll(other.promptErrors);
            widths.addAll(other.widths);
            runs += other.runs;
            requests += other.requests;
            missing += other.missing;
            coveredByPhysics += other.coveredByPhysics;
            coveredByEither += other.coveredByEither;
            promptsByPhysics += other.promptsByPhysics;
            promptsByEither += other.promptsByEither;
            finals += other.finals;
            unclosed += other.unclosed;
            otherJoules += other.otherJoules;
            totalJoules += other.totalJoules;
        }

        int requests() {
            return requests;
        }

        int missing() {
            return missing;
        }

        int unclosed() {
            return unclosed;
        }

        /** Returns the median error by physics. */
        OptionalDouble medianError() {
            return quantile(physicsErrors, 0.5);
        }

        /** Returns the share of requests whose bounds hold the truth by physics. */
        double coverage() {
            return (double) coveredByPhysics / requests;
        }

        /** Returns the number of figures of prompts. */
        int prompts() {
            return promptErrors.size();
        }

        /** Returns the share of figures of prompts whose bounds hold the truth by physics. */
        double promptCoverage() {
            return (double) promptsByPhysics / promptErrors.size();
        }

        /** Returns a quantile of the errors of prompts by physics. */
        OptionalDouble promptError(double share) {
            return quantile(promptErrors, share);
        }

        private void print(PrintStream out, String name) {
            out.printf(Locale.ROOT, HEAD, name, runs == 0 ? "" : runs, requests, pair(physicsErrors),
                    pair(shapleyErrors), percent(coveredByPhysics, requests), percent(coveredByEither, requests),
                    number(quantile(widths, 0.5)), percent(finals, requests),
                    runs == 0 ? "" : percent(otherJoules, totalJoules), pair(promptErrors),
                    percent(promptErrors.size(), requests), percent(promptsByPhysics, promptErrors.size()),
                    percent(promptsByEither, promptErrors.size()));
        }

        private static String pair(List<Double> errors) {
            return number(times100(quantile(errors, 0.5))) + " / " + number(times100(quantile(errors, 0.95)));
        }

        private static OptionalDouble times100(OptionalDouble share) {
            return share.isPresent() ? OptionalDouble.of(100 * share.getAsDouble()) : share;
        }

        private static String number(OptionalDouble value) {
            return value.isPresent() ? String.format(Locale.ROOT, "%.1f", value.getAsDouble()) : "-";
        }

        private static String percent(double part, double whole) {
            return whole > 0 ? String.format(Locale.ROOT, "%.1f%%", 100 * part / whole) : "-";
        }

        private static OptionalDouble quantile(List<Double> values, double share) {
            return values.isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(values.stream().sorted().toList()
                            .get((int) Math.ceil(share * (values.size() - 1))));
        }
    }
}
