package dev.ipw.report;

import dev.ipw.energy.EnergyFlag;

/** Say in a few words what limits a figure in joules. */
final class EnergyFlagWords {
    private EnergyFlagWords() {}

    /** Write the flags of a figure behind it, if there are any. */
    static void write(Markup page, String key) {
        Tree tree = page.tree();
        for (int place = 0; place < tree.size(key); place++) {
            page.raw(place == 0 ? "; " : ", ").label(words(tree.text(key + "." + place).orElse("")));
        }
    }

    /** A run that a later version wrote may have flags that this one does not know. */
    static String words(String flag) {
        for (EnergyFlag known : EnergyFlag.values()) {
            if (known.name().equals(flag)) {
                return known.words();
            }
        }
        return flag;
    }
}
