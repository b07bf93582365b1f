package dev.ipw.agents.terminus;

import dev.ipw.agents.terminus.ReadReply.Command;
import dev.ipw.testing.Draws;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("fuzz")
class XmlReplyFormatTests {
    private static final int ROUNDS = Draws.of(200, 2_000);
    private static final List<String> PIECES = List.of("<", ">", "&&", "\"", "'", "a", " ", "\n", "</b>", "<keys", "漢",
            "</commands>", "]]>", "<response>");

    private final XmlReplyFormat format = new XmlReplyFormat();

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        int count = random.nextInt(12);
        for (int at = 0; at < count; at++) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    private static String reply(List<Command> commands, boolean isComplete) {
        return "<response>\n<analysis>x < y</analysis>\n<plan></plan>\n<commands>\n"
                + commands.stream()
                        .map(command -> "<keystrokes duration=\"" + command.duration().toMillis() / 1e3 + "\">"
                                + command.keystrokes() + "</keystrokes>\n")
                        .collect(Collectors.joining())
                + "</commands>\n<task_complete>" + isComplete + "</task_complete>\n</response>";
    }

    private static List<Command> commands(Random random) {
        List<Command> commands = new ArrayList<>();
        int count = random.nextInt(4);
        for (int at = 0; at < count; at++) {
            commands.add(new Command(text(random) + "\n", Duration.ofMillis(random.nextInt(60_000))));
        }
        return commands;
    }

    @Test
    void readsKeystrokesAsTheyStand() {
        Random random = new Random(61);
        for (int round = 0; round < ROUNDS; round++) {
            List<Command> commands = commands(random);
            boolean isComplete = random.nextBoolean();
            boolean hasBefore = random.nextBoolean();
            boolean hasAfter = random.nextBoolean();
            String text = (hasBefore ? "Well, < \n" : "") + reply(commands, isComplete) + (hasAfter ? "\nSo." : "\n");

            ReadReply read = format.read(text);

            assertThat(read.errors()).as(text).isEmpty();
            assertThat(read.reply().orElseThrow().commands()).as(text).isEqualTo(commands);
            assertThat(read.reply().orElseThrow().isComplete()).isEqualTo(isComplete);
            assertThat(read.reply().orElseThrow().analysis()).isEqualTo("x < y");
            assertThat(read.warnings()).as(text).hasSize((hasBefore ? 1 : 0) + (hasAfter ? 1 : 0));
        }
    }

    @Test
    void neverFailsOnBrokenReplies() {
        Random random = new Random(67);
        for (int round = 0; round < ROUNDS; round++) {
            StringBuilder text = new StringBuilder(reply(commands(random), true));
            if (random.nextBoolean()) {
                text.setLength(random.nextInt(text.length()));
            } else {
                text.deleteCharAt(random.nextInt(text.length()));
            }

            ReadReply read = format.read(text.toString());

            assertThat(read.reply().isPresent()).as(text.toString()).isEqualTo(read.errors().isEmpty());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~',
            textBlock = """
                    ls | no <response>
                    <response><plan>p</plan><commands></commands></response> | <analysis> is missing
                    <response><analysis>a</analysis><plan>p</plan></response> | <commands> is missing
                    <response><analysis>a</analysis><plan>p</plan><commands></response> | </commands> is missing
                    <response><analysis>a</analysis><plan>p</plan><commands>ls</commands></response> | no <keystrokes>
                    <response><analysis>a</analysis><plan>p</plan><commands><keystrokes duration="x">l</keystrokes></commands></response> | a number
                    <response><analysis>a</analysis><plan>p</plan><commands><keystrokes duration="NaN">l</keystrokes></commands></response> | 0 or more
                    <response><analysis>a</analysis><plan>p</plan><commands/><task_complete>yes</task_complete></response> | true or false
                    """)
    void namesWhatIsWrong(String text, String problem) {
        ReadReply read = format.read(text);

        assertThat(read.reply()).isEmpty();
        assertThat(read.errors()).singleElement().asString().contains(problem);
    }

    @Test
    void warnsOfWhatWasMended() {
        ReadReply read = format.read("""
                <response><analysis>a</analysis> oh <plan>p</plan><mood>good</mood><commands>
                <keystrokes>a &lt; b</keystrokes><keystrokes duration='2' block="x">C-c</keystrokes></commands>""");

        assertThat(read.reply().orElseThrow().commands()).containsExactly(
                new Command("a &lt; b", Duration.ofSeconds(1)), new Command("C-c", Duration.ofSeconds(2)));
        assertThat(read.warnings()).hasSize(7).anyMatch(warning -> warning.contains("</response> was missing"))
                .anyMatch(warning -> warning.contains("between the parts"))
                .anyMatch(warning -> warning.contains("'mood'")).anyMatch(warning -> warning.contains("escape"))
                .anyMatch(warning -> warning.contains("duration of command 1"))
                .anyMatch(warning -> warning.contains("'block'"));
    }
}
