package dev.ipw.benchmarks.scoring;

import dev.ipw.dataset.DatasetRecord;
import java.util.List;
import java.util.stream.Stream;

/** The right answers of a record: its answer, and those in its metadata under {@code accepted}. */
final class Targets {
    private Targets() {}

    static List<String> of(DatasetRecord question) {
        Stream<?> accepted = question.metadata().get("accepted") instanceof List<?> list
                ? list.stream()
                : Stream.empty();
        return Stream.concat(Stream.of(question.answer()), accepted).map(String::valueOf)
                .filter(target -> !target.isBlank()).toList();
    }
}
