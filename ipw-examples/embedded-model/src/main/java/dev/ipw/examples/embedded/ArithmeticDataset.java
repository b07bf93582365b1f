package dev.ipw.examples.embedded;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Seeded arithmetic questions. */
final class ArithmeticDataset implements Dataset {
    private final List<ArithmeticQuestion> questions;

    ArithmeticDataset(long seed, int size) {
        questions = HeldOutQuestions.draw(seed, size);
    }

    @Override
    public String id() {
        return ArithmeticDatasetProvider.ID;
    }

    @Override
    public String defaultEvaluator() {
        return "numeric";
    }

    @Override
    public Stream<DatasetRecord> records() {
        return questions.stream().map(ArithmeticDataset::record);
    }

    private static DatasetRecord record(ArithmeticQuestion question) {
        return new DatasetRecord(question.expression(),
                "What is " + question.expression() + "? Answer with the number only.",
                Integer.toString(question.answer()), Optional.of(subject(question.operator())), Optional.empty(),
                List.of(), Map.of());
    }

    private static String subject(char operator) {
        return switch (operator) {
            case '+' -> "addition";
            case '-' -> "subtraction";
            default -> "multiplication";
        };
    }
}
