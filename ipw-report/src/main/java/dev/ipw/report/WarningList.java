package dev.ipw.report;

import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The warnings of an analysis in its section, without those that the limits of a run have. */
record WarningList(Markup page, Tree tree) {
    private static final int MAX = 50;
    /** The warnings among the limits of a run. Other analyses repeat these. */
    private static final List<String> OF_THE_RUN = List.of(".summary.warnings", ".accuracy.warnings");

    /** Writes the warnings of an analysis that no run's summary has, each with its runs. */
    void ofAnalysis(String analysis) {
        Map<String, List<String>> found = new LinkedHashMap<>();
        tree.elements("runs").forEach(
                run -> gather(run + "." + Tree.key(analysis, "warnings"), ofSummary(run), found));
        write(found, tree.runs() > 1);
    }

    /** Writes the warnings of a result, without those of the run's summary. */
    void ofResult(String run, String result) {
        write(of(run, result), false);
    }

    /** Returns whether {@link #ofResult} has anything to write. */
    boolean any(String run, String result) {
        return !of(run, result).isEmpty();
    }

    private Map<String, List<String>> of(String run, String result) {
        Map<String, List<String>> found = new LinkedHashMap<>();
        gather(result + ".warnings", ofSummary(run), found);
        return found;
    }

    private Set<String> ofSummary(String run) {
        return OF_THE_RUN.stream().flatMap(list -> tree.elements(run + list).stream())
                .flatMap(warning -> tree.text(warning).stream()).collect(Collectors.toSet());
    }

    private void gather(String list, Set<String> elsewhere, Map<String, List<String>> found) {
        for (String key : tree.elements(list)) {
            String text = tree.text(key).orElse("");
            // The validity of times is shown above the warnings.
            if (!text.startsWith("Times are ") && !elsewhere.contains(text)) {
                found.computeIfAbsent(text, one -> new ArrayList<>()).add(key);
            }
        }
    }

    private void write(Map<String, List<String>> found, boolean isNamed) {
        if (found.isEmpty()) {
            return;
        }
        page.raw("<ul class=\"warnings\" aria-label=\"Warnings\">");
        found.values().stream().limit(MAX).forEach(keys -> {
            page.raw("<li>");
            if (isNamed) {
                names(keys);
            }
            page.text(keys.getFirst()).raw("</li>\n");
        });
        page.raw("</ul>\n");
    }

    private void names(List<String> keys) {
        if (keys.size() == tree.runs()) {
            page.raw("All runs: ");
            return;
        }
        for (int place = 0; place < keys.size(); place++) {
            String run = keys.get(place).split("\\.", -1)[1];
            page.raw(place == 0 ? "" : ", ").text("runs." + run + ".name");
        }
        page.raw(": ");
    }
}
