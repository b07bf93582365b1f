package dev.ipw.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An output that a page shows in a block of the language {@code console}. The first line is the command behind {@code $ }; or the block
 * follows the comment {@code <!-- replayed by: TEST -->} or {@code <!-- not replayed: REASON -->}; or it is the output of the Java in its
 * section.
 *
 * @param place       the page and the line of the block
 * @param section     the text between the heading above it and the next
 * @param command     the command that prints it, without the prompt
 * @param replayedBy  the file of the test that prints it again, from the root of the repository
 * @param notReplayed the reason why no test prints it again
 * @param shown       the output
 */
public record Transcript(String place, String section, Optional<String> command, Optional<String> replayedBy,
        Optional<String> notReplayed, String shown) {
    private static final Pattern BLOCK = Pattern.compile("(?ms)(?:^<!-- (?:not replayed: (?<reason>[^\\n]*?)"
            + "|replayed by: (?<test>\\S+)) -->\\n)?^```console\\n(?<text>.*?)^```$");
    private static final Pattern FENCE = Pattern.compile("(?ms)^```(?<language>\\w*)\\n(?<text>.*?)^```$");
    private static final Pattern INDENTED = Pattern.compile("(?m)(?<=\\n\\n)(?: {4}[^\\n]*\\n)+");
    // A figure with its unit and its interval, a provenance, or a prompt.
    private static final Pattern OUTPUT = Pattern
            .compile("(?m)\\d [mµk]?[JW] \\[|\\d J\\b.* \\d|ESTIMATED|MEASURED|DOUBTFUL|INVALID|^ *\\$ ");
    private static final List<Likeness> ALIKE = List.of(
            // Which cell lies on a front depends on the figures.
            Likeness.of("(Pareto front, [^:]*:).*", "$1"), Likeness.of("\\b[0-9a-f]{32}\\b", "ID"),
            Likeness.of("\\|[ #]*\\|", "BAR"),
            // Where processor time is read depends on the operating system.
            Likeness.of("(estimate from CPU time) \\([^)]*\\)", "$1"),
            // The flags of a reading depend on how the machine keeps up.
            Likeness.of(" \\[[A-Z]+(?:, [A-Z]+)*]", ""),
            Likeness.of("[-+]?\\d+(?:,\\d{3})*(?:\\.\\d+)?(?:[eE][-+]?\\d+)?", "0"),
            Likeness.of("0 (?:min|h)(?: 0 (?:min|s))?\\b", "0 s"),
            // Whether the counter has moved since depends on the machine too.
            Likeness.of("(?<=\\[0), \\?]", ", 0]"), Likeness.of("(high\"?|upper_joules\"?)( ?[:=] ?)null", "$1$20"),
            Likeness.of("\\s+", " "), Likeness.of("(?<=^ ?|[0\\]] )[nµmkM](?=(?:s|J|W|Wh)\\b)", ""),
            Likeness.of("(?<=[0\\]]) ?[*!?]+", ""));
    private static final Pattern OMISSION = Pattern.compile(" ?\\.{3}");
    private static final String PROMPT = "$ ";

    /** Returns the transcripts of a page in their order. */
    public static List<Transcript> of(String page, String text) {
        return BLOCK.matcher(text).results().map(block -> transcript(page, text, block)).toList();
    }

    private static Transcript transcript(String page, String text, MatchResult block) {
        String shown = block.group("text");
        Optional<String> command = Optional.empty();
        if (shown.startsWith(PROMPT)) {
            int end = shown.replace("\\\n", "  ").indexOf('\n');
            command = Optional.of(shown.substring(PROMPT.length(), end).replaceAll("\\\\\\n\\s*", ""));
            shown = shown.substring(end + 1);
        }
        return new Transcript(page + ":" + line(text, block.start("text")), section(text, block), command,
                Optional.ofNullable(block.group("test")), Optional.ofNullable(block.group("reason")), shown);
    }

    private static String section(String text, MatchResult block) {
        int end = text.indexOf("\n#", block.end());
        return text.substring(text.lastIndexOf("\n#", block.start()) + 1, end < 0 ? text.length() : end);
    }

    private static long line(String text, int position) {
        return text.substring(0, position).lines().count() + 1;
    }

    /** Returns the differences between the outputs of a page that a test class replays and what that class printed, in their order. */
    public static List<String> differences(Path page, Class<?> test, String... printed) {
        String file = "/" + test.getName().replace('.', '/') + ".java";
        List<Transcript> shown = of(page.getFileName().toString(), read(page)).stream()
                .filter(one -> one.replayedBy.filter(by -> by.endsWith(file)).isPresent()).toList();
        if (shown.size() != printed.length) {
            return List.of(page + " shows " + shown.size() + " outputs of " + test.getSimpleName() + ", which printed "
                    + printed.length);
        }
        return IntStream.range(0, printed.length).mapToObj(i -> shown.get(i).difference(printed[i])
                .map(difference -> shown.get(i).place + ": " + difference + "\nin\n" + printed[i]))
                .flatMap(Optional::stream).toList();
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns whether it is the output of the Java in its section. */
    public boolean isOfProgram() {
        return command.isEmpty() && replayedBy.isEmpty() && notReplayed.isEmpty() && section.contains("```java\n");
    }

    /** Returns one that shows another output. */
    public Transcript showing(String other) {
        return new Transcript(place, section, command, replayedBy, notReplayed, other);
    }

    /** Returns the places of a page's blocks that show an output, or may, and are not of the language {@code console}. */
    public static List<String> unmarked(String page, String text) {
        List<String> places = new ArrayList<>();
        Matcher fences = FENCE.matcher(text);
        while (fences.find()) {
            if (fences.group("language").isEmpty()) {
                places.add(page + ":" + line(text, fences.start()));
            }
        }
        Matcher indented = INDENTED.matcher(fences.replaceAll(fence -> fence.group().replaceAll(".", "-")));
        while (indented.find()) {
            if (OUTPUT.matcher(indented.group()).find()) {
                places.add(page + ":" + line(text, indented.start()));
            }
        }
        return places;
    }

    /** Returns the first line that differs in more than its figures, units' prefixes, marks and breaks; none if the shapes agree. */
    public Optional<String> difference(String printed) {
        List<String> expected = shape(shown);
        List<String> actual = shape(printed);
        int next = 0;
        for (int i = 0; i < expected.size(); i++) {
            String wanted = expected.get(i);
            if (wanted.equals("...")) {
                if (i + 1 == expected.size()) {
                    return Optional.empty();
                }
                String after = expected.get(i + 1);
                while (next < actual.size() && !matches(after, actual.get(next))
                        && !after.startsWith(actual.get(next) + " ") && !actual.get(next).startsWith(after + " ")) {
                    next++;
                }
                continue;
            }
            String found = next < actual.size() ? actual.get(next++) : "";
            // Where a line breaks depends on the digits of its figures.
            while (!matches(wanted, found)) {
                if (wanted.startsWith(found + " ") && next < actual.size()) {
                    found += " " + actual.get(next++);
                } else if (found.startsWith(wanted + " ") && i + 1 < expected.size()) {
                    wanted += " " + expected.get(++i);
                } else {
                    return Optional.of("the page shows\n  " + wanted + "\nand it prints\n  " + found);
                }
            }
        }
        return next == actual.size()
                ? Optional.empty()
                : Optional.of("the page does not show\n  " + String.join("\n  ", actual.subList(next, actual.size())));
    }

    private static boolean matches(String wanted, String found) {
        return found
                .matches(Stream.of(OMISSION.split(wanted, -1)).map(Pattern::quote).collect(Collectors.joining(".*")));
    }

    private static List<String> shape(String text) {
        return text.lines().map(Transcript::shapeOfLine).filter(line -> !line.isEmpty()).toList();
    }

    private static String shapeOfLine(String line) {
        String shape = line;
        for (Likeness likeness : ALIKE) {
            shape = likeness.pattern.matcher(shape).replaceAll(likeness.replacement);
        }
        return shape.strip();
    }

    /** Texts that differ from run to run, and what stands for all of them. */
    private record Likeness(Pattern pattern, String replacement) {
        static Likeness of(String pattern, String replacement) {
            return new Likeness(Pattern.compile(pattern), replacement);
        }
    }
}
