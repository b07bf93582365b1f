package dev.ipw.energy.simulation.accelerator;

import dev.ipw.energy.simulation.accelerator.StepPhysics.Cost;
import dev.ipw.energy.simulation.accelerator.StepPhysics.Load;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** One engine that works through prompts in pieces, beside the tokens of others, within a budget of tokens a step. */
final class Replica {
    private static final double LEAD_SECONDS = 3;
    private static final double CLOCK_SECONDS = 0.05;
    private static final double MIN_CLOCK = 0.4;

    private final Settings settings;
    private final StepPhysics physics;
    private final SplittableRandom random;
    private final SplittableRandom orders;
    private final EnergyLine energy;
    private final PriorityQueue<Job> coming = new PriorityQueue<>(Comparator.comparingDouble(job -> job.startSeconds));
    private final Deque<Job> waiting = new ArrayDeque<>();
    private final List<Job> running = new ArrayList<>();
    private final List<Job> jobs = new ArrayList<>();
    private final int count;
    private double now = LEAD_SECONDS;
    private double clock = 1;

    /** One request as the engine holds it. */
    static final class Job {
        final double startSeconds;
        final int prompt;
        final int cached;
        final int output;
        final List<double[]> stamps = new ArrayList<>();
        double ownedJoules;
        double ownedPromptJoules;
        double shapleyJoules;
        int done;
        int made;

        Job(double startSeconds, int prompt, int cached, int output) {
            this.startSeconds = startSeconds;
            this.prompt = prompt;
            this.cached = cached;
            this.output = output;
            done = cached;
        }

        boolean isDecoding() {
            return done >= prompt;
        }
    }

    Replica(Settings settings, SplittableRandom random) {
        this.settings = settings;
        this.random = random;
        orders = random.split();
        physics = settings.physics();
        energy = new EnergyLine(physics.idleWatts());
        count = settings.requests / settings.replicas;
    }

    List<Job> jobs() {
        return jobs;
    }

    EnergyLine energy() {
        return energy;
    }

    void run() {
        double clients = Math.max(1, settings.clients / settings.replicas);
        double usual = usualSeconds(clients);
        if (settings.poisson) {
            double at = LEAD_SECONDS;
            for (int i = 0; i < count; i++) {
                at += random.nextExponential() * usual / clients;
                send(at);
            }
        } else {
            for (int i = 0; i < Math.min(count, Math.round(clients)); i++) {
                send(LEAD_SECONDS + random.nextDouble() * usual);
            }
        }
        while (!coming.isEmpty() || !waiting.isEmpty() || !running.isEmpty()) {
            while (!coming.isEmpty() && coming.element().startSeconds <= now) {
                waiting.add(coming.remove());
            }
            if (waiting.isEmpty() && running.isEmpty()) {
                now = coming.element().startSeconds;
                continue;
            }
            step(usual);
        }
        energy.restUntil(now + LEAD_SECONDS);
    }

    private double usualSeconds(double clients) {
        Load decode = settings.load(1, settings.promptMedian + settings.outputMedian / 2);
        Load all = new Load(decode.flops() * clients, decode.bytes() * clients, (int) Math.ceil(clients));
        Load prompt = settings.load(settings.promptMedian * (1 - settings.cacheShare), 0);
        return settings.outputMedian * physics.cost(all, 1).seconds()
                + clients * prompt.flops() / physics.flopsPerSecond();
    }

    private void send(double at) {
        int prompt = drawn(settings.promptMedian, settings.promptSpread, 16_000);
        int cached = random.nextDouble() < 0.7
                ? (int) (prompt * Math.min(0.95, settings.cacheShare
                        * random.nextDouble(0.5, 1.5)))
                : 0;
        Job job = new Job(at, prompt, Math.min(cached, prompt - 1),
                drawn(settings.outputMedian, settings.outputSpread, 4_000));
        jobs.add(job);
        coming.add(job);
    }

    private int drawn(double median, double spread, int most) {
        return Math.clamp(Math.round(median * Math.exp(spread * random.nextGaussian())), 4, most);
    }

    private void step(double usual) {
        int left = settings.budgetTokens;
        List<Job> members = new ArrayList<>();
        List<Load> loads = new ArrayList<>();
        List<Integer> tokens = new ArrayList<>();
        while (running.size() < settings.batch && !waiting.isEmpty()) {
            running.add(waiting.remove());
        }
        for (Job job : running) {
            if (job.isDecoding()) {
                int pass = 1 + settings.draftTokens;
                members.add(job);
                tokens.add(pass);
                loads.add(settings.load(pass, job.prompt + job.made));
                left -= pass;
            }
        }
        for (Job job : running) {
            int piece = Math.min(job.prompt - job.done, left);
            if (!job.isDecoding() && piece > 0) {
                members.add(job);
                tokens.add(piece);
                loads.add(settings.load(piece, job.done));
                left -= piece;
            }
        }
        Load all = loads.stream().reduce(Load.NONE, Load::plus);
        moveClock(all);
        Cost cost = physics.cost(all, clock);
        double[] owned = StepShares.owned(physics, cost, loads, all);
        double[] shapley = StepShares.shapley(physics, clock, loads, orders);
        if (now > energy.endSeconds()) {
            energy.restUntil(now);
        }
        now += cost.seconds();
        energy.append(now, cost.joules());
        for (int i = 0; i < owned.length; i++) {
            Job job = members.get(i);
            job.ownedJoules += owned[i];
            job.shapleyJoules += shapley[i];
            if (job.isDecoding()) {
                emit(job, accepted());
            } else {
                job.ownedPromptJoules += owned[i];
                job.done += tokens.get(i);
                if (job.isDecoding()) {
                    emit(job, 1);
                }
            }
        }
        for (Job job : members) {
            if (job.made >= job.output) {
                running.remove(job);
                if (!settings.poisson && jobs.size() < count) {
                    send(now + settings.thinkShare * usual * random.nextExponential());
                }
            }
        }
    }

    private int accepted() {
        int made = 1;
        while (made <= settings.draftTokens && random.nextDouble() < settings.draftAcceptance) {
            made++;
        }
        return made;
    }

    private void emit(Job job, int made) {
        int kept = Math.min(made, job.output - job.made);
        job.made += kept;
        job.stamps.add(new double[]{now, kept});
    }

    /** Moves the clock towards what the power limit and the board's warmth let it be. */
    private void moveClock(Load load) {
        double highest = 1 - settings.driftShare * (1 + Math.sin(2 * Math.PI * now / settings.driftSeconds)) / 2;
        double target = physics.clockBelow(settings.capWatts * settings.tensorParallel, load, highest);
        double part = 1 - Math.exp(-physics.cost(load, clock).seconds() / CLOCK_SECONDS);
        clock = Math.clamp(clock + part * (target - clock), MIN_CLOCK, 1);
    }
}
