package dev.ipw.cli.score;

import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Evaluator;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.results.RunReader;
import dev.ipw.settings.EvaluationSettings;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A new evaluation of a run's answers, several at once, with the verdicts in the run's order.
 *
 * @param evaluator the evaluator
 * @param settings  the concurrency, and the time limit of each
 * @param progress  receives the progress
 */
public record Rescoring(Evaluator evaluator, EvaluationSettings settings, Consumer<String> progress) {
    private static final int STEP = 500;

    public List<ScoredAnswer> of(RunReader run) throws InterruptedException {
        Path folder = run.directory().path();
        List<ScoredAnswer> answers = new ArrayList<>();
        Deque<Pending> pending = new ArrayDeque<>();
        // Not closed, because that would wait for an evaluator that ignores interrupts.
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try (Stream<ProfilingRecord> records = run.records()) {
            for (Iterator<ProfilingRecord> each = records.iterator(); each.hasNext();) {
                ProfilingRecord record = each.next();
                if (pending.size() == settings.concurrency()) {
                    add(answers, pending.removeFirst());
                }
                pending.addLast(new Pending(record, threads.submit(() -> evaluation(record, folder))));
            }
            while (!pending.isEmpty()) {
                add(answers, pending.removeFirst());
            }
        } finally {
            end(threads);
        }
        return answers;
    }

    /** Ends the threads. An interrupt ends the processes that an evaluator started, which takes a moment. */
    private static void end(ExecutorService threads) {
        threads.shutdownNow();
        boolean interrupted = Thread.interrupted();
        try {
            boolean _ = threads.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException again) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private record Pending(ProfilingRecord record, Future<Evaluation> future) {}

    private Evaluation evaluation(ProfilingRecord record, Path run) throws InterruptedException {
        return record.hasFailed()
                ? Evaluation.incorrect("The request failed")
                : evaluator.evaluate(record.question(), record.outcome().in(run));
    }

    private void add(List<ScoredAnswer> answers, Pending one) throws InterruptedException {
        Evaluation evaluation;
        try {
            evaluation = one.future().get(settings.timeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            one.future().cancel(true);
            evaluation = Evaluation.failed("The evaluator took longer than allowed");
        } catch (ExecutionException broken) {
            evaluation = Evaluation.failed("The evaluator broke: " + broken.getCause());
        }
        answers.add(new ScoredAnswer(one.record().question().id(), evaluation.verdict().label(), evaluation.reason(),
                Map.copyOf(evaluation.metadata())));
        if (answers.size() % STEP == 0) {
            progress.accept("Scored " + answers.size() + " answers");
        }
    }
}
