package dev.ipw.report;

import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The names of the runs in a page's title: their models if these distinguish them, otherwise their names; many runs
 * by their number.
 */
final class RunsTitle {
    private static final int MAX_NAMES = 4;

    private final Markup page;
    private final Tree tree;
    private final int runs;

    RunsTitle(Markup page) {
        this.page = page;
        tree = page.tree();
        runs = tree.size("runs");
    }

    /** Writes the title's words into the page. */
    void write() {
        if (runs > MAX_NAMES) {
            page.figure("report.runs", "").raw(" runs");
        } else {
            String name = name();
            for (int run = 0; run < runs; run++) {
                page.raw(before(run)).text(Tree.key("runs", run, name));
            }
        }
        if (isByModel()) {
            page.raw(" <span class=\"and\">on</span> ").text("runs.0.summary.dataset_name");
        }
    }

    /** Returns the title as plain text. */
    String words() {
        StringBuilder words = new StringBuilder();
        if (runs > MAX_NAMES) {
            words.append(runs).append(" runs");
        } else {
            String name = name();
            for (int run = 0; run < runs; run++) {
                words.append(before(run).replaceAll("<[^>]*>", "")).append(text(run, name));
            }
        }
        return words + (isByModel() ? " on " + text(0, "summary.dataset_name") : "");
    }

    private String before(int run) {
        return run == 0 ? "" : run == runs - 1 ? " <span class=\"and\">and</span> " : ", ";
    }

    private String name() {
        return isByModel() && runs <= MAX_NAMES ? "subject" : "name";
    }

    /** Returns whether several models were asked the same questions. */
    private boolean isByModel() {
        return runs > 1 && all("subject").distinct().count() == runs
                && all("summary.dataset_name").distinct().count() == 1 && !text(0, "summary.dataset_name").isEmpty();
    }

    private Stream<String> all(String key) {
        return IntStream.range(0, runs).mapToObj(run -> text(run, key));
    }

    private String text(int run, String key) {
        return tree.text("runs." + run + "." + key).orElse("");
    }
}
