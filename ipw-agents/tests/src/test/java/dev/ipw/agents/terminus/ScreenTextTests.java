package dev.ipw.agents.terminus;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ScreenTextTests {
    private static final String NOTE = "\n\\[\\.\\.\\. (\\d+) bytes are left out here \\.\\.\\.\\]\n";

    private static List<String> lines(Random random, int count) {
        int[] points = "aß漢😀 .".codePoints().toArray();
        List<String> lines = new ArrayList<>();
        for (int at = 0; at < count; at++) {
            StringBuilder line = new StringBuilder();
            int length = random.nextInt(160);
            for (int point = 0; point < length; point++) {
                line.appendCodePoint(points[random.nextInt(points.length)]);
            }
            lines.add(line + "x");
        }
        return lines;
    }

    @Test
    void keepsHeadAndTailAndSaysHowMuchIsLeftOut() {
        Random random = new Random(53);
        for (int round = 0; round < 300; round++) {
            String whole = String.join("\n", lines(random, 1 + random.nextInt(80)));
            int size = whole.getBytes(StandardCharsets.UTF_8).length;

            String told = new ScreenText(false, List.of(whole.split("\n")), 0, List.of(), "").format();

            String text = told.substring("New output of the terminal:\n".length());
            if (size <= 10_000) {
                assertThat(text).isEqualTo(whole);
            } else {
                String[] parts = text.split(NOTE);
                assertThat(parts).hasSize(2);
                assertThat(whole).startsWith(parts[0]).endsWith(parts[1]);
                long kept = bytes(parts[0]) + bytes(parts[1]);
                assertThat(kept).isBetween(10_000L - 8, 10_000L);
                assertThat(text).contains("[... " + (size - kept) + " bytes");
                assertThat(text).doesNotContain("\ufffd");
            }
        }
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    @Test
    void countsLinesWhereNotAllWereRead() {
        List<String> many = java.util.stream.IntStream.range(0, 500).mapToObj(at -> "line " + "x".repeat(95)).toList();

        String told = new ScreenText(false, many, 7_000, List.of("a", "b"), "ended").format();

        // 5,000 bytes hold 49 lines of 101 and a part of another one.
        assertThat(told).contains("[... 7450 lines are left out here ...]\na\nb\n[ended]");
        assertThat(new ScreenText(true, List.of(), 3, List.of("z"), "").format())
                .isEqualTo("The terminal's screen:\n[... 3 lines are left out here ...]\nz");
    }
}
