package dev.ipw.cli.text;

import dev.ipw.cli.compare.ComparisonScreen;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Help.Ansi;

/**
 * Colours for the words that a reader must not overlook. The meaning is in the words; the colour only makes them
 * visible sooner.
 */
public final class ColouredWords {
    private static final Map<String, String> STYLES = Map.of("INVALID", "bold,red", "not usable", "bold,red",
            "FAILED", "bold,red", "FAIL",
            "bold,red", "DOUBTFUL", "yellow", "Doubtful", "yellow", ComparisonScreen.BETTER, "green",
            ComparisonScreen.WORSE, "red");
    private static final Pattern WORD = Pattern
            .compile("\\b(?:INVALID|FAILED|FAIL|DOUBTFUL|Doubtful)\\b|"
                    + "(?<=Times: )not usable|(?m)^(?:better|worse)(?=  )");

    /** The heading of unusable times, and their indented rows. */
    private static final Pattern UNUSABLE = Pattern.compile("(?m)^( *Times: not usable.*\\n)((?: +.*\\n)+)");

    private ColouredWords() {}

    /** Colours text that has no terminal commands, and dims times that are not usable. */
    public static String in(String text) {
        String dimmed = UNUSABLE.matcher(text).replaceAll(found -> found.group(1) + found.group(2).lines()
                .map(line -> Ansi.Style.on(Ansi.Style.faint) + line + Ansi.Style.off(Ansi.Style.faint) + "\n")
                .collect(Collectors.joining()));
        return WORD.matcher(dimmed).replaceAll(found -> coloured(found.group()));
    }

    private static String coloured(String word) {
        Ansi.IStyle[] styles = Ansi.Style.parse(STYLES.getOrDefault(word, ""));
        return Ansi.Style.on(styles) + word + Ansi.Style.off(styles);
    }
}
