package dev.ipw.meter.engine;

import dev.ipw.meter.engine.EngineProfile.Scheduler;
import dev.ipw.meter.engine.StepPhysics.Cost;
import dev.ipw.meter.engine.StepPhysics.Sum;
import dev.ipw.meter.engine.StepPhysics.Work;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A model server with continuous batching, which knows the true joules of each request.
 *
 * <p>Requests wait in the order of their arrival. Each step has a budget of tokens. Members of the batch come first:
 * one token each in their answer, or with speculation one and the draft tokens; the next piece of their prompt before
 * that. Waiting requests join while there is room in the batch, in the budget and in the memory for caches. If members
 * outgrow that memory, the last one gives up its cache, waits at the head of the queue, and computes all its tokens
 * again. Without mixed prompts, the prompts of waiting requests are computed whole in steps of their own while answers
 * wait.
 *
 * <p>The true joules of a request are its shares of the steps of which it was a member, by {@link StepShares}: they
 * count for its prompt until it has a token, and for its answer from then on. Between steps a device idles; these joules
 * go in equal parts to the requests whose callers wait then, and are idle while there is none. So the joules of all
 * requests and idle are those of the devices.
 *
 * <p>The caller moves the clock: it calls {@link #idleUntil} and {@link #step}. For one thread.
 */
final class ScriptedEngine {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int MOST_CACHED_BLOCKS = 1 << 16;

    private final EngineProfile profile;
    private final Scheduler scheduler;
    private final StepPhysics physics;
    private final StepShares shares;
    private final Draw draw;
    private final List<EnergyCurve> curves = new ArrayList<>();
    private final double[] idleJoules;
    private final double[] usedJoules;
    private final Set<EngineRequest> open = new LinkedHashSet<>();
    private final Deque<EngineRequest> waiting = new ArrayDeque<>();
    private final List<EngineRequest> running = new ArrayList<>();
    private final Set<Long> cachedBlocks = new LinkedHashSet<>();
    private long nanos;

    ScriptedEngine(EngineProfile profile, long seed, long startNanos) {
        this.profile = profile;
        scheduler = profile.scheduler();
        physics = new StepPhysics(profile);
        draw = new Draw(seed);
        shares = new StepShares(physics, draw.split());
        nanos = startNanos;
        int devices = profile.device().count();
        for (int i = 0; i < devices; i++) {
            curves.add(new EnergyCurve(startNanos, profile.power().idleWatts()));
        }
        idleJoules = new double[devices];
        usedJoules = new double[devices];
    }

    /**
     * The result of a step.
     *
     * @param startNanos its start
     * @param endNanos   its end
     * @param members    its members, with their tokens
     * @param chunks     the chunks of answers that it completes
     */
    record Step(long startNanos, long endNanos, List<Member> members, List<Chunk> chunks) {}

    /** A member of a step, and the tokens that it computes. */
    record Member(EngineRequest request, int tokens, boolean isPrompt) {}

    /** Tokens of an answer, none at the end of an embedding; and whether they are its last ones. */
    record Chunk(EngineRequest request, int tokens, boolean isLast) {}

    EngineProfile profile() {
        return profile;
    }

    /** Returns the time up to which the devices' joules are known. */
    long nanos() {
        return nanos;
    }

    List<EnergyCurve> curves() {
        return curves;
    }

    /** Returns the joules that a device used while no caller waited and no step ran. */
    double idleJoules(int device) {
        return idleJoules[device];
    }

    /** Returns all joules of a device so far. */
    double usedJoules(int device) {
        return usedJoules[device];
    }

    /** Returns whether a request can be served at all. */
    boolean fits(EngineRequest request) {
        return request.promptTokens() + request.answerTokens() + profile.model().speculatedTokens() <= scheduler
                .kvTokens();
    }

    /** Notes that the caller of a request waits from now on. */
    void open(EngineRequest request) {
        open.add(request);
    }

    /** Puts a request into the queue. */
    void enqueue(EngineRequest request) {
        if (!fits(request)) {
            throw new IllegalArgumentException("The request " + request.id() + " has more tokens than the engine's "
                    + scheduler.kvTokens());
        }
        waiting.add(request);
    }

    /** Removes a request that is not complete. */
    void cancel(EngineRequest request) {
        waiting.remove(request);
        running.remove(request);
    }

    /** Notes that the caller of a request does not wait any more. */
    void close(EngineRequest request) {
        open.remove(request);
    }

    boolean hasWork() {
        return !waiting.isEmpty() || !running.isEmpty();
    }

    /** Lets the devices idle until a moment; nothing happens if it is past. */
    void idleUntil(long untilNanos) {
        if (untilNanos <= nanos) {
            return;
        }
        double joules = profile.power().idleWatts() * (untilNanos - nanos) / NANOS_PER_SECOND;
        nanos = untilNanos;
        for (int device = 0; device < curves.size(); device++) {
            curves.get(device).append(nanos, joules);
            usedJoules[device] += joules;
            if (open.isEmpty()) {
                idleJoules[device] += joules;
            }
            for (EngineRequest request : open) {
                for (int truth = 0; truth < TrueJoules.TRUTHS; truth++) {
                    request.joules().add(truth, device, request.hasAnswer(), joules / open.size());
                }
            }
        }
    }

    /** Runs a step from now on; there must be work. The clock is at its end afterwards. */
    Step step() {
        List<Member> members = scheduler.mixesPrompts() ? mixed() : apart();
        if (members.isEmpty()) {
            throw new IllegalStateException("No request fits into a step, though each alone does");
        }
        List<Work> works = new ArrayList<>();
        Sum sum = new Sum();
        for (Member member : members) {
            Work work = member.isPrompt()
                    ? physics.promptWork(member.tokens(), member.request().computed())
                    : physics.answerWork(member.tokens(), member.request().computed());
            works.add(work);
            sum.add(work);
        }
        double jitter = Math.exp(profile.device().jitter() * draw.normal());
        double stallSeconds = draw.chance(profile.device().stallChance())
                ? draw.exponential(profile.device().stallSeconds())
                : 0;
        Cost cost = new Cost();
        physics.cost(sum, jitter, stallSeconds, cost);
        long start = nanos;
        nanos = start + Math.max(1, Math.round(cost.seconds() * NANOS_PER_SECOND));
        for (int device = 0; device < curves.size(); device++) {
            double joules = physics.baseWatts() * cost.seconds() + physics.scale(device) * cost.workJoules();
            curves.get(device).append(nanos, joules);
            usedJoules[device] += joules;
        }
        shares.shapley(works, jitter, stallSeconds);
        share(members, works, sum, cost);
        return new Step(start, nanos, members, advance(members));
    }

    private void share(List<Member> members, List<Work> works, Sum sum, Cost cost) {
        double weightBytes = physics.weightBytes(sum);
        double draftBytes = physics.draftBytes(sum);
        for (int i = 0; i < members.size(); i++) {
            EngineRequest request = members.get(i).request();
            double work = StepShares.workByPhysics(works.get(i), sum, cost, weightBytes, draftBytes);
            for (int device = 0; device < curves.size(); device++) {
                double scale = physics.scale(device);
                request.joules().add(TrueJoules.PHYSICS, device, request.hasAnswer(),
                        physics.baseWatts() * cost.seconds() / members.size() + scale * work);
                request.joules().add(TrueJoules.SHAPLEY, device, request.hasAnswer(),
                        physics.baseWatts() * shares.seconds(i) + scale * shares.work(i));
            }
        }
    }

    /** Chooses the members of a step that mixes pieces of prompts with answers. */
    private List<Member> mixed() {
        List<Member> members = new ArrayList<>();
        int budget = scheduler.tokenBudget();
        boolean anyPreempted = false;
        for (int i = 0; i < running.size() && budget > 0; i++) {
            EngineRequest request = running.get(i);
            int tokens = Math.min(budget, request.isPrompting() ? request.promptRest() : answerTokens());
            anyPreempted |= makeRoom(i, tokens, members);
            if (i < running.size()) {
                members.add(new Member(request, tokens, request.isPrompting()));
                budget -= tokens;
            }
        }
        while (!anyPreempted && budget > 0 && !waiting.isEmpty() && running.size() < scheduler.maxBatch()) {
            EngineRequest request = waiting.element();
            request.admit(cachedTokens(request));
            int tokens = Math.min(budget, request.promptRest());
            if (request.computed() + request.promptRest() > freeTokens(members)) {
                break;
            }
            running.add(waiting.remove());
            members.add(new Member(request, tokens, true));
            budget -= tokens;
        }
        return members;
    }

    /** Chooses the members of a step of prompts only, or of answers only. */
    private List<Member> apart() {
        List<Member> members = new ArrayList<>();
        int budget = scheduler.tokenBudget();
        while (!waiting.isEmpty() && running.size() < scheduler.maxBatch()) {
            EngineRequest request = waiting.element();
            request.admit(cachedTokens(request));
            int tokens = request.promptRest();
            boolean isTooMuch = tokens > budget && !members.isEmpty();
            if (isTooMuch || request.computed() + tokens > freeTokens(members)) {
                break;
            }
            running.add(waiting.remove());
            members.add(new Member(request, tokens, true));
            budget -= tokens;
        }
        for (int i = 0; members.isEmpty() && i < running.size(); i++) {
            makeRoom(i, answerTokens() * (i + 1), List.of());
        }
        if (members.isEmpty()) {
            running.forEach(request -> members.add(new Member(request, answerTokens(), false)));
        }
        return members;
    }

    private int answerTokens() {
        return 1 + profile.model().speculatedTokens();
    }

    /** Preempts the last requests until a running one has room, at the worst itself. Returns whether any was. */
    private boolean makeRoom(int index, int tokens, List<Member> members) {
        boolean any = false;
        while (index < running.size() && freeTokens(members) < tokens) {
            EngineRequest last = running.removeLast();
            last.preempt();
            waiting.addFirst(last);
            any = true;
        }
        return any;
    }

    /** Returns the tokens for whose caches there is room beside those of the running requests and of this step. */
    private int freeTokens(List<Member> members) {
        int used = 0;
        for (EngineRequest request : running) {
            used += request.computed();
        }
        for (Member member : members) {
            used += member.tokens();
        }
        return scheduler.kvTokens() - used;
    }

    private int cachedTokens(EngineRequest request) {
        int cached = 0;
        for (Long block : request.prefixBlocks()) {
            if (!cachedBlocks.contains(block)) {
                break;
            }
            cached += EngineRequest.BLOCK_TOKENS;
        }
        return Math.min(cached, request.promptTokens() - 1);
    }

    private void keepPrefix(EngineRequest request) {
        if (scheduler.cachesPrefixes()) {
            if (cachedBlocks.size() > MOST_CACHED_BLOCKS) {
                cachedBlocks.clear();
            }
            cachedBlocks.addAll(request.prefixBlocks());
        }
    }

    /** Moves the members on, and returns the chunks of their answers. */
    private List<Chunk> advance(List<Member> members) {
        List<Chunk> chunks = new ArrayList<>();
        for (Member member : members) {
            EngineRequest request = member.request();
            if (member.isPrompt()) {
                if (request.prompt(member.tokens())) {
                    keepPrefix(request);
                    request.generate(scheduler.startsStepLater() ? 0 : 1);
                }
            } else {
                int accepted = 1;
                while (accepted < member.tokens() && draw.chance(profile.model().acceptance())) {
                    accepted++;
                }
                request.extend(accepted);
                request.generate(accepted);
            }
            boolean isLast = request.isComplete();
            int tokens = request.nextChunk(scheduler.tokensPerChunk());
            if (tokens > 0 || isLast) {
                chunks.add(new Chunk(request, tokens, isLast));
            }
            if (isLast) {
                running.remove(request);
            }
        }
        return chunks;
    }
}
