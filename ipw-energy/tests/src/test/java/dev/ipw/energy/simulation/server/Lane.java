package dev.ipw.energy.simulation.server;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;

/** The scheduler of one model: its queues, its cache of keys and values, and what goes into each step. */
final class Lane {

    final StepRules rules;
    final List<Sequence> running = new ArrayList<>();
    private final Setup setup;
    private final Scheduling scheduling;
    private final SplittableRandom random;
    private final Queue<Sequence> coming = new PriorityQueue<>(
            Comparator.comparingDouble((Sequence each) -> each.arrivalSeconds));
    private final Deque<Sequence> waiting = new ArrayDeque<>();
    private final List<Sequence> held = new ArrayList<>();
    private final Set<Integer> cachedKeys = new HashSet<>();
    private int batchRows;

    Lane(Setup setup, ModelShape shape) {
        this.setup = setup;
        rules = setup.rules(shape);
        scheduling = setup.scheduling;
        random = setup.random.split();
    }

    void offer(Sequence sequence) {
        coming.add(sequence);
    }

    /** Rows that a static batch still computes for requests that have ended. */
    int ghosts() {
        return scheduling == Scheduling.STATIC ? batchRows - running.size() : 0;
    }

    /** When something may change that is not the end of a step. */
    double nextSeconds() {
        double arrivalSeconds = coming.isEmpty() ? Double.POSITIVE_INFINITY : coming.peek().arrivalSeconds;
        return waiting.isEmpty()
                ? arrivalSeconds
                : Math.min(arrivalSeconds, waiting.peek().arrivalSeconds + setup.batchWaitSeconds);
    }

    List<Slice> plan(double nowSeconds) {
        while (!coming.isEmpty() && coming.peek().arrivalSeconds <= nowSeconds + 1e-9) {
            waiting.add(coming.poll());
        }
        return switch (scheduling) {
            case CHUNKED -> prompts(answers(), setup.chunkTokens);
            case PROMPTS_FIRST -> {
                List<Slice> slices = prompts(new ArrayList<>(), setup.chunkTokens);
                yield slices.isEmpty() ? answers() : slices;
            }
            case STATIC -> running.isEmpty() ? batch(nowSeconds) : answers();
            case PROMPTS_ONLY -> prompts(new ArrayList<>(), setup.chunkTokens);
            case ANSWERS_ONLY -> {
                prompts(new ArrayList<>(), Integer.MAX_VALUE);
                yield answers();
            }
        };
    }

    /** Moves the requests of a step on and answers those that leave the engine. */
    List<Sequence> finish(List<Slice> slices, double nowSeconds) {
        for (Slice slice : slices) {
            Sequence sequence = slice.sequence();
            int kept = slice.prompt()
                    ? slice.tokens()
                    : Math.min(accepted(sequence), sequence.targetTokens - sequence.generated);
            sequence.context += kept;
            if (sequence.answers()) {
                sequence.emit(nowSeconds, slice.prompt() ? 1 : kept);
            }
        }
        List<Sequence> left = new ArrayList<>();
        for (Sequence sequence : List.copyOf(running)) {
            if (sequence.done(nowSeconds) || scheduling == Scheduling.PROMPTS_ONLY && sequence.answers()) {
                running.remove(sequence);
                sequence.finishedSeconds = nowSeconds;
                cachedKeys.addAll(List.of(sequence.prefixKey, Traffic.talkKey(sequence.user)));
                left.add(sequence);
            }
        }
        if (setup.holdsAnswers) {
            held.addAll(left);
            left = running.isEmpty() ? List.copyOf(held) : List.of();
            left.forEach(each -> each.finishedSeconds = nowSeconds);
            held.removeAll(left);
        }
        return left;
    }

    private int accepted(Sequence sequence) {
        int tokens = 1;
        while (tokens <= rules.draftTokens() && random.nextDouble() < sequence.acceptance) {
            tokens++;
        }
        return tokens;
    }

    private List<Slice> answers() {
        while (running.size() > 1 && heldTokens() + running.size() > setup.keyValueTokens) {
            Sequence last = running.removeLast();
            last.context = 0;
            waiting.addFirst(last);
        }
        List<Slice> slices = new ArrayList<>();
        running.stream().filter(Sequence::answers)
                .forEach(each -> slices.add(rules.slice(each, 1 + rules.draftTokens(), false)));
        return slices;
    }

    private List<Slice> prompts(List<Slice> slices, int budgetTokens) {
        int leftTokens = budgetTokens - slices.stream().mapToInt(Slice::tokens).sum();
        for (int i = 0; leftTokens > 0 && (i < running.size() || admit()); i++) {
            Sequence sequence = running.get(i);
            if (!sequence.answers()) {
                int tokens = Math.min(leftTokens, sequence.promptTokens - sequence.context);
                slices.add(rules.slice(sequence, tokens, true));
                leftTokens -= tokens;
            }
        }
        return slices;
    }

    private List<Slice> batch(double nowSeconds) {
        boolean full = waiting.size() >= setup.maxRunning;
        if (waiting.isEmpty() || !full && nowSeconds + 1e-8 < waiting.peek().arrivalSeconds + setup.batchWaitSeconds) {
            return List.of();
        }
        List<Slice> slices = prompts(new ArrayList<>(), Integer.MAX_VALUE);
        batchRows = running.size();
        return slices;
    }

    private boolean admit() {
        Sequence next = waiting.peek();
        if (next == null || running.size() >= setup.maxRunning || !running.isEmpty()
                && heldTokens() + next.inputTokens + next.generated > setup.keyValueTokens) {
            return false;
        }
        if (next.context == 0) {
            boolean cached = next.generated == 0 && cachedKeys.contains(next.prefixKey) && random.nextDouble() < 0.93;
            next.cachedTokens = cached
                    ? Math.min(next.prefixTokens, next.inputTokens - 1) / 16 * 16
                    : next.cachedTokens;
            next.context = cached ? next.cachedTokens : 0;
            next.promptTokens = next.inputTokens + next.generated;
        }
        return running.add(waiting.poll());
    }

    private long heldTokens() {
        return running.stream().mapToLong(each -> Math.max(each.context, each.promptTokens)).sum();
    }
}
