package dev.ipw.benchmarks.task;

import dev.ipw.benchmarks.question.ImageStore;
import dev.ipw.benchmarks.question.QuestionTemplate;
import dev.ipw.dataset.DatasetRecord;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.inference.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A writer of the prompts of a task by its solvers. */
final class TaskPrompt {
    private static final String PROMPT = "prompt";
    private static final String THINKING = "{prompt}\n\nThink step by step before you answer. End with the line"
            + " \"ANSWER: X\", X being your answer.";
    private static final String ONE = "\n\nExactly one choice is right. ";
    private static final String SEVERAL = "\n\nOne choice or several are right. ";
    private static final String ONLY = "Reply with nothing but";
    private static final String LAST = "Think step by step first, then end with";
    private static final String ITS_LETTER = " the line \"ANSWER: X\", X being its letter.";
    private static final String THEIR_LETTERS = " the line \"ANSWER: X\", X being their letters with commas between them.";
    private static final Pattern PART = Pattern.compile("\\{\\{|\\}\\}|\\{(\\w{1,100})\\}",
            Pattern.UNICODE_CHARACTER_CLASS);

    private TaskPrompt() {}

    /** Makes the template of a task. */
    static PromptTemplate of(EvalTask task, ImageStore images) {
        return new SolverTemplate(task.id().isEmpty() ? "columns" : task.id(), task.solvers(), images);
    }

    /** A writer of the messages that the solvers build, one after the other. */
    private record SolverTemplate(String name, List<TaskStep> solvers, ImageStore images) implements PromptTemplate {
        @Override
        public int version() {
            return 1;
        }

        @Override
        public List<Message> opening(DatasetRecord record) {
            List<Message> before = new ArrayList<>();
            List<Message> after = new ArrayList<>();
            String question = record.problem();
            for (TaskStep solver : solvers) {
                String template = solver.text(TaskSteps.TEMPLATE).orElse(THINKING);
                switch (solver.name()) {
                    case "system_message" -> before.add(Message.system(filled(template, solver, record, Map.of())));
                    case "user_message" -> after.add(Message.user(filled(template, solver, record, Map.of())));
                    case "prompt_template" ->
                        question = filled(template, solver, record, Map.of(PROMPT, question));
                    case "chain_of_thought" -> question = fill(template, Map.of(PROMPT, question));
                    case "multiple_choice" -> question = choices(question, record, solver);
                    default -> {
                    }
                }
            }
            before.add(images.message(record, question));
            before.addAll(after);
            return before;
        }

        private static String choices(String question, DatasetRecord record, TaskStep solver) {
            String listed = QuestionTemplate.withChoices("", record.choices()).strip();
            Optional<String> template = solver.text(TaskSteps.TEMPLATE);
            if (template.isPresent()) {
                return fill(template.get(),
                        Map.of("question", question, "choices", listed, "letters", letters(record)));
            }
            String way = Boolean.TRUE.equals(solver.arguments().get("cot")) ? LAST : ONLY;
            boolean areSeveral = Boolean.TRUE.equals(solver.arguments().get("multiple_correct"));
            return question + "\n\n" + listed
                    + (areSeveral ? SEVERAL + way + THEIR_LETTERS : ONE + way + ITS_LETTER);
        }

        private static String letters(DatasetRecord record) {
            return IntStream.range(0, record.choices().size()).mapToObj(i -> String.valueOf((char) ('A' + i)))
                    .collect(Collectors.joining(","));
        }

        /** Fills a template with the record's metadata, then the solver's arguments, then the given values. */
        private static String filled(String template, TaskStep solver, DatasetRecord record,
                Map<String, String> given) {
            Map<String, String> values = new HashMap<>();
            record.metadata().forEach((name, value) -> written(value)
                    .ifPresent(text -> values.put(name, text)));
            solver.arguments().forEach((name, value) -> written(value)
                    .ifPresent(text -> values.put(name, text)));
            values.putAll(given);
            return fill(template, values);
        }

        @Override
        public Message turn(DatasetRecord record, int number) {
            return Message.user(record.turns().get(number - 1).text());
        }
    }

    /**
     * Fills a template in the notation of Python, {@code {name}} for a value and doubled braces for one brace, in one
     * pass: braces in a value stay as they are, and so do names without a value.
     */
    private static String fill(String template, Map<String, String> values) {
        return PART.matcher(template).replaceAll(part -> Matcher.quoteReplacement(part(part, values)));
    }

    private static String part(MatchResult part, Map<String, String> values) {
        String name = part.group(1);
        return name == null ? part.group().substring(1) : values.getOrDefault(name, part.group());
    }

    /** Writes a value as Python does; empty if it is a list or a map. */
    private static Optional<String> written(Object value) {
        return switch (value) {
            case Boolean flag -> Optional.of(flag ? "True" : "False");
            case String text -> Optional.of(text);
            case Number number -> Optional.of(String.valueOf(number));
            default -> Optional.empty();
        };
    }
}
