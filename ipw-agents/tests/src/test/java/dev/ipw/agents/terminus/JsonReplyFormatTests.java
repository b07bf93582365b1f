package dev.ipw.agents.terminus;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ipw.agents.terminus.ReadReply.Command;
import dev.ipw.internal.json.Json;
import dev.ipw.testing.Draws;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("fuzz")
class JsonReplyFormatTests {
    private static final int ROUNDS = Draws.of(300, 3_000);
    private static final String PIECES = "{}[]\"\\ \n\t:,;$'`#äß漢😀abcC-";

    private final JsonReplyFormat format = new JsonReplyFormat();

    private static ObjectNode reply(List<Command> commands, boolean isComplete) {
        ObjectNode json = Json.object().put("analysis", "a \"quoted\" {text}").put("plan", "p");
        ArrayNode array = json.putArray("commands");
        commands.forEach(command -> array.addObject().put("keystrokes", command.keystrokes()).put("duration",
                command.duration().toMillis() / 1e3));
        return json.put("task_complete", isComplete);
    }

    private static List<Command> commands(Random random) {
        List<Command> commands = new ArrayList<>();
        int count = random.nextInt(4);
        for (int at = 0; at < count; at++) {
            commands.add(new Command(text(random) + "\n", Duration.ofMillis(random.nextInt(60_000))));
        }
        return commands;
    }

