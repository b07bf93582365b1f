package dev.ipw.benchmarks.task;

import dev.ipw.dataset.Dataset;
import dev.ipw.plugin.Parameters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A reader of a task from parameters that name the columns of a repository. */
final class ColumnParameters {
    private ColumnParameters() {}

    static EvalTask task(String input, Parameters parameters) {
        List<String> choices = names(parameters, "choices");
        Optional<String> target = parameters.text("target");
        TaskColumns columns = new TaskColumns(parameters.text("id"), input, target, choices,
                parameters.text("subject"), parameters.text("image"), names(parameters, "metadata"));
        String usual = target.isEmpty() ? Dataset.NOT_JUDGED : choices.isEmpty() ? "exact" : "multiple-choice";
        String solver = choices.isEmpty() ? "generate" : "multiple_choice";
        return new EvalTask("", parameters.text("config").orElse(""), parameters.text("split").orElse(""), columns,
                parameters.flag("shuffle").orElse(false), 1, List.of(), List.of(new TaskStep(solver, Map.of())),
                List.of(new TaskStep(parameters.text("evaluator").orElse(usual), Map.of())));
    }

    private static List<String> names(Parameters parameters, String key) {
        return parameters.text(key).map(text -> Stream.of(text.split(",")).map(String::strip)
                .filter(name -> !name.isEmpty()).toList()).orElse(List.of());
    }
}
