package dev.ipw.examples.programs;

import dev.ipw.ProfileRun;
import dev.ipw.record.ProfilingRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

import static org.assertj.core.api.Assertions.assertThat;

@ResourceLock(Resources.SYSTEM_OUT)
@Tag("real-time")
class ProgramsTests {
    @TempDir
    private Path runs;

    @Test
    void profilesByIds() throws Exception {
        String printed = printed(() -> ProfileByIds.main(arguments()));

        assertThat(printed).startsWith("accuracy ").contains(" IPJ ", onlyRun().path().toString());
        assertThat(onlyRun().records()).hasSize(20).noneMatch(record -> record.hasFailed());
    }

    @Test
    void profilesWithOwnInstances() throws Exception {
        assertThat(printed(() -> ProfileOwnInstances.main(arguments()))).isEqualToIgnoringNewLines("50 of 50 right");
    }

    @Test
    void measuresAnyCode() throws Exception {
        // log2(5000!) = 54232.2
        assertThat(printed(() -> MeasureAnyCode.main(arguments()))).startsWith("54233 bits in PT")
                .containsPattern("\\R(no joules, UNAVAILABLE \\(.+\\)|\\S+ J \\[.+)\\R");
    }

    @Test
    void readsARunBack() throws Exception {
        printed(() -> ProfileByIds.main(arguments()));

        List<String> lines = printed(() -> ReadRun.main(new String[]{onlyRun().path().toString()})).lines().toList();

        long wrong = 20 - onlyRun().efficiency().correct();
        assertThat(lines).hasSize((int) wrong + 4);
        assertThat(lines.get(0)).startsWith("small: 20 queries in ");
        assertThat(lines.get(1)).matches("median [0-9.E-]+ s per output token");
        assertThat(lines.get(lines.size() - 2)).startsWith("accuracy " + (20 - wrong) / 20.0 + " ");
        assertThat(lines.getLast()).matches("energy [A-Z]+: .+");
    }

    @Test
    void findsItsOwnPlugin() throws Exception {
        String printed = printed(() -> UsePlugin.main(arguments()));

        long sums;
        try (Stream<ProfilingRecord> records = onlyRun().records()) {
            sums = records.filter(record -> record.question().problem().contains("+")).count();
        }
        assertThat(sums).isBetween(1L, 59L);
        assertThat(printed).isEqualToIgnoringNewLines(sums + " right, " + (60 - sums) + " failed");
    }

    private String[] arguments() {
        return new String[]{runs.toString()};
    }

    private ProfileRun onlyRun() throws IOException {
        try (Stream<Path> all = Files.list(runs)) {
            List<Path> found = all.toList();
            assertThat(found).hasSize(1);
            return ProfileRun.open(found.getFirst());
        }
    }

    private static String printed(Program program) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            System.setOut(out);
            program.run();
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @FunctionalInterface
    private interface Program {
        void run() throws Exception;
    }
}
