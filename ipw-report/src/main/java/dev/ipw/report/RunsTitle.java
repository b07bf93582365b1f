package dev.ipw.report;

import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The names of the runs in a page's title: their models if these distinguish them, otherwise their names; many runs
 * by their number.
 */
record RunsTitle(Markup page, Tree tree) {
    private static final int MAX_NAMES = 4;

    /** Writes the title's words into the page. */
    void write() {
        if (tree.has("report.name")) {
            page.text("report.name");
            return;
        }
        if (tree.runs() > MAX_NAMES) {
            page.figure("report.runs", "").raw(" runs");
        } else {
            String name = name();
            for (int run = 0; run < tree.runs(); run++) {
                page.raw(before(run)).text(Tree.key("runs", run, name));
            }
        }
        if (isByModel()) {
            page.raw(" <span class=\"and\">on</span> ").text("runs.0.summary.dataset_name");
        }
    }

    /** Returns the title as plain text. */
    String words() {
        Optional<String> name = tree.text("report.name");
        if (name.isPresent()) {
            return name.get();
        }
        StringBuilder words = new StringBuilder();
        if (tree.runs() > MAX_NAMES) {
            words.append(tree.runs()).append(" runs");
        } else {
            String key = name();
            for (int run = 0; run < tree.runs(); run++) {
                words.append(before(run).replaceAll("<[^>]*>", "")).append(text(run, key));
            }
        }
        return words + (isByModel() ? " on " + text(0, "summary.dataset_name") : "");
    }

    private String before(int run) {
        return run == 0 ? "" : run == tree.runs() - 1 ? " <span class=\"and\">and</span> " : ", ";
    }

    private String name() {
        return isByModel() && tree.runs() <= MAX_NAMES ? "subject" : "name";
    }

    /** Returns whether several models were asked the same questions. */
    private boolean isByModel() {
        return tree.runs() > 1 && all("subject").distinct().count() == tree.runs()
                && all("summary.dataset_name").distinct().count() == 1 && !text(0, "summary.dataset_name").isEmpty();
    }

    private Stream<String> all(String key) {
        return IntStream.range(0, tree.runs()).mapToObj(run -> text(run, key));
    }

    private String text(int run, String key) {
        return tree.text("runs." + run + "." + key).orElse("");
    }
}
