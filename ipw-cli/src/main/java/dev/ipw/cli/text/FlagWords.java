package dev.ipw.cli.text;

import dev.ipw.energy.EnergyFlag;
import java.util.Collection;
import java.util.stream.Collectors;

/** Descriptions of the flags that limit joules. */
public final class FlagWords {
    private FlagWords() {}

    /** Formats flags on one line; empty text for no flags. */
    public static String of(Collection<EnergyFlag> flags) {
        return flags.stream().sorted().map(EnergyFlag::words).collect(Collectors.joining("; "));
    }

    /** Explains the flags in a table by name, each on lines of its own; empty text for no flags. */
    public static String legend(Collection<EnergyFlag> flags, String indent, int columns) {
        return flags.stream().distinct().sorted()
                .map(flag -> TextTable.paragraph(flag + ": " + flag.words(), indent, columns))
                .collect(Collectors.joining());
    }
}
