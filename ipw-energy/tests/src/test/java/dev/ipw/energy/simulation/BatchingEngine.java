package dev.ipw.energy.simulation;

import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.activity.TokenTimes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;

/**
 * A continuous batcher: each step works through prompts up to a budget of tokens and makes one token for each request that
 * has its first. What a step costs is known part by part, so it is known what each request truly used: its prompt tokens,
 * its generated tokens, the tokens that each of them looks back at, and an equal part of what the step cost anyway. The power of a
 * device that is switched on is a cost of what takes the time. Tokens reach the client within a millisecond.
 */
public final class BatchingEngine {
    private static final double STEP_SECONDS = 0.012;
    private static final double SECONDS_PER_PROMPT_TOKEN = 3e-5;
    private static final double SECONDS_PER_REQUEST = 2e-4;
    private static final int PROMPT_TOKENS_PER_STEP = 2048;
    private static final int MAX_TOKENS_AT_ONCE = 4;
    private static final double REST_SECONDS = 4;
    private static final double NETWORK_SECONDS = 2e-4;
    private static final double NETWORK_JITTER_SECONDS = 8e-4;

    private final List<RequestActivity> requests = new ArrayList<>();
    private final List<double[]> intervals = new ArrayList<>();
    private final double[] trueJoules;
    private final double[] truePrefillJoules;
    private final Random random;
    private final Costs costs;
    private final Kind kind;
    private double now;

    /**
     * Hold what work costs in joules, and what the device draws anyway.
     *
     * @param step         a step, whatever is in it
     * @param promptToken  a prompt token worked through
     * @param token        a token made
     * @param contextToken a token of context read for a token that is made
     * @param promptPair   a prompt token looked back at by another
     * @param idleWatts    what the device draws in watts
     */
    public record Costs(double step, double promptToken, double token, double contextToken, double promptPair,
            double idleWatts) {
        /** Draw costs that differ as models and devices do. */
        public static Costs random(Random random) {
            return new Costs(2 + 6 * random.nextDouble(), 0.01 + 0.02 * random.nextDouble(),
                    0.2 + 0.4 * random.nextDouble(), 2e-4 * random.nextDouble(), 0,
                    60 + 60 * random.nextDouble());
        }

        /** Let prompts cost more the longer they are: at 4000 tokens up to as much again as by their tokens. */
        public Costs withPairs(Random random) {
            return new Costs(step, promptToken, token, contextToken, promptToken / 2000 * random.nextDouble(),
                    idleWatts);
        }
    }

    private static final class Job {
        private final int index;
        private final double arrival;
        private final int input;
        private final int cached;
        private final int output;
        private final List<Long> stamps = new ArrayList<>();
        private int prefilled;
        private int generated;

        Job(int index, double arrival, int input, int cached, int output) {
            this.index = index;
            this.arrival = arrival;
            this.input = input;
            this.cached = cached;
            this.output = output;
            prefilled = cached;
        }

        private boolean isPrefilling() {
            return prefilled < input;
        }
    }

    /**
     * Describe the requests to serve.
     *
     * @param count       how many requests
     * @param concurrency how many are in work at a time on average, while the engine is quick
     * @param batch       how many can be in work at a time
     * @param cachedShare the share of requests whose prompts are in part in a cache
     * @param lengthShare by how much prompts and answers are shorter than they are otherwise
     */
    public record Traffic(int count, double concurrency, int batch, double cachedShare, double lengthShare) {
        /** Let no prompt be in a cache, and lengths be as they are otherwise. */
        public Traffic(int count, double concurrency, int batch) {
            this(count, concurrency, batch, 0, 1);
        }
    }

    /** List the ways an engine fills its steps. */
    public enum Kind {
        /** A step works through prompts and makes a token for each request that has its first. */
        MIXED,
        /** While there are prompts, steps work through them alone and the other requests wait. */
        PROMPTS_FIRST,
        /** As mixed, but a step makes up to four tokens for a request, for what one costs, and sends them together. */
        SPECULATIVE
    }

    /** Serve as an engine does that mixes prompts with tokens. */
    public BatchingEngine(Random random, Costs costs, Traffic traffic) {
        this(random, costs, traffic, Kind.MIXED);
    }

    /** Serve. */
    public BatchingEngine(Random random, Costs costs, Traffic traffic, Kind kind) {
        this.random = random;
        this.costs = costs;
        this.kind = kind;
        int count = traffic.count();
        trueJoules = new double[count];
        truePrefillJoules = new double[count];
        Deque<Job> coming = arrivals(traffic);
        Deque<Job> queued = new ArrayDeque<>();
        List<Job> working = new ArrayList<>();
        RequestActivity[] served = new RequestActivity[count];
        while (!coming.isEmpty() || !queued.isEmpty() || !working.isEmpty()) {
            while (!coming.isEmpty() && coming.element().arrival <= now) {
                queued.add(coming.remove());
            }
            while (!queued.isEmpty() && working.size() < traffic.batch()) {
                working.add(queued.remove());
            }
            if (working.isEmpty()) {
                rest(coming.element().arrival - now);
            } else {
                step(working);
            }
            for (Iterator<Job> jobs = working.iterator(); jobs.hasNext();) {
                Job job = jobs.next();
                if (job.generated >= job.output) {
                    served[job.index] = activity(job);
                    jobs.remove();
                }
            }
        }
        rest(REST_SECONDS);
        requests.addAll(Arrays.asList(served));
    }

