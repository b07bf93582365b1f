package dev.ipw.report;

import dev.ipw.energy.EnergyFlag;
import java.util.Map;
import java.util.Objects;

/** Say in a few words what limits a figure in joules. */
final class EnergyFlagWords {
    private static final Map<EnergyFlag, String> WORDS = Map.ofEntries(
            Map.entry(EnergyFlag.RESET, "the counter started anew"),
            Map.entry(EnergyFlag.WRAP, "the counter passed its range, which is accounted for"),
            Map.entry(EnergyFlag.GAP, "some readings are missing in between"),
            Map.entry(EnergyFlag.LATE, "readings at the ends came late"),
            Map.entry(EnergyFlag.THROTTLED, "something held the device back"),
            Map.entry(EnergyFlag.PARTIAL, "a part is not covered"),
            Map.entry(EnergyFlag.PROVISIONAL, "the counter has not moved since, so the figure may still grow"),
            Map.entry(EnergyFlag.SHORT, "the time is short for this counter, which then reads low"),
            Map.entry(EnergyFlag.LOST, "the sensor was lost"),
            Map.entry(EnergyFlag.MIRRORED, "two counters may show the same joules"),
            Map.entry(EnergyFlag.ATTRIBUTED, "requests overlapped, so that these are shares"),
            Map.entry(EnergyFlag.INCONSISTENT, "counter and power disagree"),
            Map.entry(EnergyFlag.SHARED, "other processes used the device too"),
            Map.entry(EnergyFlag.OVERLAPPED, "another measured task ran at the same time"));

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
                return Objects.requireNonNull(WORDS.get(known));
            }
        }
        return flag;
    }
}
