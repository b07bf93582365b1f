package dev.ipw.results.internal.finishing;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The search for the patch in an answer. */
final class PatchText {
    private static final Pattern FENCED = Pattern.compile("^```(?:diff|patch)[ \\t]*\\R(.*?)^```[ \\t]*$",
            Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern HEAD = Pattern.compile("^(?:diff --git .+|--- \\S.*\\R\\+\\+\\+ \\S.*\\R@@ .*)$",
            Pattern.MULTILINE);

    private PatchText() {}

    /** Returns the last fenced patch, or the text from the first file header; empty without one. */
    static Optional<String> in(String answer) {
        Matcher fenced = FENCED.matcher(answer);
        Optional<String> last = Optional.empty();
        while (fenced.find()) {
            if (HEAD.matcher(fenced.group(1)).find()) {
                last = Optional.of(fenced.group(1));
            }
        }
        Matcher head = HEAD.matcher(answer);
        return last.isPresent() || !head.find() ? last : Optional.of(answer.substring(head.start()));
    }
}
