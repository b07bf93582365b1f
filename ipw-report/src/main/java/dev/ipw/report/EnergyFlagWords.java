package dev.ipw.report;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;

/** Short descriptions of the flags that limit a figure in joules. */
final class EnergyFlagWords {
    private EnergyFlagWords() {}

    /** Writes the flags of a figure after it, if there are any. */
    static void write(Markup page, String key) {
        Tree tree = page.tree();
        for (int place = 0; place < tree.size(key); place++) {
            page.raw(place == 0 ? "; " : ", ").label(EnergyFlag.words(tree.text(key + "." + place).orElse("")));
        }
    }
}
