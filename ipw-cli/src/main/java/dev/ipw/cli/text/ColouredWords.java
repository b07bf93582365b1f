package dev.ipw.cli.text;

import dev.ipw.cli.compare.ComparisonScreen;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine.Help.Ansi;

/**
 * Colours for the words that a reader must not overlook. The meaning is in the words; the colour only makes them
 * visible sooner.
 */
public final class ColouredWords {
    private static final Map<String, String> STYLES = Map.of("INVALID", "bold,red", "FAILED", "bold,red", "FAIL",
            "bold,red", "DOUBTFUL", "yellow", "Doubtful", "yellow", ComparisonScreen.BETTER, "green",
            ComparisonScreen.WORSE, "red");
    private static final Pattern WORD = Pattern
            .compile("\\b(?:INVALID|FAILED|FAIL|DOUBTFUL|Doubtful)\\b|(?m)^(?:better|worse)(?=  )");

    private ColouredWords() {}

    /** Colours text that has no terminal commands. */
    public static String in(String text) {
        return WORD.matcher(text).replaceAll(found -> coloured(found.group()));
    }

    private static String coloured(String word) {
        Ansi.IStyle[] styles = Ansi.Style.parse(STYLES.getOrDefault(word, ""));
        return Ansi.Style.on(styles) + word + Ansi.Style.off(styles);
    }
}