    private Deque<Job> arrivals(Traffic traffic) {
        Deque<Job> jobs = new ArrayDeque<>();
        double secondsOfOne = 0.2 + 200 * 0.018;
        double arrival = REST_SECONDS;
        for (int i = 0; i < traffic.count(); i++) {
            arrival -= secondsOfOne / traffic.concurrency() * Math.log(1 - random.nextDouble());
            int input = (int) Math.clamp(traffic.lengthShare() * Math.exp(6.3 + random.nextGaussian()), 20, 8000);
            int output = (int) Math.clamp(traffic.lengthShare() * Math.exp(5 + 0.8 * random.nextGaussian()), 2, 1200);
            // Nothing is drawn without a cache, so that such runs stay what they are.
            boolean isCached = traffic.cachedShare() > 0 && random.nextDouble() < traffic.cachedShare();
            int cached = isCached ? (int) (0.95 * input * random.nextDouble()) : 0;
            jobs.add(new Job(i, arrival, input, cached, output));
        }
        return jobs;
    }

    private void rest(double seconds) {
        intervals.add(new double[]{now, now + seconds, costs.idleWatts() * seconds});
        now += seconds;
    }

    private void step(List<Job> working) {
        int left = PROMPT_TOKENS_PER_STEP;
        int[] prompt = new int[working.size()];
        boolean[] inStep = new boolean[working.size()];
        int members = 0;
        double own = 0;
        double seconds = STEP_SECONDS;
        boolean stalls = kind == Kind.PROMPTS_FIRST && working.stream().anyMatch(Job::isPrefilling);
        for (int i = 0; i < prompt.length; i++) {
            Job job = working.get(i);
            boolean prefilling = job.isPrefilling();
            prompt[i] = prefilling ? Math.min(left, job.input - job.prefilled) : 0;
            inStep[i] = prefilling ? prompt[i] > 0 : !stalls;
            left -= prompt[i];
            seconds += SECONDS_PER_PROMPT_TOKEN * prompt[i] + (prefilling || stalls ? 0 : SECONDS_PER_REQUEST);
            members += inStep[i] ? 1 : 0;
        }
        double slower = 0.97 + 0.06 * random.nextDouble();
        seconds *= slower;
        double fixed = costs.step() + costs.idleWatts() * STEP_SECONDS * slower;
        long stamp = SteppingCounter.nanos(now + seconds);
        for (int i = 0; i < prompt.length; i++) {
            Job job = working.get(i);
            if (inStep[i]) {
                double joules = prompt[i] > 0
                        ? (costs.promptToken() + costs.promptPair() * (job.prefilled + prompt[i] / 2.0)) * prompt[i]
                        : costs.token() + costs.contextToken() * (job.input + job.generated);
                // Idle power over the time by which its own work makes the step longer is its own.
                joules += costs.idleWatts() * slower
                        * (prompt[i] > 0 ? SECONDS_PER_PROMPT_TOKEN * prompt[i] : SECONDS_PER_REQUEST);
                trueJoules[job.index] += joules + fixed / members;
                truePrefillJoules[job.index] += prompt[i] > 0 ? joules + fixed / members : 0;
                own += joules;
                advance(job, prompt[i], stamp);
            }
        }
        intervals.add(new double[]{now, now + seconds, fixed + own});
        now += seconds;
    }

    private void advance(Job job, int prompt, long stamp) {
        boolean decodes = prompt == 0;
        job.prefilled += prompt;
        if (decodes || !job.isPrefilling()) {
            int made = decodes && kind == Kind.SPECULATIVE
                    ? Math.min(1 + random.nextInt(1 + job.index % MAX_TOKENS_AT_ONCE), job.output - job.generated)
                    : 1;
            job.generated += made;
            double network = NETWORK_SECONDS + NETWORK_JITTER_SECONDS * random.nextDouble();
            long last = job.stamps.isEmpty() ? 0 : job.stamps.getLast();
            job.stamps.addAll(Collections.nCopies(made, Math.max(last, stamp + SteppingCounter.nanos(network))));
        }
    }

    private static RequestActivity activity(Job job) {
        long[] stamps = job.stamps.stream().mapToLong(Long::longValue).toArray();
        return new RequestActivity("r" + job.index, SteppingCounter.nanos(job.arrival), OptionalLong.empty(),
                OptionalLong.of(stamps[0]), stamps[stamps.length - 1], job.input, job.cached, job.output,
                TokenTimes.of(stamps),
                Set.of());
    }

    public List<RequestActivity> requests() {
        return requests;
    }

    /** Return what each request truly used, in joules. */
    public double[] trueJoules() {
        return trueJoules;
    }

    /** Return what of it was used until the first token, in joules. */
    public double[] truePrefillJoules() {
        return truePrefillJoules;
    }

    public Costs costs() {
        return costs;
    }

    /** Return what costs fitted to all that was drawn come to: idle power is a cost of what takes the time. */
    public Costs grossCosts() {
        return new Costs(costs.step() + costs.idleWatts() * STEP_SECONDS,
                costs.promptToken() + costs.idleWatts() * SECONDS_PER_PROMPT_TOKEN,
                costs.token() + costs.idleWatts() * SECONDS_PER_REQUEST, costs.contextToken(), costs.promptPair(),
                costs.idleWatts());
    }

    /** Return the power that the steps drew. */
    public PowerTrace trace(double lagSeconds) {
        double[] watts = new double[(int) (now / PowerTrace.SLICE_SECONDS)];
        int interval = 0;
        for (int i = 0; i < watts.length; i++) {
            double middle = (i + 0.5) * PowerTrace.SLICE_SECONDS;
            while (interval + 1 < intervals.size() && intervals.get(interval)[1] < middle) {
                interval++;
            }
            double[] at = intervals.get(interval);
            watts[i] = at[2] / (at[1] - at[0]);
        }
        return PowerTrace.of(watts, lagSeconds);
    }
}
