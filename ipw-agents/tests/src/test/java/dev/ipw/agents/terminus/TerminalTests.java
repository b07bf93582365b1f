package dev.ipw.agents.terminus;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Types into a real tmux; a machine without one skips this. */
@Tag("process")
@Tag("real-time")
class TerminalTests {
    /** Once it is there, tmux has taken all that was printed before: it answers a question about the cursor in its turn. */
    private static final String MARK = "printf '\\033[6n'; read -rsdR place; touch printed";

    @TempDir
    Path folder;

    @TempDir
    Path files;

    private LocalEnvironment place;
    private Terminal terminal;

    @BeforeEach
    void start() throws Exception {
        assumeTrue(LocalEnvironment.has("tmux"), "tmux is not installed here");
        place = new LocalEnvironment(folder, files, false, Optional.empty());
        terminal = Terminal.start(new EnvironmentHost(place), "test" + System.nanoTime());
        assertThat(terminal.firstScreen().lines()).anyMatch(line -> !line.isBlank());
    }

    @AfterEach
    void end() {
        if (terminal != null) {
            terminal.close();
            place.close();
            assertThat(place.marked()).isEmpty();
        }
    }

    private ScreenText after(String command) throws Exception {
        terminal.type(command + "; " + MARK + "\n");
        awaitFile("printed");
        Files.delete(folder.resolve("printed"));
        return terminal.read();
    }

    private void awaitFile(String name) {
        LocalEnvironment.await(() -> Files.exists(folder.resolve(name)));
    }

    @Test
    void showsWhatIsNew() throws Exception {
        ScreenText first = after("echo o''ne");
        ScreenText second = after("seq 1 100");
        ScreenText third = after("echo th''ree");

        assertThat(first.isScreen()).isFalse();
        assertThat(first.lines()).contains("one");
        assertThat(second.lines()).containsSubsequence("1", "50", "100").doesNotContain("one");
        assertThat(third.isScreen()).isFalse();
        assertThat(third.lines()).contains("three").doesNotContain("100");
    }

    @Test
    void showsHeadAndTailOfMuchOutput() throws Exception {
        String told = after("seq 1 20000").format();

        assertThat(told).contains("\n1\n2\n3\n", "\n19999\n20000", " lines are left out here ...]")
                .doesNotContain("\n10000\n").hasSizeBetween(8_500, 10_200);
        String[] parts = told.split("\n\\[\\.\\.\\. | lines are left out here \\.\\.\\.\\]\n");
        int last = Integer.parseInt(parts[0].substring(parts[0].lastIndexOf('\n') + 1));
        int next = Integer.parseInt(parts[2].lines().skip(1).findFirst().orElseThrow());
        // The last line of the head and the first of the tail may be cut.
        assertThat(Integer.parseInt(parts[1])).isBetween(next - last - 3, 20_000);
        assertThat(after("echo go''es on").lines()).contains("goes on").doesNotContain("20000");
    }

    @Test
    void showsTheScreenWhereMoreCameThanTmuxKeeps() throws Exception {
        ScreenText lost = after("seq 1 " + (PaneReader.HISTORY_LINES + 10_000));
        ScreenText next = after("seq 1 60");

        assertThat(lost.isScreen()).isTrue();
        assertThat(lost.lines()).contains(String.valueOf(PaneReader.HISTORY_LINES + 10_000));
        assertThat(next.isScreen()).isFalse();
        assertThat(next.lines()).containsSubsequence("1", "30", "60");
    }

    @Test
    void showsTheScreenOfProgramsThatDrawOnAllOfIt() throws Exception {
        after("seq 1 50");
        ScreenText editor = after("printf '\\033[?1049h\\033[Hdrawn'");
        ScreenText back = after("printf '\\033[?1049l'");
        ScreenText cleared = after("clear; echo cle''ared");
        ScreenText next = after("echo on''e more");

        assertThat(editor.isScreen()).isTrue();
        assertThat(editor.lines().getFirst()).startsWith("drawn");
        assertThat(back.isScreen()).isFalse();
        assertThat(cleared.isScreen()).isTrue();
        assertThat(cleared.lines()).contains("cleared").doesNotContain("50");
        assertThat(next.isScreen()).isFalse();
        assertThat(next.lines()).contains("one more").doesNotContain("cleared");
    }

    /** Lines of all that means something to a shell or to tmux, more than tmux takes at once. */
    @Test
    void typesTextAsItIs() throws Exception {
        Random random = new Random(59);
        String[] pieces = {"a", " ", "'", "\"", ";", "\\;", "\\", "#{x}", "$HOME", "`id`", "-l", "C-c", "Enter", "ß",
                "漢",
                "😀", "%", "!", "~", "{", "}", "&&", "|"};
        String text = IntStream.range(0, 2_500)
                .mapToObj(line -> IntStream.range(0, random.nextInt(12))
                        .mapToObj(at -> pieces[random.nextInt(pieces.length)]).collect(Collectors.joining()))
                .collect(Collectors.joining("\n", "-- first;\n", ";\n"));
        assertThat(text).hasSizeGreaterThan(17_000);

        terminal.type("touch begun; cat > typed.txt; touch done\n");
        awaitFile("begun");
        terminal.type(text);
        terminal.type("x".repeat(3_000) + "\n");
        terminal.type("C-d");
        awaitFile("done");

        assertThat(Files.readString(folder.resolve("typed.txt"))).isEqualTo(text + "x".repeat(3_000) + "\n");
    }

    @Test
    void sendsKeys() throws Exception {
        terminal.type("bash -c 'trap \"exit 130\" INT; touch begun; cat'; echo st''atus $?; touch stopped\n");
        awaitFile("begun");
        terminal.type("C-c");
        awaitFile("stopped");
        ScreenText stopped = after("true");
        terminal.type("echo wrong");
        terminal.type("C-a C-k");
        terminal.type("echo he''re");
        terminal.type("Left BSpace C-e");
        ScreenText edited = after("");

        assertThat(stopped.lines()).anyMatch(line -> line.endsWith("status 130"));
        assertThat(edited.lines()).contains("hee").doesNotContain("wrong");
    }

    @Test
    void startsAnotherShellWhereOneEnds() throws Exception {
        terminal.type("exit 7\n");
        ScreenText[] shown = {terminal.read()};
        while (shown[0].note().isEmpty()) {
            shown[0] = terminal.read();
        }

        assertThat(shown[0].note()).contains("with status 7");
        assertThat(after("echo ag''ain").lines()).contains("again");
    }

    @Test
    void tellsThatItsServerWasKilled() throws Exception {
        terminal.type("tmux kill-server\n");

        assertThatExceptionOfType(TaskEndedException.class).isThrownBy(() -> {
            while (true) {
                terminal.read();
            }
        }).withMessageContaining("is lost").withMessageContaining("environment of the task (folder)");
    }
}
