package dev.ipw.profile.internal;

import dev.ipw.evaluation.Evaluation;
import dev.ipw.evaluation.Verdict;
import dev.ipw.settings.EvaluationSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Evaluations run beside each other, each by a deadline of a clock that only the test moves. */
@Tag("real-time")
class ParallelEvaluationsTests {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final AtomicLong clock = new AtomicLong(1_000_000);

    private ParallelEvaluations<Integer> evaluations(int concurrency) {
        return new ParallelEvaluations<>(EvaluationSettings.DEFAULTS.concurrency(concurrency).timeout(TIMEOUT),
                clock::get);
    }

    private static Evaluation right(String reason) {
        return new Evaluation(Verdict.CORRECT, Optional.empty(), reason, Map.of());
    }

    private static ParallelEvaluations.Result<Integer> next(ParallelEvaluations<Integer> evaluations)
            throws InterruptedException {
        Optional<ParallelEvaluations.Result<Integer>> next = evaluations.take(10);
        while (next.isEmpty()) {
            next = evaluations.take(10);
        }
        return next.get();
    }

    @Test
    void runBesideEachOther() throws InterruptedException {
        CountDownLatch allAtOnce = new CountDownLatch(8);
        try (ParallelEvaluations<Integer> evaluations = evaluations(8)) {
            for (int number = 0; number < 8; number++) {
                assertThat(evaluations.hasRoom()).isTrue();
                evaluations.begin(number, () -> {
                    allAtOnce.countDown();
                    allAtOnce.await();
                    return right("met");
                });
            }
            for (int number = 0; number < 8; number++) {
                assertThat(next(evaluations).owner()).isEqualTo(number);
            }
            assertThat(evaluations.isEmpty()).isTrue();
        }
    }

    @Test
    void neverRunMoreThanAreAllowed() throws InterruptedException {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (ParallelEvaluations<Integer> evaluations = evaluations(3)) {
            int begun = 0;
            List<Integer> owners = new ArrayList<>();
            while (owners.size() < 200) {
                while (begun < 200 && evaluations.hasRoom()) {
                    evaluations.begin(begun++, () -> {
                        most.accumulateAndGet(running.incrementAndGet(), Math::max);
                        running.decrementAndGet();
                        return right("done");
                    });
                }
                owners.add(next(evaluations).owner());
            }
            assertThat(owners).isSorted();
        }
        assertThat(most.get()).isBetween(1, 3);
    }

    @Test
    void giveResultsInTheOrderInWhichTheyWereBegun() throws InterruptedException {
        CountDownLatch second = new CountDownLatch(1);
        try (ParallelEvaluations<Integer> evaluations = evaluations(2)) {
            evaluations.begin(1, () -> {
                second.await();
                return right("slow");
            });
            evaluations.begin(2, () -> {
                second.countDown();
                return right("fast");
            });

            assertThat(next(evaluations)).isEqualTo(new ParallelEvaluations.Result<>(1, right("slow")));
            assertThat(next(evaluations)).isEqualTo(new ParallelEvaluations.Result<>(2, right("fast")));
        }
    }

    @Test
    void letFewResultsWaitForOneThatTakesLong() throws InterruptedException {
        CountDownLatch go = new CountDownLatch(1);
        try (ParallelEvaluations<Integer> evaluations = evaluations(2)) {
            evaluations.begin(0, () -> {
                go.await();
                return right("slow");
            });
            int begun = 1;
            CountDownLatch ended = new CountDownLatch(7);
            while (begun < 8) {
                if (evaluations.hasRoom()) {
                    begun++;
                    evaluations.begin(begun, () -> {
                        ended.countDown();
                        return right("fast");
                    });
                }
                assertThat(evaluations.take(1)).isEmpty();
            }
            ended.await();
            assertThat(evaluations.hasRoom()).as("eight of two at once").isFalse();
            go.countDown();
            next(evaluations);
        }
    }

    @Test
    void endAtTheirDeadlineAndCountAsFailed() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        try (ParallelEvaluations<Integer> evaluations = evaluations(1)) {
            evaluations.begin(1, () -> {
                begun.countDown();
                try {
                    never.await();
                } catch (InterruptedException deadline) {
                    interrupted.countDown();
                    throw deadline;
                }
                return right("late");
            });
            begun.await();
            clock.addAndGet(TIMEOUT.toNanos() - 1);
            assertThat(evaluations.take(1)).isEmpty();
            clock.addAndGet(1);

            Evaluation late = next(evaluations).evaluation();

            interrupted.await();
            assertThat(late.failed()).isTrue();
            assertThat(late.verdict()).isEqualTo(Verdict.UNSCORED);
            assertThat(late.reason()).contains("no verdict within 30.0 s", "the time for one answer");
            assertThat(late.usage().seconds()).hasValue(30);
            assertThat(late.usage().modelCalls()).as("nobody knows what it used").isEmpty();
            evaluations.begin(2, () -> right("in time"));
            assertThat(next(evaluations).evaluation().verdict()).isEqualTo(Verdict.CORRECT);
        }
    }

    @Test
    void doNotWaitForEvaluatorsThatDoNotHeedTheInterrupt() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        int stuck = ParallelEvaluations.MAX_STUCK;
        CountDownLatch begun = new CountDownLatch(stuck);
        try (ParallelEvaluations<Integer> evaluations = evaluations(stuck)) {
            for (int number = 0; number < stuck; number++) {
                evaluations.begin(number, () -> {
                    begun.countDown();
                    boolean deaf = true;
                    while (deaf) {
                        try {
                            release.await();
                            deaf = false;
                        } catch (InterruptedException unheeded) {
                            deaf = true;
                        }
                    }
                    return right("too late");
                });
            }
            begun.await();
            clock.addAndGet(TIMEOUT.toNanos());
            for (int number = 0; number < stuck; number++) {
                assertThat(next(evaluations).evaluation().failed()).isTrue();
            }
            assertThat(evaluations.isEmpty()).isTrue();
            assertThat(evaluations.hasRoom()).as("no more threads are left behind").isFalse();
            assertThat(evaluations.isStuck()).as("they may still end").isFalse();
            clock.addAndGet(TIMEOUT.toNanos());
            assertThat(evaluations.isStuck()).isTrue();
            release.countDown();
        }
    }

    @Test
    void areInterruptedWhenTheyAreNotWantedAnyMore() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        try (ParallelEvaluations<Integer> evaluations = evaluations(2)) {
            evaluations.begin(1, () -> {
                begun.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException stop) {
                    interrupted.countDown();
                }
                return right("never");
            });
            CountDownLatch ended = new CountDownLatch(1);
            evaluations.begin(2, () -> {
                ended.countDown();
                return right("done");
            });
            begun.await();
            ended.await();
            List<ParallelEvaluations.Result<Integer>> finished = evaluations.finished();
            while (finished.isEmpty()) {
                finished = evaluations.finished();
            }
            assertThat(finished).as("what is done is kept though it is not the first").hasSize(1);
            assertThat(finished.getFirst().owner()).isEqualTo(2);
        }
        interrupted.await();
    }

    @Test
    void letErrorsOfTheProcessThrough() {
        try (ParallelEvaluations<Integer> evaluations = evaluations(1)) {
            evaluations.begin(1, () -> {
                throw new AssertionError("a broken test");
            });
            assertThatThrownBy(() -> next(evaluations)).isInstanceOf(AssertionError.class)
                    .hasMessage("a broken test");
        }
    }
}
