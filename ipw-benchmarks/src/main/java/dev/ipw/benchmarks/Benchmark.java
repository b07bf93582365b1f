package dev.ipw.benchmarks;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The description of a benchmark: its source and its needs.
 *
 * @param id        the dataset's id
 * @param title     the subject of its questions, in one line without a full stop
 * @param source    the place of its questions, such as {@code TIGER-Lab/MMLU-Pro, split test}
 * @param licence   the licence that its authors state
 * @param isGated   whether the hub asks to accept terms first
 * @param questions the number of its questions, as its authors state
 * @param evaluator the id of the evaluator that judges its answers
 * @param needs     its needs beside the network, such as a judge; empty if it needs nothing else
 * @param published when its questions became public, a year, month or day, for comparison with the training data of a
 *                  model; empty if it is not known
 * @param notes     sentences that a reader of its figures must know
 */
@API(status = API.Status.EXPERIMENTAL)
public record Benchmark(String id, String title, String source, String licence, boolean isGated, long questions,
        String evaluator, List<String> needs, Optional<String> published, List<String> notes) {
    /** Copies the lists; rejects nulls. */
    public Benchmark {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(licence, "licence");
        Objects.requireNonNull(evaluator, "evaluator");
        needs = List.copyOf(needs);
        Objects.requireNonNull(published, "published");
        notes = List.copyOf(notes);
    }

    /**
     * Describes a benchmark whose date of publication is not known.
     *
     * @param id        the dataset's id
     * @param title     the subject of its questions
     * @param source    the place of its questions
     * @param licence   the licence that its authors state
     * @param isGated   whether the hub asks to accept terms first
     * @param questions the number of its questions
     * @param evaluator the id of the evaluator that judges its answers
     * @param needs     its needs beside the network
     * @param notes     sentences that a reader of its figures must know
     */
    public Benchmark(String id, String title, String source, String licence, boolean isGated, long questions,
            String evaluator, List<String> needs, List<String> notes) {
        this(id, title, source, licence, isGated, questions, evaluator, needs, Optional.empty(), notes);
    }

    /**
     * Sets the date on which the questions became public.
     *
     * @param when a year, month or day; where there are several dates, with the subject of the date
     * @return a copy with the date
     */
    public Benchmark publishedIn(String when) {
        return new Benchmark(id, title, source, licence, isGated, questions, evaluator, needs, Optional.of(when),
                notes);
    }
}
