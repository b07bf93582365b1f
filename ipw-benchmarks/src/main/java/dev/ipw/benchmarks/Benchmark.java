package dev.ipw.benchmarks;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * Describe a benchmark: where it comes from and what it needs.
 *
 * @param id        the dataset's id
 * @param title     what it asks, in one line without a full stop
 * @param source    where its questions lie, such as {@code TIGER-Lab/MMLU-Pro, split test}
 * @param licence   the licence that its authors state
 * @param isGated   whether the hub asks to accept terms first
 * @param questions how many questions it has, as its authors state
 * @param evaluator the id of the evaluator that judges its answers
 * @param needs     what it needs beside the network, such as a judge; empty if nothing
 * @param published when its questions became public, a year, month or day, so that it can be held against what a model was trained on; empty
 *                  if it is not known
 * @param notes     what a reader of its figures must know, sentences
 */
@API(status = API.Status.EXPERIMENTAL)
public record Benchmark(String id, String title, String source, String licence, boolean isGated, long questions,
        String evaluator, List<String> needs, Optional<String> published, List<String> notes) {
    /** Copy the lists; refuse nulls. */
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
     * Describe a benchmark of which it is not known when its questions became public.
     *
     * @param id        the dataset's id
     * @param title     what it asks
     * @param source    where its questions lie
     * @param licence   the licence that its authors state
     * @param isGated   whether the hub asks to accept terms first
     * @param questions how many questions it has
     * @param evaluator the id of the evaluator that judges its answers
     * @param needs     what it needs beside the network
     * @param notes     what a reader of its figures must know
     */
    public Benchmark(String id, String title, String source, String licence, boolean isGated, long questions,
            String evaluator, List<String> needs, List<String> notes) {
        this(id, title, source, licence, isGated, questions, evaluator, needs, Optional.empty(), notes);
    }

    /**
     * Say when the questions became public.
     *
     * @param when a year, month or day, with what it is the date of where there are several
     * @return a copy that says so
     */
    public Benchmark publishedIn(String when) {
        return new Benchmark(id, title, source, licence, isGated, questions, evaluator, needs, Optional.of(when),
                notes);
    }
}
