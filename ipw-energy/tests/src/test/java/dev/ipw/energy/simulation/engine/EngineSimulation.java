package dev.ipw.energy.simulation.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** Run an engine over a workload, step by step; charge each step's joules and draw its power. */
final class EngineSimulation {
    /** A time of steady power in which no step runs. */
    record Gap(long startNanos, long endNanos, double watts) {}

    private final EngineSettings settings;
    private final SplittableRandom random;
    private final Workload workload;
    private final Scheduler scheduler;
    private final StepCosts costs;
    private final PowerTimeline power;
    private final ForeignLoad foreign;
    private final PriorityQueue<SimulatedRequest> coming = new PriorityQueue<>(
            Comparator.comparingLong((SimulatedRequest r) -> r.engineStartNanos).thenComparingInt(r -> r.number));
    private final List<SimulatedRequest> delivering = new ArrayList<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final StepCosts.Work work = new StepCosts.Work();
    private final double wanderPhase;
    private long[] stepEnds = new long[4096];
    private boolean[] lastOfRun = new boolean[4096];
    private int steps;

    EngineSimulation(EngineSettings settings, Workload workload, PowerTimeline power, ForeignLoad foreign,
            SplittableRandom random) {
        this.settings = settings;
        this.workload = workload;
        this.power = power;
        this.foreign = foreign;
        this.random = random;
        scheduler = new Scheduler(settings);
        costs = new StepCosts(settings);
        wanderPhase = random.nextDouble(0, 6.28);
    }

    /** Run until all requests are answered, then draw idle power for {@code tailNanos}. */
    void run(long leadNanos, long tailNanos) {
        long start = power.startNanos();
        coming.addAll(workload.first(start + leadNanos));
        idleUntil(start + leadNanos);
        while (true) {
            admit();
            if (!scheduler.isIdle()) {
                scheduler.plan();
                step();
            } else if (!delivering.isEmpty()) {
                lastOfRun[steps - 1] = true;
                deliver(Integer.MAX_VALUE);
            } else if (coming.isEmpty()) {
                break;
            } else {
                idleUntil(coming.element().engineStartNanos);
            }
        }
        idleUntil(power.endNanos() + tailNanos);
    }

    List<Gap> gaps() {
        return gaps;
    }

    /** Return when the engine sends what a step made, {@code late} steps after it or when it comes to rest. */
    long sentNanos(int step, int late) {
        int at = step;
        for (int i = 0; i < late && !lastOfRun[at]; i++) {
            at++;
        }
        return stepEnds[at];
    }

    private void admit() {
        while (!coming.isEmpty() && coming.element().engineStartNanos <= power.endNanos()) {
            scheduler.enqueue(coming.remove());
        }
    }

    private void idleUntil(long nanos) {
        long lastStep = steps == 0 ? Long.MIN_VALUE : stepEnds[steps - 1] + Workload.nanos(settings.warmSeconds);
        gap(Math.min(nanos, lastStep), settings.warmWatts);
        gap(nanos, settings.idleWatts);
    }

    private void gap(long untilNanos, double watts) {
        long from = power.endNanos();
        if (untilNanos > from) {
            power.append(untilNanos, watts);
            gaps.add(new Gap(from, untilNanos, watts));
        }
    }

    private void step() {
        List<SimulatedRequest> held = scheduler.running();
        work.clear();
        int working = 0;
        for (SimulatedRequest request : held) {
            work.add(request);
            working += request.works() ? 1 : 0;
        }
        double own = 0;
        for (SimulatedRequest request : held) {
            request.stepOwnJoules = costs.ownJoules(request, work);
            request.stepOwnSeconds = costs.ownSeconds(request, work);
            own += request.stepOwnJoules;
        }
        double factor = noise(settings.energyNoise) * wander();
        double joules = (own + costs.fixedJoules()) * factor;
        double slower = noise(settings.timeNoise) * foreign.slowdown(power.endNanos());
        double seconds = costs.seconds(work) * slower;
        double over = joules / (seconds * settings.engineWatts());
        if (over > 1) {
            // at the limit the clocks fall: the same work takes longer, and somewhat fewer joules
            factor *= Math.pow(over, -0.15);
            joules *= Math.pow(over, -0.15);
            seconds = joules / settings.engineWatts();
            for (SimulatedRequest request : held) {
                request.stepOwnSeconds = request.stepOwnJoules * factor / settings.engineWatts();
            }
            slower = 1;
        }
        double stalled = random.nextDouble() < settings.stallShare ? stall(seconds) : 0;
        long start = power.endNanos();
        long end = start + Math.max(1, Workload.nanos(seconds));
        power.append(end, settings.idleWatts + joules / ((end - start) * 1e-9));
        charge(working, own, factor, joules + stalled, (end - start) * 1e-9 * settings.idleWatts,
                settings.idleWatts * slower);
        finish(end);
    }

