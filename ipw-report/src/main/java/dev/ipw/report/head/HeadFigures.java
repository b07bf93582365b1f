package dev.ipw.report.head;

import dev.ipw.analysis.RunFigure;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.report.markup.Tree;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** The figures of a run's first screen: those of its analyses, or of its totals where an analysis is absent. */
record HeadFigures(Tree tree, String run) {
    private static final String UNAVAILABLE = "UNAVAILABLE";

    HeadFigure accuracy() {
        return new HeadFigure(tree, run + ".accuracy.summary.accuracy", "%", marks(".accuracy.summary.accuracy"));
    }

    HeadFigure intelligencePerJoule() {
        return ofJoules(RunFigure.INTELLIGENCE_PER_JOULE, "");
    }

    HeadFigure joulesPerQuery() {
        return ofJoules(RunFigure.JOULES_PER_QUERY, "J");
    }

    /** Returns whether the run is an agent's, and how many of its tasks it solved is known. */
    boolean isOfTasks() {
        return tree.has(run + ".summary.agent") && tree.has(run + ".solved.summary.solved");
    }

    HeadFigure joulesPerSolvedTask() {
        return ofJoules(".solved.summary.joules_per_solved_task", "J");
    }

    HeadFigure watts() {
        return ofJoules(RunFigure.DEVICE_WATTS, "W");
    }

    private HeadFigure ofJoules(RunFigure figure, String unit) {
        String analysed = ".accuracy.summary." + figure.label();
        return ofJoules(tree.has(run + analysed) ? analysed : ".summary.totals." + figure.label(), unit);
    }

    private HeadFigure ofJoules(String key, String unit) {
        Set<HeadMark> marks = marks(key);
        if (tree.text(run + key + "_provenance").orElse(provenance()).equals(HeadMark.ESTIMATED.name())) {
            marks.add(HeadMark.ESTIMATED);
        }
        // The totals have no marks of their own.
        if (!key.startsWith(".accuracy.") && flags().contains(EnergyFlag.PARTIAL.name())) {
            marks.add(HeadMark.PARTIAL);
        }
        return new HeadFigure(tree, run + key, unit, marks);
    }

    /** Returns the median time to the first token; without one, that of the whole answer. */
    HeadFigure latency() {
        return Stream.of("time_to_first_token", "time_from_intended_start")
                .map(name -> ".latency.data.percentiles." + name + ".p50").filter(key -> tree.has(run + key))
                .findFirst().map(key -> new HeadFigure(tree, run + key, "s", ofTimes(key)))
                .orElseGet(() -> new HeadFigure(tree, run + ".latency.none", "s", Set.of()));
    }

    boolean isLatencyToFirstToken() {
        return latency().key().contains("time_to_first_token");
    }

    HeadFigure requestsPerSecond() {
        String label = RunFigure.REQUESTS_PER_SECOND.label();
        String analysed = ".latency.summary." + label;
        String key = tree.has(run + analysed) ? analysed : ".summary.totals." + label;
        return new HeadFigure(tree, run + key, "", ofTimes(key));
    }

    private Set<HeadMark> ofTimes(String key) {
        Set<HeadMark> marks = marks(key);
        if (times().equals("invalid")) {
            marks.add(HeadMark.INVALID);
        } else if (!times().equals("valid")) {
            marks.add(HeadMark.DOUBTFUL);
        }
        return marks;
    }

    /** Returns the marks that an analysis gave to a figure. */
    private Set<HeadMark> marks(String key) {
        Set<HeadMark> marks = EnumSet.noneOf(HeadMark.class);
        for (String mark : tree.elements(run + key + "_marks")) {
            String level = tree.text(mark + ".level").orElse("");
            // A mark of a later version counts as the most serious one.
            marks.add(Stream.of(HeadMark.values()).filter(known -> known.name().equals(level)).findFirst()
                    .orElse(HeadMark.INVALID));
        }
        return marks;
    }

    /** Returns the validity of the times: valid, doubtful, invalid or unknown. */
    String times() {
        return tree.text(run + ".summary.verdict.level").map(level -> level.toLowerCase(Locale.ROOT))
                .filter(List.of("valid", "doubtful", "invalid")::contains).orElse("unknown");
    }

    String provenanceKey() {
        String claim = run + ".energy_claim.provenance";
        return tree.has(claim) ? claim : run + ".summary.totals.device_energy.provenance";
    }

    /** Returns the provenance of the joules; that of none if it is not known. */
    String provenance() {
        return tree.text(provenanceKey()).orElse(UNAVAILABLE);
    }

    boolean hasJoules() {
        return !provenance().equals(UNAVAILABLE);
    }

    List<String> flags() {
        return tree.elements(run + ".summary.totals.device_energy.flags").stream()
                .flatMap(flag -> tree.text(flag).stream()).toList();
    }

    double queries() {
        return tree.number(run + ".summary.totals.queries").orElse(0);
    }

    double failed() {
        return tree.number(run + ".summary.totals.failed").orElse(0);
    }
}
