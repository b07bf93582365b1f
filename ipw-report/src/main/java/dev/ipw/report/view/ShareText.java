package dev.ipw.report.view;

import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;

/**
 * The joules of a query as they may be used: a value with its range, the range alone if the division among overlapping
 * requests is not trusted or there is no value, or a lower limit if a part of them is not known.
 */
final class ShareText {
    private ShareText() {}

    /**
     * Writes the joules.
     *
     * @param page      the page
     * @param joules    the key of the joules
     * @param low       the key of their lower bound
     * @param high      the key of their upper bound
     * @param isTrusted whether the value may be used, and not only the range
     * @param isWhole   whether all of the joules are known
     */
    static void write(Markup page, String joules, String low, String high, boolean isTrusted, boolean isWhole) {
        Tree tree = page.tree();
        if (!tree.has(joules) && tree.has(low) && tree.has(high)) {
            page.figure(low, "J").raw(" to ").figure(high, "J").raw(" <b class=\"mark unusable\">NO FIGURE</b>");
        } else if (!tree.has(joules)) {
            page.figure(joules, "J");
        } else if (!isWhole) {
            page.raw("at least ").figure(joules, "J").raw(" <b class=\"mark limited\">PARTIAL</b>");
        } else if (!isTrusted && tree.has(low) && tree.has(high)) {
            page.figure(low, "J").raw(" to ").figure(high, "J").raw(" <b class=\"mark unusable\">UNTRUSTED</b>");
        } else {
            page.estimate(joules, low, high, "J");
        }
    }
}
