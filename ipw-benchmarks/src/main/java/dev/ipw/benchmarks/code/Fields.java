package dev.ipw.benchmarks.code;

import dev.ipw.dataset.DatasetRecord;
import java.util.List;

/** A reader of metadata of a record. */
final class Fields {
    private Fields() {}

    static String text(DatasetRecord question, String name) {
        return question.metadata().get(name) instanceof String text ? text : "";
    }

    static List<String> texts(DatasetRecord question, String name) {
        return question.metadata().get(name) instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }
}
