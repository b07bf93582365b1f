package dev.ipw.importing;

import dev.ipw.dataset.DatasetRecord;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Scope;
import dev.ipw.error.InputException;
import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.inference.InferenceResponse;
import dev.ipw.inference.ResponseTimeline;
import dev.ipw.inference.ServerTimings;
import dev.ipw.inference.TokenUsage;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.query.ModelCall;
import dev.ipw.query.QueryOutcome;
import dev.ipw.record.ImportedMeasurements;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A reader of rows of the Python reference's dataset. */
final class ReferenceRow {
    /** The id of the reference's own evaluation, which may have used a judge that is not available here. */
    private static final String EVALUATOR = "ipw-reference";

    private final String model;
    private final Scope headline;
    private final Optional<TreeReader> gpu;
    private long metered;
    private long zeros;
    private long clockSteps;

    /**
     * Makes a reader of the rows of a run.
     *
     * @param model    the model of the answers
     * @param headline the scope of the run's headline joules
     * @param gpu      the graphics processor that the summary names, for rows that name none
     */
    ReferenceRow(String model, Scope headline, Optional<TreeReader> gpu) {
        this.model = model;
        this.headline = headline;
        this.gpu = gpu;
    }

    /** Reads one row; its query gets the given start. */
    ImportedRequest request(String place, Map<String, ? extends @Nullable Object> row, long startNanos) {
        TreeReader tree = TreeReader.of(place, row);
        TreeReader metrics = metrics(tree, model).orElseThrow(
                () -> new InputException(place + " has no answer of the model " + model));
        DatasetRecord question = question(tree, row.get("dataset_metadata"));
        Optional<TreeReader> latency = metrics.optionalChild("latency_metrics");
        long total = latency.map(one -> BenchmarkToolTimes.nanos(place, one, "total_query_seconds"))
                .filter(OptionalLong::isPresent).orElseThrow(
                        () -> new InputException(place + ": latency_metrics.total_query_seconds is missing"))
                .getAsLong();
        clockSteps += total == 0 ? 1 : 0;
        ImportedMeasurements measured = ReferenceEnergy.of(metrics, headline, gpu, total);
        count(measured.energy().headline(), metrics);
        return new ImportedRequest(question,
                QueryOutcome.of(question.id(),
                        new ModelCall(1, List.of(),
                                new InferenceResponse(answer(tree, metrics), Optional.empty(), usage(metrics),
                                        Optional.empty(), ServerTimings.UNKNOWN, OptionalDouble.empty()),
                                timeline(place, latency.orElseThrow(), startNanos, total), Optional.empty())),
                EVALUATOR,
                evaluation(metrics), Optional.of(measured));
    }

    /** Finds the measurements of a model's answer; empty if there are none. */
    static Optional<TreeReader> metrics(TreeReader row, String model) {
        return row.child("model_metrics").optionalChild(model);
    }

    private void count(EnergyReading joules, TreeReader metrics) {
        metered += joules.isAvailable() ? 1 : 0;
        boolean zero = metrics.optionalChild("energy_metrics")
                .map(one -> one.optionalReal(ReferenceEnergy.key(headline)))
                .filter(kept -> kept.isPresent() && kept.getAsDouble() == 0).isPresent();
        zeros += zero && !joules.isAvailable() ? 1 : 0;
    }

    private static DatasetRecord question(TreeReader tree, @Nullable Object metadata) {
        String problem = tree.text("problem");
        String answer = tree.optionalText("answer").orElse("");
        Object fields = keepable(metadata);
        Map<String, Object> kept = new LinkedHashMap<>();
        if (fields instanceof Map<?, ?> map) {
            map.forEach((name, value) -> kept.put(String.valueOf(name), value));
        } else if (fields != null) {
            kept.put("dataset_metadata", fields);
        }
        return new DatasetRecord(RequestIds.ofText(problem + "\n" + answer), problem, answer,
                tree.optionalText("subject").filter(text -> !text.isBlank()), Optional.empty(), List.of(), kept);
    }

