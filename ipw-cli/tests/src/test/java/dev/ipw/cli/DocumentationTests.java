package dev.ipw.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

import static org.assertj.core.api.Assertions.assertThat;

/** Holds the pages of the documentation to what is there: each link leads somewhere, each command has the options it names. */
class DocumentationTests {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern BLOCK = Pattern.compile("(?s)```.*?```");
    private static final Pattern COMMAND = Pattern.compile("(?m)^(?: {4}(?:\\./)?|\\./|\\$ \\./)ipw (.*)$");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

    static Stream<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path folder : List.of(ROOT, ROOT.resolve("docs"), ROOT.resolve("docs").resolve("measurements"))) {
            try (Stream<Path> entries = Files.list(folder)) {
                entries.filter(entry -> entry.toString().endsWith(".md")).map(ROOT::relativize).sorted()
                        .forEach(pages::add);
            }
        }
        assertThat(pages).hasSizeGreaterThan(30);
        return pages.stream();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void linksToWhatIsThere(Path page) throws IOException {
        Path file = ROOT.resolve(page);
        Matcher links = LINK.matcher(BLOCK.matcher(Files.readString(file)).replaceAll(""));
        while (links.find()) {
            String link = links.group(1);
            if (!link.startsWith("http")) {
                String[] parts = link.split("#", 2);
                Path target = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]).normalize();
                assertThat(target).as("%s links to %s", page, link).exists();
                if (parts.length == 2 && target.toString().endsWith(".md")) {
                    assertThat(anchors(target)).as("%s links to %s", page, link).contains(parts[1]);
                }
            }
        }
    }

    private static List<String> anchors(Path page) throws IOException {
        return HEADING.matcher(BLOCK.matcher(Files.readString(page)).replaceAll("")).results()
                .map(heading -> heading.group(1).replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1").strip()
                        .toLowerCase(Locale.ROOT).replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void namesCommandsAndOptionsThatExist(Path page) {
        String text = text(page).replaceAll("\\\\\\n\\s*", " ");
        for (Matcher commands = COMMAND.matcher(text); commands.find();) {
            // Three dots stand for options that are not of interest there.
            String typed = commands.group(1).replaceAll("\\s#.*", "").replace(" ...", "").replaceAll("[|>&;].*", "")
                    .strip();
            // The first is the launcher's own, the second stands for all.
            if (!typed.startsWith("jshell") && !typed.startsWith("COMMAND")) {
                assertParses(page, typed);
            }
        }
    }

    private static void assertParses(Path page, String typed) {
        String[] arguments = words(typed);
        CommandLine line = IpwCommand.line(arguments, new CapturedTerminal().terminal(80));
        try {
            line.parseArgs(arguments);
        } catch (ParameterException wrong) {
            throw new AssertionError(page + " names a command that does not work: ipw " + typed, wrong);
        }
    }

    /** Splits a command line into its words, as a shell does. */
    static String[] words(String typed) {
        return WORD.matcher(typed).results().map(DocumentationTests::unquoted).toArray(String[]::new);
    }

    static String text(Path page) {
        try {
            return Files.readString(ROOT.resolve(page));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String unquoted(MatchResult word) {
        String single = word.group(1);
        String twice = word.group(2);
        return single != null ? single : twice != null ? twice : word.group(3);
    }
}
