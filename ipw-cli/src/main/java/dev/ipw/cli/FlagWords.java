package dev.ipw.cli;

import dev.ipw.energy.EnergyFlag;
import java.util.Collection;
import java.util.stream.Collectors;

/** Say in words what limits joules. */
final class FlagWords {
    private FlagWords() {}

    /** Write them on one line; empty text for none. */
    static String of(Collection<EnergyFlag> flags) {
        return flags.stream().sorted().map(EnergyFlag::words).collect(Collectors.joining("; "));
    }

    /** Write the words of a flag that a file names; one of a later version stands for itself. */
    static String of(String name) {
        for (EnergyFlag known : EnergyFlag.values()) {
            if (known.name().equals(name)) {
                return known.words();
            }
        }
        return name;
    }

    /** Explain flags that stand in a table by name, each on lines of its own; empty text for none. */
    static String legend(Collection<EnergyFlag> flags, String indent, int columns) {
        return flags.stream().distinct().sorted()
                .map(flag -> TextTable.paragraph(flag + ": " + flag.words(), indent, columns))
                .collect(Collectors.joining());
    }
}
