package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.rows.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Worked questions that precede a question, by subject.
 *
 * @param bySubject the texts of the worked questions
 */
record Shots(Map<String, List<String>> bySubject) {
    /** Writes the worked questions of a subject, each followed by a blank line; empty text if there are none. */
    String before(Optional<String> subject) {
        return subject.map(name -> bySubject.getOrDefault(name, List.of())).orElse(List.of()).stream()
                .map(shot -> shot + "\n\n").collect(Collectors.joining());
    }

    /** Reads worked questions from rows. */
    static Shots of(Stream<Row> rows, Function<Row, Optional<String>> subject, Function<Row, String> text, int most) {
        Map<String, List<String>> bySubject = new HashMap<>();
        try (rows) {
            rows.forEach(row -> {
                List<String> shots = bySubject.computeIfAbsent(subject.apply(row).orElse(""),
                        first -> new ArrayList<>());
                if (shots.size() < most) {
                    shots.add(text.apply(row));
                }
            });
        }
        return new Shots(bySubject);
    }
}
