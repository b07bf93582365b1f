package dev.ipw.meter.log;

import dev.ipw.energy.EnergyReading;
import dev.ipw.error.InputException;
import dev.ipw.importing.log.MeterReplay;
import dev.ipw.internal.json.ChecksummedJson;
import dev.ipw.meter.SimulatedBoard;
import dev.ipw.meter.SimulatedMeter;
import dev.ipw.meter.metrics.MeterMetrics;
import dev.ipw.meter.metrics.MetricsOptions;
import dev.ipw.results.internal.meterlog.MeterLogSegments;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Logs of drawn meters on a board whose counter outlives them. */
class MeterLogTests {
    private static final long SECOND = 1_000_000_000L;
    private static final long ORIGIN = 5_000 * SECOND;
    private static final String BOOT = "the-boot";
    /** Joules of a step of the counter, by which the edges of a time may differ from the truth. */
    private static final double STEP_JOULES = SimulatedBoard.MAX_WATTS * 0.05;

    @TempDir
    Path folder;

    private static MeterLog open(Path folder) {
        return open(folder, MeterLogLimits.DEFAULT);
    }

    private static MeterLog open(Path folder, MeterLogLimits limits) {
        return MeterLog.open(folder, limits, new TestDisk(), () -> Optional.of(BOOT));
    }

    private static MeterTotals.Device board(MeterTotals totals) {
        return Objects.requireNonNull(totals.devices().get(SimulatedBoard.NAME));
    }

    private static void assertConserved(MeterTotals totals) {
        totals.devices().values().forEach(device -> assertThat(
                device.requestsJoules() + device.idleJoules() + device.otherJoules() + device.unmeteredJoules())
                .isCloseTo(device.joules(), within(1e-9 * Math.max(1, device.joules()))));
        double requests = totals.devices().values().stream().mapToDouble(MeterTotals.Device::requestsJoules).sum();
        assertThat(totals.labels().stream().mapToDouble(MeterTotals.Label::joules).sum()).isCloseTo(requests,
                within(1e-9 * Math.max(1, requests)));
    }

    private static MeterTotals totals(Path folder) {
        try (MeterLog log = open(folder)) {
            return log.totals();
        }
    }

    private static Path lastSegment(Path folder) {
        return MeterLogSegments.list(folder).getLast();
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        for (Path file : MeterLogSegments.list(from)) {
            Files.copy(file, to.resolve(file.getFileName()));
        }
    }