    /** Returns a value without parts that no file of this library can hold: nulls, and numbers that are not finite. */
    private static @Nullable Object keepable(@Nullable Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                Map<String, Object> kept = new LinkedHashMap<>();
                map.forEach((name, field) -> {
                    Object inner = keepable(field);
                    if (inner != null) {
                        kept.put(String.valueOf(name), inner);
                    }
                });
                yield kept;
            }
            case List<?> list -> {
                List<Object> kept = new ArrayList<>();
                for (Object element : list) {
                    Object inner = keepable(element);
                    if (inner != null) {
                        kept.add(inner);
                    }
                }
                yield kept;
            }
            case Double real when !Double.isFinite(real) -> null;
            case null -> null;
            default -> value;
        };
    }

    private String answer(TreeReader tree, TreeReader metrics) {
        return tree.optionalChild("model_answers").flatMap(answers -> answers.optionalText(model))
                .or(() -> metrics.optionalText("lm_response")).orElse("");
    }

    /** Reads the tokens. Where a client counted nothing, the reference writes zero; no prompt has zero tokens. */
    private static TokenUsage usage(TreeReader metrics) {
        Optional<TreeReader> tokens = metrics.optionalChild("token_metrics");
        OptionalLong input = counted(tokens, "input");
        OptionalLong output = counted(tokens, "output");
        return input.isEmpty() && output.isEmpty()
                ? TokenUsage.absent()
                : new TokenUsage(input, output, RequestTokens.sum(input, output), OptionalLong.empty(),
                        OptionalLong.empty(), TokenUsage.Source.SERVER);
    }

    private static OptionalLong counted(Optional<TreeReader> tokens, String key) {
        OptionalLong count = tokens.map(one -> BenchmarkToolNumbers.tokens(one, key)).orElse(OptionalLong.empty());
        return count.orElse(0) > 0 ? count : OptionalLong.empty();
    }

    /** Reads the times. Clients of the reference write zero for an unknown time of the first token. */
    private static ResponseTimeline timeline(String place, TreeReader latency, long start, long totalNanos) {
        OptionalLong first = BenchmarkToolTimes.nanos(place, latency, "time_to_first_token_seconds");
        boolean known = first.orElse(0) > 0 && first.getAsLong() <= totalNanos;
        return new ResponseTimeline(start, OptionalLong.of(start), OptionalLong.empty(),
                known ? OptionalLong.of(start + first.getAsLong()) : OptionalLong.empty(), OptionalLong.empty(),
                OptionalLong.empty(), BenchmarkToolTimes.later(place, "total_query_seconds", start, totalNanos),
                new long[0]);
    }

    /**
     * Reads the verdict. An answer that was not judged has false as {@code lm_correctness}, so only true is meaningful
     * there.
     */
    private static Optional<Evaluation> evaluation(TreeReader metrics) {
        Optional<TreeReader> kept = metrics.optionalChild("evaluation");
        Optional<Boolean> correct = kept.flatMap(one -> one.optionalTruth("is_correct"))
                .or(() -> metrics.optionalTruth("lm_correctness").filter(Boolean::booleanValue));
        Map<String, String> facts = facts(kept.flatMap(one -> one.optionalText("metadata")));
        if (correct.isPresent()) {
            return Optional.of(new Evaluation(correct.get() ? Verdict.CORRECT : Verdict.INCORRECT, Optional.empty(),
                    "judged by the Python ipw", facts));
        }
        return facts.containsKey("evaluation_failed")
                ? Optional.of(new Evaluation(Verdict.UNSCORED, Optional.empty(), "the Python ipw could not judge it",
                        facts))
                : Optional.empty();
    }

    private static Map<String, String> facts(Optional<String> metadata) {
        Map<String, String> facts = new LinkedHashMap<>();
        metadata.ifPresent(json -> {
            try {
                if (Json.toPlain(Json.parse(json)) instanceof Map<?, ?> map) {
                    map.forEach((name, value) -> {
                        if (value != null) {
                            facts.put(String.valueOf(name), String.valueOf(value));
                        }
                    });
                }
            } catch (JsonSyntaxException plainText) {
                facts.put("metadata", json);
            }
        });
        return facts;
    }

    long metered() {
        return metered;
    }

    long zeros() {
        return zeros;
    }

    long clockSteps() {
        return clockSteps;
    }
}
