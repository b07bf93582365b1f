package dev.ipw.report.view;

import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.Optional;
import java.util.stream.Stream;

/** A figure of a run that tables of runs have. */
enum ListedFigure {
    ACCURACY("accuracy", "accuracy", "Accuracy", "Accuracy", ""),
    JOULES_PER_QUERY("joules_per_query", "accuracy", "J/query", "Energy per query", "J"),
    INTELLIGENCE_PER_JOULE("intelligence_per_joule", "accuracy", "IPJ", "Intelligence per joule", "1/J"),
    DEVICE_WATTS("device_watts", "accuracy", "Power", "Power", "W"),
    TIME_TO_FIRST_TOKEN("time_to_first_token_p99", "latency", "TTFT p99", "Time to first token, p99", "s");

    private final String label;
    private final String analysis;
    private final String heading;
    private final String words;
    private final String unit;

    ListedFigure(String label, String analysis, String heading, String words, String unit) {
        this.label = label;
        this.analysis = analysis;
        this.heading = heading;
        this.words = words;
        this.unit = unit;
    }

    /** Returns its name in trees. */
    String label() {
        return label;
    }

    /** Returns its heading in a table of many columns. */
    String heading() {
        return heading;
    }

    /** Returns its words. */
    String words() {
        return words;
    }

    /** Copies it from the results of analyses, with its interval, provenance and marks. */
    void copy(Tree findings, TreeBuilder row) {
        Stream.of("", "_low", "_high", "_provenance", "_marks").map(ending -> label + ending)
                .forEach(name -> Optional.ofNullable(findings.value(analysis + ".summary." + name))
                        .ifPresent(value -> row.put(name, value)));
    }

    /** Writes it with its interval and its first mark. */
    void write(Markup page, String run) {
        String key = run + "." + label;
        if (this == ACCURACY) {
            page.percentEstimate(key);
        } else {
            page.estimate(key, key + "_low", key + "_high", unit);
        }
        if (page.tree().size(key + "_marks") > 0) {
            page.raw(" <b class=\"mark limited\">").text(key + "_marks.0.level").raw("</b>");
        }
    }
}