    /** Hang for several steps' time at little more than idle power; returns the joules, all of them fixed. */
    private double stall(double seconds) {
        long start = power.endNanos();
        double watts = settings.idleWatts + settings.engineWatts() * random.nextDouble(0, 0.15);
        return power.append(start + Workload.nanos(seconds * random.nextDouble(1, 5)), watts);
    }

    /** Charge a step: {@code workJoules} of work and of a stall, {@code idleJoules} while the work ran, and {@code idleWatts} for
     * each second of its own that a request's work takes. */
    private void charge(int working, double own, double factor, double workJoules, double idleJoules,
            double idleWatts) {
        List<SimulatedRequest> held = scheduler.running();
        double fixed = workJoules - own * factor + idleJoules;
        double longer = held.stream().mapToDouble(request -> request.stepOwnSeconds).sum() * idleWatts;
        for (SimulatedRequest request : held) {
            double gross = request.works() ? request.stepOwnJoules * factor + fixed / working : 0;
            double caused = request.works()
                    ? request.stepOwnJoules * factor + idleWatts * request.stepOwnSeconds + (fixed - longer) / working
                    : 0;
            double marginal = idleJoules / held.size() + workJoules * request.stepOwnJoules / own;
            request.charge(caused, gross, marginal, request.producedTokens == 0 && request.stepDecodeTokens == 0);
        }
    }

    private void finish(long endNanos) {
        if (steps == stepEnds.length) {
            stepEnds = Arrays.copyOf(stepEnds, 2 * steps);
            lastOfRun = Arrays.copyOf(lastOfRun, 2 * steps);
        }
        stepEnds[steps] = endNanos;
        for (SimulatedRequest request : List.copyOf(scheduler.running())) {
            if (request.works()) {
                advance(request);
            }
        }
        steps++;
        deliver(steps - 1 - settings.deliverySteps);
    }

    private void advance(SimulatedRequest request) {
        if (request.isFinished()) {
            request.overrunSteps--;
        } else if (request.stepPromptTokens > 0) {
            request.promptLeft -= request.stepPromptTokens;
            request.contextTokens += request.stepPromptTokens;
            if (request.promptLeft == 0 && !settings.firstTokenByDecode) {
                produce(request, 1);
            }
        } else {
            produce(request, 1 + accepted());
        }
        if (request.isFinished() && request.overrunSteps == 0) {
            scheduler.release(request);
        }
    }

    private void produce(SimulatedRequest request, int tokens) {
        request.produce(steps, tokens);
        if (request.isFinished()) {
            request.overrunSteps = settings.overruns ? settings.deliverySteps : 0;
            delivering.add(request);
        }
    }

    private int accepted() {
        int tokens = 0;
        while (tokens < settings.draftTokens && random.nextDouble() < settings.draftAcceptance) {
            tokens++;
        }
        return tokens;
    }

    /** Hand out the answers whose last token came at or before a step. */
    private void deliver(int lastStep) {
        Iterator<SimulatedRequest> each = delivering.iterator();
        while (each.hasNext()) {
            SimulatedRequest request = each.next();
            if (request.stepOfToken(request.outputTokens - 1) <= lastStep) {
                each.remove();
                coming.addAll(workload.after(stepEnds[steps - 1]));
            }
        }
    }

    private double noise(double spread) {
        return Math.max(0.5, 1 + spread * random.nextGaussian());
    }

    private double wander() {
        return 1 + settings.wander * Math.sin(power.endNanos() * 1e-9 / 15 + wanderPhase);
    }
}
