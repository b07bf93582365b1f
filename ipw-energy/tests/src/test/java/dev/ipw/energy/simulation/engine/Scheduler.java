package dev.ipw.energy.simulation.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Decide what each step of the engine computes: who is admitted, whose prompt, whose token, who must give room. */
final class Scheduler {
    private final EngineSettings settings;
    private final Deque<SimulatedRequest> waiting = new ArrayDeque<>();
    private final List<SimulatedRequest> running = new ArrayList<>();

    Scheduler(EngineSettings settings) {
        this.settings = settings;
    }

    void enqueue(SimulatedRequest request) {
        waiting.add(request);
    }

    /** Return the requests that the engine holds, with work in the planned step or not. */
    List<SimulatedRequest> running() {
        return running;
    }

    boolean isIdle() {
        return running.isEmpty() && waiting.isEmpty();
    }

    void release(SimulatedRequest request) {
        running.remove(request);
    }

    /** Plan a step: at least one of the running requests gets work. */
    void plan() {
        preemptWhereFull();
        for (SimulatedRequest request : running) {
            request.clearPlan();
        }
        int budget = settings.chunkTokens;
        if (!settings.promptsApart) {
            planPrompts(budget - planDecodes());
        } else if (planPrompts(budget) == budget) {
            planDecodes();
        }
    }

    private int planDecodes() {
        int tokens = 0;
        for (SimulatedRequest request : running) {
            if (request.promptLeft == 0) {
                request.planDecode(1 + settings.draftTokens);
                tokens += 1 + settings.draftTokens;
            }
        }
        return tokens;
    }

    /** Plan pieces of prompts while the budget lasts; returns what is left of it. */
    private int planPrompts(int budget) {
        int left = budget;
        for (SimulatedRequest request : running) {
            if (request.promptLeft > 0 && left > 0) {
                left -= planPiece(request, left);
            }
        }
        SimulatedRequest next = waiting.peek();
        while (left > 0 && next != null && hasRoom(next)) {
            waiting.remove();
            running.add(next);
            next.clearPlan();
            left -= planPiece(next, left);
            next = waiting.peek();
        }
        return left;
    }

    /** Plan the next piece: all of the prompt where prompts have steps of their own, as such engines do not cut them. */
    private int planPiece(SimulatedRequest request, int budget) {
        int tokens = settings.promptsApart ? request.promptLeft : Math.min(budget, request.promptLeft);
        request.planPrompt(tokens);
        return tokens;
    }

    private boolean hasRoom(SimulatedRequest next) {
        if (running.isEmpty()) {
            return true;
        }
        return running.size() < settings.maxBatch
                && held() + next.contextTokens + next.promptLeft <= settings.contextRoomTokens;
    }

    private void preemptWhereFull() {
        while (running.size() > 1 && held() + running.size() > settings.contextRoomTokens) {
            SimulatedRequest last = running.removeLast();
            last.preempt();
            last.clearPlan();
            waiting.addFirst(last);
        }
    }

    private long held() {
        if (settings.contextRoomTokens == Long.MAX_VALUE) {
            return 0;
        }
        long tokens = 0;
        for (SimulatedRequest request : running) {
            tokens += request.contextTokens + request.promptLeft;
        }
        return tokens;
    }
}
