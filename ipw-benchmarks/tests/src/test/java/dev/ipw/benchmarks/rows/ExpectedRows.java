package dev.ipw.benchmarks.rows;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Make the rows that scripts/benchmark-rows.py wrote into each format. */
final class ExpectedRows {
    static final int COUNT = 12;
    private static final List<String> SUBJECTS = List.of("algebra", "law", "medicine");

    private ExpectedRows() {}

    static List<Map<String, Object>> all() {
        return LongStream.range(0, COUNT).mapToObj(ExpectedRows::row).toList();
    }

    private static Map<String, Object> row(long number) {
        boolean lacking = number % 3 == 2;
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", number);
        row.put("question", "Which \"" + number + "\", of these,\nis größer?");
        row.put("score", lacking ? null : number + 0.25);
        row.put("right", number % 2 == 0);
        row.put("subject", SUBJECTS.get((int) number % 3));
        row.put("choices", number == 5 ? null : texts("choice " + number + ".", number % 4));
        row.put("person", lacking ? null : person(number));
        row.put("turns", LongStream.range(0, number % 3).mapToObj(place -> {
            Map<String, Object> turn = new LinkedHashMap<>();
            turn.put("role", "user");
            turn.put("parts", LongStream.range(0, place).mapToObj(part -> "part " + place).toList());
            return turn;
        }).toList());
        row.put("matrix", number % 2 == 0 ? List.of() : matrix(number));
        row.put("name", number == 7 ? null : "outer " + number);
        row.put("dotted.name", "between " + number + ", and on");
        return row;
    }

    private static List<String> texts(String start, long count) {
        return IntStream.range(0, (int) count).mapToObj(place -> start + place).toList();
    }

    private static Map<String, Object> person(long number) {
        Map<String, Object> person = new LinkedHashMap<>();
        person.put("name", number == 4 ? null : "inner " + number);
        person.put("age", 30 + number);
        return person;
    }

    private static List<Object> matrix(long number) {
        List<Object> matrix = new ArrayList<>(List.of(List.of(1L, 2L), List.of()));
        matrix.add(null);
        matrix.add(List.of(number));
        return matrix;
    }
}