    private static String text(Random random) {
        int[] points = PIECES.codePoints().toArray();
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(20);
        for (int at = 0; at < length; at++) {
            text.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return text.toString();
    }

    @Test
    void readsWhatIsWrittenWhateverStandsAroundIt() {
        Random random = new Random(41);
        for (int round = 0; round < ROUNDS; round++) {
            List<Command> commands = commands(random);
            boolean isComplete = random.nextBoolean();
            String json = Json.write(reply(commands, isComplete));
            boolean isFenced = random.nextBoolean();
            boolean hasBefore = random.nextBoolean();
            boolean hasAfter = random.nextBoolean();
            String text = (hasBefore ? "I {think} of \"it\n" : "") + (isFenced ? "```json\n" : "") + json
                    + (isFenced ? "\n```" : "") + (hasAfter ? "\nThat } is { it" : "");

            ReadReply read = format.read(text);

            assertThat(read.errors()).as(text).isEmpty();
            assertThat(read.reply().orElseThrow().commands()).as(text).isEqualTo(commands);
            assertThat(read.reply().orElseThrow().isComplete()).isEqualTo(isComplete);
            assertThat(read.reply().orElseThrow().analysis()).isEqualTo("a \"quoted\" {text}");
            assertThat(read.warnings()).as(text).hasSize((hasBefore ? 1 : 0) + (hasAfter ? 1 : 0));
        }
    }

    @Test
    void addsTheBracesThatAreMissing() {
        Random random = new Random(43);
        for (int round = 0; round < ROUNDS; round++) {
            ObjectNode json = Json.object().put("task_complete", true).put("analysis", text(random)).put("plan", "");
            List<Command> commands = new ArrayList<>(commands(random));
            commands.add(new Command("last\n", Duration.ofSeconds(1)));
            json.set("commands", reply(commands, true).get("commands"));
            String whole = Json.write(json);

            ReadReply read = format.read(whole.substring(0, whole.length() - 1 - random.nextInt(3)));

            assertThat(read.reply().orElseThrow().commands()).as(whole).isEqualTo(commands);
            assertThat(read.warnings()).singleElement().asString().contains("have been added");
        }
    }

    /** A reply that is cut, or has characters changed, is read or refused, and never half of a text is typed as a whole one. */
    @Test
    void neverFailsOnBrokenReplies() {
        Random random = new Random(47);
        for (int round = 0; round < ROUNDS; round++) {
            List<Command> commands = commands(random);
            StringBuilder text = new StringBuilder(Json.write(reply(commands, false)));
            boolean isCut = random.nextBoolean();
            if (isCut) {
                text.setLength(random.nextInt(text.length()));
            } else {
                text.setCharAt(random.nextInt(text.length()), "{}[]\",:\\x".charAt(random.nextInt(9)));
            }

            ReadReply read = format.read(text.toString());

            assertThat(read.reply().isPresent()).as(text.toString()).isEqualTo(read.errors().isEmpty());
            assertThat(read.errors().isEmpty() || !read.problemText().isBlank()).isTrue();
            if (isCut && read.reply().isPresent()) {
                List<Command> shown = read.reply().get().commands();
                assertThat(shown.stream().map(Command::keystrokes).toList()).isEqualTo(
                        commands.subList(0, shown.size()).stream().map(Command::keystrokes).toList());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "   ", "no json", "{", "{\"a\"", "[1, 2]", "{\"other\": 1}", "{{{{{{", "{\"analysis\": \"",
                    "<think>{\"analysis\": \"a\", \"plan\": \"p\", \"commands\": []}"})
    void refusesWhatIsNoReply(String text) {
        ReadReply read = format.read(text);

        assertThat(read.reply()).isEmpty();
        assertThat(read.problemText()).contains("nothing was typed", "JSON object");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"plan": "p", "commands": []} | analysis is missing
            {"analysis": 3, "plan": "p", "commands": []} | analysis must be a text
            {"analysis": "a", "commands": []} | plan is missing
            {"analysis": "a", "plan": "p"} | commands is missing
            {"analysis": "a", "plan": "p", "commands": "ls"} | commands must be an array
            {"analysis": "a", "plan": "p", "commands": ["ls"]} | command 1 must be an object
            {"analysis": "a", "plan": "p", "commands": [{}]} | keystrokes of command 1 is missing
            {"analysis": "a", "plan": "p", "commands": [{"keystrokes": 1, "duration": 1}]} | must be a text
            {"analysis": "a", "plan": "p", "commands": [{"keystrokes": "l", "duration": "1"}]} | must be a number
            {"analysis": "a", "plan": "p", "commands": [{"keystrokes": "l", "duration": -1}]} | 0 or more
            {"analysis": "a", "plan": "p", "commands": [], "task_complete": "yes"} | true or false
            """)
    void namesWhatIsWrong(String text, String problem) {
        ReadReply read = format.read(text);

        assertThat(read.reply()).isEmpty();
        assertThat(read.errors()).singleElement().asString().contains(problem);
    }

    @Test
    void warnsOfWhatWasMended() {
        ReadReply read = format
                .read("""
                        {"analysis": "a", "plan": "p", "mood": "good", "commands": [
                          {"keystrokes": "ls"}, {"keystrokes": "C-c", "duration": 1e999}, {"keystrokes": "x", "duration": 1}]}""");

        assertThat(read.reply().orElseThrow().commands()).extracting(Command::duration)
                .containsExactly(Duration.ofSeconds(1), Duration.ofMinutes(10), Duration.ofSeconds(1));
        assertThat(read.warnings()).hasSize(4).anyMatch(warning -> warning.contains("'mood'"))
                .anyMatch(warning -> warning.contains("missing")).anyMatch(warning -> warning.contains("cut to 600"))
                .anyMatch(warning -> warning.contains("Command 1 ends without"));
    }

    @Test
    void boundsWhatItTells() {
        ObjectNode json = reply(List.of(), false);
        for (int at = 0; at < 5_000; at++) {
            json.put("field" + at, at);
        }

        assertThat(format.read(Json.write(json)).problemText()).contains("and 4980 more").hasSizeLessThan(3_000);
    }

    @Test
    void looksBehindReasoning() {
        ReadReply read = format.read("<think>{\"analysis\": \"no\"}</think>\n" + Json.write(reply(List.of(), true)));

        assertThat(read.reply().orElseThrow().isComplete()).isTrue();
        assertThat(read.warnings()).isEmpty();
    }
}
