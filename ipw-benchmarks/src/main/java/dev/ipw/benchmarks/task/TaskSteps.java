package dev.ipw.benchmarks.task;

import dev.ipw.error.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A reader of the solvers and scorers of a task, which rejects those that are not supported here.
 *
 * @param file the file, which has its place
 * @param task the task's id
 */
record TaskSteps(EvalFile file, String task) {
    static final String TEMPLATE = "template";
    private static final String YOURSELF = "; map the columns yourself with " + Setting.DATASET_PARAMS
            + " input=.. target=..";
    private static final String MULTIPLE_CHOICE = "multiple_choice";
    /**
     * The arguments of each solver. Those that write templates take any other argument as a value for the template; the
     * arguments of {@code generate} belong to the run.
     */
    private static final Map<String, Set<String>> SOLVERS = Map.of("prompt_template", Set.of(), "system_message",
            Set.of(), "user_message", Set.of(), "chain_of_thought", Set.of(TEMPLATE), "generate", Set.of(),
            MULTIPLE_CHOICE, Set.of(TEMPLATE, "cot", "multiple_correct", "max_tokens"));
    private static final Set<String> WITH_TEMPLATE = Set.of("prompt_template", "system_message", "user_message");
    private static final Set<String> ASKING = Set.of("generate", MULTIPLE_CHOICE);
    private static final Set<String> WRITING = Set.of("prompt_template", "chain_of_thought", MULTIPLE_CHOICE);
    private static final Set<String> AGENT_SOLVERS = Set.of("use_tools", "self_critique");
    private static final Set<String> GRADED = Set.of("model_graded_qa", "model_graded_fact");
    private static final Map<String, Set<String>> SCORERS = Map.of("includes", Set.of("ignore_case"), "match",
            Set.of("location", "numeric", "ignore_case"), "pattern", Set.of("pattern", "ignore_case", "match_all"),
            "answer", Set.of("pattern"), "exact", Set.of(), "f1", Set.of(), "choice", Set.of(), "math", Set.of(),
            "model_graded_qa", Set.of(), "model_graded_fact", Set.of());

    List<TaskStep> solvers(List<?> listed) {
        List<TaskStep> solvers = steps(listed, SOLVERS.keySet(), "solver");
        boolean hasAsked = false;
        boolean hasMessage = false;
        for (TaskStep solver : solvers) {
            if (hasAsked && !ASKING.contains(solver.name())) {
                throw file.wrong(task("has the solver ") + solver.name()
                        + " behind one that asks the model: a further turn,"
                        + " which is not supported" + YOURSELF);
            }
            if (hasMessage && WRITING.contains(solver.name())) {
                throw file.wrong(task("has the solver ") + solver.name()
                        + " behind a user_message, which it would change;"
                        + " this is not supported" + YOURSELF);
            }
            hasMessage |= solver.name().equals("user_message");
            hasAsked |= ASKING.contains(solver.name());
            check(solver);
        }
        return solvers;
    }

    private void check(TaskStep solver) {
        Optional<String> template = solver.text(TEMPLATE);
        if (WITH_TEMPLATE.contains(solver.name())) {
            if (template.isEmpty()) {
                throw file.wrong(task("has the solver ") + solver.name() + " without a template");
            }
        } else if (!solver.name().equals("generate")) {
            refuseArguments(solver, SOLVERS, "solver");
        }
        boolean isComplete = template.filter(text -> text.contains("{question}") && text.contains("{choices}"))
                .isPresent();
        if (solver.name().equals(MULTIPLE_CHOICE) && template.isPresent() && !isComplete) {
            throw file.wrong(task("has the solver ") + MULTIPLE_CHOICE
                    + " with a template that lacks {question} or {choices}");
        }
    }

    List<TaskStep> scorers(List<?> listed) {
        List<TaskStep> scorers = steps(listed, SCORERS.keySet(), "scorer");
        scorers.stream().filter(scorer -> !GRADED.contains(scorer.name()))
                .forEach(scorer -> refuseArguments(scorer, SCORERS, "scorer"));
        return scorers;
    }

    private void refuseArguments(TaskStep step, Map<String, Set<String>> known, String kind) {
        Set<String> arguments = known.getOrDefault(step.name(), Set.of());
        for (String argument : step.arguments().keySet()) {
            if (!arguments.contains(argument)) {
                throw file.wrong(task("gives its ") + kind + " " + step.name() + " the argument '" + argument
                        + "', which is not supported" + YOURSELF);
            }
        }
    }

    private List<TaskStep> steps(List<?> listed, Set<String> known, String kind) {
        List<TaskStep> steps = new ArrayList<>();
        for (Object one : listed) {
            TaskStep step = step(one, kind);
            if (AGENT_SOLVERS.contains(step.name())) {
                throw file.wrong(task("asks with ") + step.name() + ", which needs an agent and is not"
                        + " supported" + YOURSELF);
            }
            if (!known.contains(step.name())) {
                throw file.wrong(task("has the ") + kind + " '" + step.name() + "'; known are "
                        + String.join(", ", new TreeSet<>(known)));
            }
            steps.add(step);
        }
        if (steps.isEmpty()) {
            throw file.wrong(task("has no ") + kind);
        }
        return steps;
    }

    private TaskStep step(Object one, String kind) {
        if (one instanceof String name) {
            return new TaskStep(name, Map.of());
        }
        String where = "a " + kind + " of " + task;
        Map<?, ?> step = file.map(one, where);
        file.refuseUnknown(step, Set.of("name", "args"), where);
        Map<String, Object> arguments = new TreeMap<>();
        if (step.get("args") != null) {
            file.map(step.get("args"), "the args of " + where).forEach((name, value) -> {
                if (value != null) {
                    arguments.put(String.valueOf(name), value);
                }
            });
        }
        return new TaskStep(EvalFile.text(step.get("name")).orElseThrow(() -> file.wrong(where + " has no name")),
                arguments);
    }

    private String task(String does) {
        return (task.isEmpty() ? "the task " : "the task " + task + " ") + does;
    }
}
