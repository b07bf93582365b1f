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

    /** Explain flags that stand in a table by name, each on lines of its own; empty text for none. */
    static String legend(Collection<EnergyFlag> flags, String indent, int columns) {
        return flags.stream().distinct().sorted()
                .map(flag -> TextTable.paragraph(flag + ": " + flag.words(), indent, columns))
                .collect(Collectors.joining());
    }
}
