package dev.ipw.meter.engine;

import dev.ipw.meter.engine.EngineProfile.Device;
import dev.ipw.meter.engine.EngineProfile.Scheduler;
import dev.ipw.meter.engine.EngineRun.SeenRequest;
import dev.ipw.meter.engine.ScriptedEngine.Member;
import dev.ipw.meter.engine.ScriptedEngine.Step;
import dev.ipw.testing.Draws;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ScriptedEngineTests {
    private static final double CONSERVED = 1e-9;
    private static final long SECOND = 1_000_000_000L;

    @ParameterizedTest
    @EnumSource(EngineKind.class)
    void requestsAndIdleAddUpToTheDevices(EngineKind kind) {
        for (long seed = 1; seed <= Draws.of(1, 20); seed++) {
            EngineRun run = EngineRun.of(kind, seed);

            for (int device = 0; device < run.engine().curves().size(); device++) {
                double used = run.engine().curves().get(device).joulesAt(run.endNanos());
                assertThat(run.engine().usedJoules(device)).isCloseTo(used, within(CONSERVED * used));
                for (int truth = 0; truth < TrueJoules.TRUTHS; truth++) {
                    double sum = run.engine().idleJoules(device);
                    for (SeenRequest seen : run.requests()) {
                        sum += seen.request().joules().prompt(truth, device)
                                + seen.request().joules().answer(truth, device);
                    }
                    assertThat(sum).isCloseTo(used, within(CONSERVED * used));
                }
            }
            assertThat(run.requests()).isNotEmpty().allSatisfy(seen -> {
                assertThat(seen.request().joules().promptTotal(TrueJoules.PHYSICS)).isPositive();
                assertThat(seen.request().joules().promptTotal(TrueJoules.SHAPLEY)).isPositive();
            });
        }
    }

    @ParameterizedTest
    @EnumSource(value = EngineKind.class, names = {"CHAT", "SPECULATIVE", "TWO_DEVICES", "PREEMPTED"})
    void isDrawnFromItsSeedAlone(EngineKind kind) {
        EngineRun once = EngineRun.of(kind, 5);
        EngineRun again = EngineRun.of(kind, 5);

        assertThat(again.endNanos()).isEqualTo(once.endNanos());
        assertThat(again.engine().usedJoules(0)).isEqualTo(once.engine().usedJoules(0));
        assertThat(EngineRun.of(kind, 6).engine().usedJoules(0)).isNotEqualTo(once.engine().usedJoules(0));
    }

    @ParameterizedTest
    @EnumSource(value = EngineKind.class, mode = EnumSource.Mode.EXCLUDE, names = "HOUR_LONG")
    void keepsItsLimitsAndNeverIdlesWithWork(EngineKind kind) {
        for (long seed = 1; seed <= Draws.of(1, 20); seed++) {
            EngineProfile profile = EngineRun.drawn(kind, seed);
            EngineRun run = EngineRun.withSteps(kind, seed, profile);

            checkLimits(run.steps(), profile.scheduler());
            checkWorkConserved(run);
        }
    }

    private static void checkLimits(List<Step> steps, Scheduler scheduler) {
        long end = 0;
        for (Step step : steps) {
            assertThat(step.startNanos()).isGreaterThanOrEqualTo(end);
            assertThat(step.endNanos()).isGreaterThan(step.startNanos());
            end = step.endNanos();
            Set<EngineRequest> members = new HashSet<>();
            int tokens = 0;
            int prompts = 0;
            for (Member member : step.members()) {
                assertThat(members.add(member.request())).isTrue();
                assertThat(member.tokens()).isPositive();
                tokens += member.tokens();
                prompts += member.isPrompt() ? 1 : 0;
            }
            assertThat(members).hasSizeBetween(1, scheduler.maxBatch());
            if (scheduler.mixesPrompts()) {
                assertThat(tokens).isLessThanOrEqualTo(scheduler.tokenBudget());
            } else {
                assertThat(prompts).isIn(0, members.size());
            }
        }
    }

    /** While a request is queued or has tokens to come, a step runs. */
    private static void checkWorkConserved(EngineRun run) {
        Map<EngineRequest, Long> ends = new HashMap<>();
        run.steps().forEach(step -> step.chunks().stream().filter(ScriptedEngine.Chunk::isLast)
                .forEach(chunk -> ends.put(chunk.request(), step.endNanos())));
        Step before = run.steps().getFirst();
        List<SeenRequest> requests = run.requests();
        for (Step step : run.steps()) {
            long from = before.endNanos();
            if (step.startNanos() > from) {
                assertThat(requests).noneMatch(seen -> seen.queuedNanos() < step.startNanos()
                        && ends.getOrDefault(seen.request(), Long.MAX_VALUE) > from);
            }
            before = step;
        }
    }

    @ParameterizedTest
    @EnumSource(value = EngineKind.class, mode = EnumSource.Mode.EXCLUDE, names = "HOUR_LONG")
    void servesEveryTokenInTheOrderOfArrival(EngineKind kind) {
        EngineProfile profile = EngineRun.drawn(kind, 3);
        EngineRun run = EngineRun.withSteps(kind, 3, profile);
        Map<EngineRequest, Integer> promptTokens = new HashMap<>();
        Map<EngineRequest, Long> begins = new HashMap<>();
        run.steps().forEach(step -> step.members().forEach(member -> {
            begins.putIfAbsent(member.request(), step.startNanos());
            promptTokens.merge(member.request(), member.isPrompt() ? member.tokens() : 0, Integer::sum);
        }));

        for (SeenRequest seen : run.requests()) {
            EngineRequest request = seen.request();
            int shown = 0;
            long last = seen.startNanos();
            for (int i = 0; i < seen.chunkNanos().length; i++) {
                shown += seen.chunkTokens()[i];
                assertThat(seen.chunkNanos()[i]).isGreaterThan(last);
                last = seen.chunkNanos()[i];
            }
            assertThat(shown).isEqualTo(request.answerTokens());
            assertThat(seen.endNanos()).isGreaterThan(last);
            if (request.preemptions() == 0) {
                assertThat(promptTokens.get(request)).isEqualTo(request.promptTokens() - request.cached());
            }
        }
        List<SeenRequest> queued = new ArrayList<>(run.requests());
        queued.sort(Comparator.comparingLong(SeenRequest::queuedNanos));
        long begun = 0;
        for (SeenRequest seen : queued) {
            long begin = begins.getOrDefault(seen.request(), Long.MIN_VALUE);
            assertThat(begin).isGreaterThanOrEqualTo(begun);
            begun = begin;
        }
    }

    @Test
    void preemptsAndComputesAgainWhereMemoryIsShort() {
        int preempted = 0;
        for (long seed = 1; seed <= 5; seed++) {
            preempted += EngineRun.of(EngineKind.PREEMPTED, seed).requests().stream()
                    .mapToInt(seen -> seen.request().preemptions()).sum();
        }

        assertThat(preempted).isPositive();
    }

    @Test
    void cachesPrefixesAndReportsThemIfItDoes() {
        EngineRun reported = EngineRun.of(EngineKind.CACHE_REPORTED, 1);
        EngineRun hidden = EngineRun.of(EngineKind.CACHE_HIDDEN, 1);

        assertThat(reported.requests()).anyMatch(seen -> seen.cached().orElse(0) > 0);
        assertThat(reported.requests()).allMatch(seen -> seen.cached().orElseThrow() == seen.request().cached());
        assertThat(hidden.requests()).anyMatch(seen -> seen.request().cached() > 0);
        assertThat(hidden.requests()).allMatch(seen -> seen.cached().isEmpty());
    }

    /** A queue of requests that come at once is served no later if they are fewer, or if the device is faster. */
    @Test
    void isSlowerWithMoreRequestsAndFasterOnAFasterDevice() {
        for (long seed = 1; seed <= Draws.of(10, 100); seed++) {
            EngineProfile drawn = EngineRun.drawn(EngineKind.CHAT, seed);
            Device device = drawn.device();
            EngineProfile steady = with(drawn, device, 1);
            EngineProfile fast = with(drawn, device, 2);

            long few = servedNanos(steady, 10);
            long many = servedNanos(steady, 20);
            assertThat(many).isGreaterThan(few);
            assertThat(servedNanos(fast, 20)).isLessThan(many);
        }
    }

    private static EngineProfile with(EngineProfile profile, Device device, double speed) {
        return new EngineProfile(profile.model(),
                new Device(device.count(), speed * device.flopsPerSecond(), speed * device.bytesPerSecond(),
                        device.sharpness(), device.stepOverheadSeconds(), device.memberOverheadSeconds(),
                        device.linkSecondsPerToken(), 0, 0, 0),
                profile.power(), profile.scheduler(), profile.sensor());
    }

    private static long servedNanos(EngineProfile profile, int requests) {
        ScriptedEngine engine = new ScriptedEngine(profile, 1, 0);
        for (int i = 0; i < requests; i++) {
            engine.enqueue(new EngineRequest("r" + i, 200, 50, List.of(), true, profile.device().count()));
        }
        while (engine.hasWork()) {
            engine.step();
        }
        return engine.nanos();
    }

    @Test
    void aRequestAloneHasAllJoulesOfItsTime() {
        for (long seed = 1; seed <= Draws.of(20, 200); seed++) {
            EngineProfile profile = EngineRun.drawn(EngineKind.TWO_DEVICES, seed);
            ScriptedEngine engine = new ScriptedEngine(profile, seed, 0);
            EngineRequest request = new EngineRequest("alone", 300, 40, List.of(), true, 2);
            engine.idleUntil(SECOND);
            engine.open(request);
            engine.idleUntil(2 * SECOND);
            engine.enqueue(request);
            while (engine.hasWork()) {
                engine.step();
            }
            engine.close(request);

            for (int device = 0; device < 2; device++) {
                double used = engine.curves().get(device).joulesAt(engine.nanos())
                        - engine.curves().get(device).joulesAt(SECOND);
                for (int truth = 0; truth < TrueJoules.TRUTHS; truth++) {
                    assertThat(request.joules().prompt(truth, device) + request.joules().answer(truth, device))
                            .isCloseTo(used, within(CONSERVED * used));
                }
            }
        }
    }

    /** Power is never below idle, and never above the cap of a busy device. */
    @ParameterizedTest
    @EnumSource(value = EngineKind.class, names = {"CHAT", "LONG_PROMPTS", "CHAT_BURSTS"})
    void powerLiesBetweenIdleAndTheCap(EngineKind kind) {
        for (long seed = 1; seed <= Draws.of(5, 30); seed++) {
            EngineProfile profile = EngineRun.drawn(kind, seed);
            EngineRun run = EngineRun.withSteps(kind, seed, profile);
            EnergyCurve curve = run.engine().curves().getFirst();
            double most = Math.min(profile.power().capWatts(), profile.power().idleWatts()
                    + profile.power().constantWatts() + profile.power().computeWatts()
                    + profile.power().memoryWatts());
            for (Step step : run.steps()) {
                double watts = (curve.joulesAt(step.endNanos()) - curve.joulesAt(step.startNanos())) * SECOND
                        / (step.endNanos() - step.startNanos());
                // The ends of a step are whole nanoseconds.
                assertThat(watts).isBetween(profile.power().idleWatts(), most * (1 + 1e-4));
            }
        }
    }
}
