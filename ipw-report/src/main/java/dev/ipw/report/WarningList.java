package dev.ipw.report;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Write the warnings of one run, each once: those of a section stand in it, all others in the summary. */
final class WarningList {
    private static final int MOST = 50;
    /** What the summary shows; analyses repeat what the run warns of. */
    private static final List<String> OF_THE_RUN = List.of(".summary.warnings", ".accuracy.warnings",
            ".latency.warnings", ".steady-state.warnings", ".cost.warnings");

    private final Markup page;
    private final Tree tree;

    WarningList(Markup page) {
        this.page = page;
        tree = page.tree();
    }

    /** Write the warnings that concern the whole run. */
    void ofRun(String run) {
        write(run, OF_THE_RUN, new HashSet<>());
    }

    /** Write the warnings of the regression that the summary does not have. */
    void ofRegression(String run) {
        Set<String> seen = new HashSet<>();
        for (String list : OF_THE_RUN) {
            for (int warning = 0; warning < tree.size(run + list); warning++) {
                tree.text(run + list + "." + warning).ifPresent(seen::add);
            }
        }
        write(run, List.of(".regression.warnings"), seen);
    }

    private void write(String run, List<String> lists, Set<String> seen) {
        int shown = 0;
        for (String list : lists) {
            for (int warning = 0; warning < tree.size(run + list) && shown < MOST; warning++) {
                String text = tree.text(run + list + "." + warning).orElse("");
                // Times are judged above the warnings.
                if (!text.startsWith("Times are ") && seen.add(text)) {
                    page.raw(shown++ == 0 ? "<ul class=\"warnings\" aria-label=\"Warnings\">" : "").raw("<li>")
                            .text(run + list + "." + warning).raw("</li>\n");
                }
            }
        }
        page.raw(shown > 0 ? "</ul>\n" : "");
    }
}