    /** What was used before a block was ever written is in no sum, so that the sums must not claim its time. */
    @Test
    void beginsItsSumsAnewWhereAProcessWasKilledBeforeItsFirstBlock() {
        Instant first = totals(folder).since();
        Instant second = totals(folder).since();
        assertThat(second).isAfter(first);
        try (MeterLog log = open(folder)) {
            Instant begun = log.totals().since();
            new SimulatedMeter(new SimulatedBoard(1, ORIGIN), log, 1, ORIGIN + 3 * SECOND, 2).run(2);
            assertThat(log.totals().since()).isEqualTo(begun);
        }
        assertThat(totals(folder).since()).isEqualTo(totals(folder).since());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void sumsUpWhatTheBoardUsedOverRestarts(long seed) {
        SimulatedBoard board = new SimulatedBoard(seed, ORIGIN);
        long start = ORIGIN + 3 * SECOND;
        long now = start;
        Set<String> finals = new HashSet<>();
        int interrupted = 0;
        for (int process = 0; process < 4; process++) {
            try (MeterLog log = open(folder)) {
                SimulatedMeter meter = new SimulatedMeter(board, log, 10 * seed + process, now, 4).run(5);
                finals.addAll(meter.finals().keySet());
                interrupted += process < 3 ? meter.open() : 0;
                assertThat(board(log.totals()).joules()).isCloseTo(board.joules(meter.nowNanos()) - board.joules(start),
                        within(2 * STEP_JOULES));
                now = meter.nowNanos() + (7 + process) * SECOND;
            }
        }
        MeterTotals totals = totals(folder);
        assertConserved(totals);
        assertThat(board(totals).unmeteredJoules()).isGreaterThan(3 * 7 * 70.0);
        assertThat(board(totals).unknownSeconds()).isZero();
        assertThat(totals.requests()).isEqualTo(finals.size());
        assertThat(totals.labels().stream().mapToLong(MeterTotals.Label::requests).sum()).isEqualTo(finals.size());
        assertThat(totals.interrupted()).isEqualTo(interrupted);
    }

    @Test
    void sumsUpAfterAKillAtEachByte() throws IOException {
        SimulatedBoard board = new SimulatedBoard(7, ORIGIN);
        long start = ORIGIN + 3 * SECOND;
        Path whole = folder.resolve("whole");
        long end;
        try (MeterLog log = open(whole)) {
            end = new SimulatedMeter(board, log, 7, start, 2).run(2).nowNanos();
        }
        try (MeterLog log = open(whole)) {
            end = new SimulatedMeter(board, log, 8, end + 6 * SECOND, 2).run(2).nowNanos();
        }
        Path last = lastSegment(whole);
        byte[] bytes = Files.readAllBytes(last);
        int stride = Draws.of(29, 1);
        for (int kept = 0; kept <= bytes.length; kept++) {
            if (kept % stride != 0 && !isBesideALineFeed(bytes, kept)) {
                continue;
            }
            Path killed = folder.resolve("killed-" + kept);
            copy(whole, killed);
            Files.write(killed.resolve(last.getFileName()), Arrays.copyOf(bytes, kept));
            try (MeterLog log = open(killed)) {
                SimulatedMeter meter = new SimulatedMeter(board, log, 9, end + 4 * SECOND, 2).run(1);
                MeterTotals totals = log.totals();
                assertConserved(totals);
                assertThat(board(totals).joules()).as("killed after byte %d", kept).isCloseTo(
                        board.joules(meter.nowNanos()) - board.joules(start), within(2 * STEP_JOULES));
                assertThat(board(totals).unknownSeconds()).isZero();
            }
            assertConserved(totals(killed));
        }
    }

    private static boolean isBesideALineFeed(byte[] bytes, int place) {
        for (int i = Math.max(0, place - 2); i < Math.min(bytes.length, place + 2); i++) {
            if (bytes[i] == '\n') {
                return true;
            }
        }
        return false;
    }

    @Test
    void knowsNothingOfAnotherBootOrARestartedCounter() {
        SimulatedBoard board = new SimulatedBoard(4, ORIGIN, ORIGIN + 30 * SECOND);
        try (MeterLog log = open(folder)) {
            new SimulatedMeter(board, log, 1, ORIGIN + 3 * SECOND, 2).run(3);
        }
        double before = board(totals(folder)).joules();
        try (MeterLog log = MeterLog.open(folder, MeterLogLimits.DEFAULT, new TestDisk(), () -> Optional.of("next"))) {
            new SimulatedMeter(board, log, 2, ORIGIN + 60 * SECOND, 2).run(1);
            assertThat(board(log.totals()).unknownReason().orElseThrow()).contains("machine may have been restarted");
        }
        try (MeterLog log = open(folder)) {
            SimulatedMeter meter = new SimulatedMeter(board, log, 3, ORIGIN + 100 * SECOND, 2).run(1);
            MeterTotals totals = log.totals();
            assertConserved(totals);
            assertThat(board(totals).unmeteredJoules()).isZero();
            assertThat(board(totals).unknownSeconds()).isGreaterThan(60);
            assertThat(board(totals).joules()).isBetween(before, before + 2 * 6 * SimulatedBoard.MAX_WATTS);
            assertThat(meter.open()).isPositive();
        }
    }

    @Test
    void countsACounterThatWentBackAsUnknown() {
        SimulatedBoard board = new SimulatedBoard(4, ORIGIN, ORIGIN + 30 * SECOND);
        try (MeterLog log = open(folder)) {
            new SimulatedMeter(board, log, 1, ORIGIN + 3 * SECOND, 2).run(3);
        }
        try (MeterLog log = open(folder)) {
            new SimulatedMeter(board, log, 2, ORIGIN + 33 * SECOND, 2).run(1);
            assertConserved(log.totals());
            assertThat(board(log.totals()).unmeteredJoules()).isZero();
            assertThat(board(log.totals()).unknownReason().orElseThrow()).contains("counter was restarted");
        }
    }

    @Test
    void dropsTheOldestFilesAndKeepsTheSums() throws IOException {
        Path small = folder.resolve("small");
        Path large = folder.resolve("large");
        MeterLogLimits limits = new MeterLogLimits(10_000, 30_000);
        List<MeterTotals> totals = new ArrayList<>();
        for (Path one : List.of(small, large)) {
            SimulatedBoard board = new SimulatedBoard(5, ORIGIN);
            try (MeterLog log = one.equals(small) ? open(one, limits) : open(one)) {
                new SimulatedMeter(board, log, 5, ORIGIN + 3 * SECOND, 2).run(25);
                log.sync();
                totals.add(log.totals());
            }
        }
        for (MeterTotals one : List.of(totals.getFirst(), totals(small))) {
            assertThat(one.devices()).isEqualTo(totals.getLast().devices());
            assertThat(one.labels()).isEqualTo(totals.getLast().labels());
            assertThat(one.requests()).isEqualTo(totals.getLast().requests());
        }
        long bytes = 0;
        for (Path file : MeterLogSegments.list(small)) {
            bytes += Files.size(file);
        }
        assertThat(bytes).isLessThan(45_000);
        assertThat(MeterLogSegments.number(MeterLogSegments.list(small).getFirst()).orElseThrow()).isGreaterThan(3);
        MeterReplay replay = MeterReplay.of(small);
        assertThat(replay.warnings()).anyMatch(warning -> warning.startsWith("The oldest files"));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void dividesAgainToTheSameFigures(long seed) {
        assertDividedAgain(seed, 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void dividesAgainToTheSameFiguresWhereReadingsComeBetweenTheDivisionAndTheLog(long seed) {
        assertDividedAgain(seed, 9 * SECOND);
    }

    private void assertDividedAgain(long seed, long maxLateNanos) {
        SimulatedBoard board = new SimulatedBoard(seed, ORIGIN);
        Map<String, EnergyReading> finals = new LinkedHashMap<>();
        long now = ORIGIN + 3 * SECOND;
        for (int process = 0; process < 2; process++) {
            try (MeterLog log = open(folder, new MeterLogLimits(30_000, 10_000_000))) {
                SimulatedMeter meter = new SimulatedMeter(board, log, seed + process, now, 5)
                        .readLate(maxLateNanos).run(7);
                finals.putAll(meter.finals());
                now = meter.nowNanos() + 4 * SECOND;
            }
        }
        MeterReplay replay = MeterReplay.of(folder);
        Map<String, EnergyReading> replayed = new HashMap<>();
        replay.requests().forEach(request -> replayed.put(request.id(), request.reading()));
        assertThat(replayed).containsAllEntriesOf(finals);
        assertThat(replay.warnings()).singleElement().asString().contains("no meter ran");
        MeterTotals totals = totals(folder);
        double all = replay.total().joules().orElseThrow();
        assertThat(all).isCloseTo(board(totals).joules(), within(1e-9 * all));
        assertThat(replay.devices()).singleElement().satisfies(device -> assertThat(
                device.requestsJoules() + device.idleJoules() + device.otherJoules())
                .isCloseTo(all, within(1e-9 * all)));
    }

    @Test
    void takesFewBytes() throws IOException {
        SimulatedBoard board = new SimulatedBoard(6, ORIGIN);
        long tokens;
        try (MeterLog log = open(folder)) {
            tokens = new SimulatedMeter(board, log, 6, ORIGIN + 3 * SECOND, 64).run(5).tokens();
        }
        long stamps = 0;
        String text = Files.readString(lastSegment(folder));
        Matcher packed = Pattern.compile("\"t\":\"([^\"]*)\"").matcher(text);
        while (packed.find()) {
            stamps += packed.group(1).length();
        }
        assertThat((double) stamps / tokens).isLessThan(3);
    }

    @Test
    void refusesASecondMeter() {
        try (MeterLog log = open(folder)) {
            assertThat(log.problem()).isEmpty();
            assertThatThrownBy(() -> open(folder)).isInstanceOf(InputException.class)
                    .hasMessageContaining("Another meter").hasMessageContaining("folder of its own");
        }
        open(folder).close();
    }

    @Test
    void keepsItsFilesToItsOwner() throws IOException {
        Path own = folder.resolve("own");
        MeterLog.open(own).close();
        if (own.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own))).isEqualTo("rwx------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(lastSegment(own))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void refusesForeignAndNewerFiles() throws IOException {
        Path foreign = Files.createDirectory(folder.resolve("foreign"));
        Files.writeString(MeterLogSegments.file(foreign, 1), "hello\n");
        assertThatThrownBy(() -> open(foreign)).isInstanceOf(InputException.class)
                .hasMessageContaining("is no log of a meter");
        assertThat(Files.readString(MeterLogSegments.file(foreign, 1))).isEqualTo("hello\n");

        Path newer = Files.createDirectory(folder.resolve("newer"));
        Files.write(MeterLogSegments.file(newer, 1), line("{\"type\":\"segment\",\"format\":99,\"number\":1}"));
        assertThatThrownBy(() -> open(newer)).isInstanceOf(InputException.class).hasMessageContaining("format 99")
                .hasMessageContaining("newer version");
        assertThatThrownBy(() -> MeterReplay.of(newer)).isInstanceOf(InputException.class)
                .hasMessageContaining("newer version");

        Path damaged = Files.createDirectory(folder.resolve("damaged"));
        byte[] header = line("{\"type\":\"segment\",\"format\":1,\"number\":1}");
        header[40] ^= 1;
        Files.write(MeterLogSegments.file(damaged, 1), header);
        assertThatThrownBy(() -> open(damaged)).isInstanceOf(InputException.class)
                .hasMessageContaining("line 1 is damaged");

        Files.writeString(folder.resolve("file"), "");
        assertThatThrownBy(() -> open(folder.resolve("file"))).isInstanceOf(InputException.class)
                .hasMessageContaining("Cannot write the meter's log");
    }

    private static byte[] line(String json) {
        byte[] line = ChecksummedJson.line(json);
        byte[] ended = Arrays.copyOf(line, line.length + 1);
        ended[line.length] = '\n';
        return ended;
    }

    @Test
    void countsTheJoulesOfADamagedBlockAsUnmetered() throws IOException {
        SimulatedBoard board = new SimulatedBoard(8, ORIGIN);
        MeterTotals before;
        try (MeterLog log = open(folder)) {
            new SimulatedMeter(board, log, 8, ORIGIN + 3 * SECOND, 2).run(4);
            before = log.totals();
        }
        damageFirst("{\"type\":\"block\",\"number\":2");
        try (MeterLog log = open(folder)) {
            assertThat(log.damage()).singleElement().asString().contains("is damaged");
            assertThat(board(log.totals()).joules()).isCloseTo(board(before).joules(), within(1e-6));
            assertThat(board(log.totals()).unmeteredJoules()).isPositive();
        }
    }

    /** The counter began anew in between, so that its growth over the damaged line means nothing. */
    @Test
    void knowsNothingOfADamagedBlockAfterAReboot() throws IOException {
        SimulatedBoard board = new SimulatedBoard(8, ORIGIN, ORIGIN + 30 * SECOND);
        try (MeterLog log = open(folder)) {
            new SimulatedMeter(board, log, 8, ORIGIN + 3 * SECOND, 2).run(3);
        }
        double before = board(totals(folder)).joules();
        double all;
        try (MeterLog log = MeterLog.open(folder, MeterLogLimits.DEFAULT, new TestDisk(), () -> Optional.of("next"))) {
            new SimulatedMeter(board, log, 9, ORIGIN + 60 * SECOND, 2).run(3);
            all = board(log.totals()).joules();
        }
        damageFirst("{\"type\":\"block\"");
        try (MeterLog log = open(folder)) {
            assertThat(log.damage()).hasSize(1);
            assertConserved(log.totals());
            assertThat(board(log.totals()).joules()).isBetween(before, all);
            assertThat(board(log.totals()).unknownReason().orElseThrow()).contains("damaged");
            assertThat(board(log.totals()).unknownSeconds()).isGreaterThan(40);
        }
    }

    private void damageFirst(String lineStart) throws IOException {
        Path file = lastSegment(folder);
        byte[] bytes = Files.readAllBytes(file);
        bytes[new String(bytes, StandardCharsets.ISO_8859_1).indexOf(lineStart) + 200] ^= 1;
        Files.write(file, bytes);
    }

    @Test
    void countsTheJoulesOfADeviceThatWasLeftOutOnceAsUnmetered() {
        SimulatedBoard board = new SimulatedBoard(10, ORIGIN);
        long start = ORIGIN + 3 * SECOND;
        MeterTotals totals;
        try (MeterLog log = open(folder)) {
            SimulatedMeter meter = new SimulatedMeter(board, log, 10, start, 3).run(2);
            long from = meter.nowNanos();
            meter.leaveOut(true).run(3);
            long until = meter.nowNanos();
            assertThat(board(log.totals()).unmeteredJoules()).isZero();
            meter.leaveOut(false).run(2);
            assertThat(board(log.totals()).unmeteredJoules())
                    .isCloseTo(board.joules(until) - board.joules(from), within(2 * STEP_JOULES));
            long again = meter.nowNanos();
            meter.leaveOut(true).run(1).leaveOut(false).run(2);
            assertThat(board(log.totals()).joules())
                    .isCloseTo(board.joules(meter.nowNanos()) - board.joules(start), within(2 * STEP_JOULES));
            assertThat(meter.nowNanos()).isGreaterThan(again);
            assertThat(board(log.totals()).unknownSeconds()).isZero();
            start = meter.nowNanos();
        }
        try (MeterLog log = open(folder)) {
            new SimulatedMeter(board, log, 11, start + 5 * SECOND, 3).run(1);
            totals = log.totals();
        }
        assertConserved(totals);
        MeterReplay replay = MeterReplay.of(folder);
        assertThat(replay.warnings()).hasSize(3).filteredOn(warning -> warning.contains("was left out")).hasSize(2);
        assertThat(replay.total().joules().orElseThrow()).isCloseTo(board(totals).joules(), within(1e-6));
    }

    @Test
    void countsTheJoulesOfADamagedBlockBeforeTheDeviceWasLeftOut() throws IOException {
        SimulatedBoard board = new SimulatedBoard(13, ORIGIN);
        MeterTotals before;
        try (MeterLog log = open(folder)) {
            new SimulatedMeter(board, log, 13, ORIGIN + 3 * SECOND, 2).run(3).leaveOut(true).run(1).leaveOut(false)
                    .run(2);
            before = log.totals();
        }
        damageFirst("{\"type\":\"block\",\"number\":3");
        MeterTotals read = totals(folder);
        assertConserved(read);
        assertThat(board(read).joules()).isCloseTo(board(before).joules(), within(2 * STEP_JOULES));
        assertThat(board(read).unmeteredJoules()).isGreaterThan(board(before).unmeteredJoules() + 4 * 70);
        assertThat(board(read).unknownSeconds()).isZero();
    }

    @Test
    void knowsNothingOfADeviceWhoseCounterRestartedWhileItWasLeftOut() {
        SimulatedBoard board = new SimulatedBoard(14, ORIGIN, ORIGIN + 21 * SECOND);
        try (MeterLog log = open(folder)) {
            SimulatedMeter meter = new SimulatedMeter(board, log, 14, ORIGIN + 3 * SECOND, 2).run(2);
            long from = meter.nowNanos();
            long until = meter.leaveOut(true).run(3).nowNanos();
            assertThat(ORIGIN + 21 * SECOND).isBetween(from, until);
            meter.leaveOut(false).run(1);
            assertThat(board(log.totals()).unmeteredJoules()).isZero();
            assertThat(board(log.totals()).unknownSeconds()).isCloseTo((until - from) / 1e9, within(0.1));
            assertThat(board(log.totals()).unknownReason().orElseThrow()).contains("was left out");
            assertConserved(log.totals());
        }
    }

    @Test
    void countsLinesThatAreTooLongAndKeepsTheirSums() {
        SimulatedBoard board = new SimulatedBoard(12, ORIGIN);
        MeterMetrics metrics = new MeterMetrics(MetricsOptions.DEFAULT, () -> 0);
        MeterTotals live;
        try (MeterLog log = MeterLog.open(folder, MeterLogLimits.DEFAULT, new TestDisk(), () -> Optional.of(BOOT),
                1500)) {
            metrics.add(log);
            assertThat(new String(metrics.scrape("").body(), StandardCharsets.UTF_8))
                    .contains("ipw_log_unwritten_lines_total 0");
            SimulatedMeter meter = new SimulatedMeter(board, log, 12, ORIGIN + 3 * SECOND, 3).run(4);
            assertThat(log.unwrittenLines()).isGreaterThanOrEqualTo(4);
            assertThat(log.problem().orElseThrow()).contains("longer than the maximum of 1,500");
            assertThat(new String(metrics.scrape("").body(), StandardCharsets.UTF_8))
                    .contains("ipw_log_unwritten_lines_total " + log.unwrittenLines());
            live = log.totals();
            assertThat(meter.finals()).isNotEmpty();
        }
        MeterTotals read = totals(folder);
        assertConserved(read);
        // The last block is in no sum of a file yet.
        assertThat(board(read).joules()).isBetween(0.5 * board(live).joules(), board(live).joules());
    }

    @Test
    void goesOnWhileTheDiskIsFull() {
        TestDisk disk = new TestDisk();
        SimulatedBoard board = new SimulatedBoard(9, ORIGIN);
        long start = ORIGIN + 3 * SECOND;
        MeterTotals live;
        try (MeterLog log = MeterLog.open(folder, MeterLogLimits.DEFAULT, disk, () -> Optional.of(BOOT))) {
            SimulatedMeter meter = new SimulatedMeter(board, log, 9, start, 3).run(3);
            log.sync();
            assertThat(log.problem()).isEmpty();
            disk.leave(700);
            for (int block = 0; block < 3; block++) {
                meter.run(1);
                log.sync();
            }
            assertThat(log.problem().orElseThrow()).contains("No space left");
            disk.leave(Long.MAX_VALUE);
            for (int block = 0; block < 3; block++) {
                meter.run(1);
                log.sync();
            }
            assertThat(log.problem()).isEmpty();
            assertThat(board(log.totals()).joules()).isCloseTo(board.joules(meter.nowNanos()) - board.joules(start),
                    within(2 * STEP_JOULES));
            assertConserved(log.totals());
            live = log.totals();
        }
        assertThat(totals(folder)).isEqualTo(live);
        assertThat(MeterReplay.of(folder).warnings())
                .anyMatch(warning -> warning.contains("blocks are missing in the log"));
    }
}
