package dev.ipw.examples.documentation;

import dev.ipw.testing.Transcript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs the Java of each section whose output the page shows, on a machine without sensors, and compares what it prints with the page. */
@Tag("process")
@Tag("real-time")
class ProgramOutputTests {
    @TempDir
    private Path folder;

    /** Returns the outputs of each program, in their order. */
    static Stream<List<Transcript>> programs() throws IOException {
        Map<String, List<Transcript>> programs = new LinkedHashMap<>();
        for (Path page : Pages.all(PageCode.ROOT)) {
            for (Transcript shown : Transcript.of(page.getFileName().toString(), Files.readString(page))) {
                if (shown.isOfProgram()) {
                    programs.computeIfAbsent(shown.section(), section -> new ArrayList<>()).add(shown);
                }
            }
        }
        return programs.values().stream();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void printsWhatThePageShows(List<Transcript> outputs) throws Exception {
        Transcript first = outputs.getFirst();
        String shown = outputs.stream().map(Transcript::shown).collect(Collectors.joining());

        String printed = PageCode.ofSection(first.section()).printed(folder);

        assertThat(first.showing(shown).difference(printed)).as("%s\n%s", first.place(), printed).isEmpty();
    }

    @Test
    void printsWhatTheFirstStepsShowOfTheReadme() throws Exception {
        Matcher first = PageCode.BLOCK.matcher(Files.readString(PageCode.ROOT.resolve("README.md")));
        assertThat(first.find()).isTrue();

        String printed = new PageCode(first.group(1)).printed(folder);

        assertThat(Transcript.differences(PageCode.ROOT.resolve("docs").resolve("getting-started.md"), getClass(),
                printed)).isEmpty();
    }
}
