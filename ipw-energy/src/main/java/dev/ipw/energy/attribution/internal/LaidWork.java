package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.internal.activity.Episodes;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.attribution.internal.work.EngineSteps;
import dev.ipw.energy.attribution.internal.work.PromptGroups;
import dev.ipw.energy.attribution.internal.work.PromptTimes;
import dev.ipw.energy.attribution.internal.work.ReplayedWork;
import dev.ipw.energy.attribution.internal.work.StepLayout;
import dev.ipw.energy.attribution.internal.work.StepLoads;
import dev.ipw.energy.attribution.internal.work.SteppedWork;
import dev.ipw.energy.attribution.internal.work.WorkSchedule;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The work of requests over time, by any layout of the engine's steps. */
final class LaidWork {
    private final List<RequestActivity> requests;
    private final EngineSteps steps;
    private final StepLoads[] loads;
    private final int[] across;
    private final boolean[] isTimeOnly;
    private final long maxReplayedParts;

    /**
     * Finds the steps.
     *
     * @param requests         the requests, in the order of their starts
     * @param maxReplayedParts the number of pieces of requests beyond which a simulation of steps is coarser
     */
    LaidWork(List<RequestActivity> requests, Episodes episodes, long maxReplayedParts) {
        this.requests = requests;
        this.maxReplayedParts = maxReplayedParts;
        isTimeOnly = UnknownWork.timeOnly(requests, episodes);
        steps = EngineSteps.of(requests, episodes);
        loads = new StepLoads[]{new StepLoads(steps, requests, false), new StepLoads(steps, requests, true)};
        across = new int[steps.count()];
        for (int step = 0; step < across.length; step++) {
            across[step] = (int) loads[0].passes(step);
        }
    }

    /** Returns whether token times show the engine's steps. */
    boolean isComplete() {
        return steps.isComplete();
    }

    int requests() {
        return requests.size();
    }

    /** Returns the usual duration of a step; zero if there are no steps. */
    double usualStepNanos() {
        double[] nanos = new double[steps.count()];
        Arrays.setAll(nanos, steps::nanos);
        Arrays.sort(nanos);
        return nanos.length == 0 ? 0 : nanos[nanos.length / 2];
    }

    /**
     * Returns the work by a layout.
     *
     * @param layout the layout; the steps are simulated if it is empty
     * @param known  the durations of steps and prompts; learned if empty
     */
    WorkSchedule by(Optional<StepLayout> layout, Optional<PromptTimes> known) {
        return layout.isEmpty()
                ? new ReplayedWork(requests, isTimeOnly, maxReplayedParts)
                : new SteppedWork(steps, requests, groups(layout.get(), known), layout.get());
    }

    /** Returns the durations of steps and prompts by a layout. */
    PromptTimes times(StepLayout layout) {
        return groups(layout, Optional.empty()).times();
    }

    private PromptGroups groups(StepLayout layout, Optional<PromptTimes> known) {
        return PromptGroups.of(steps, requests, loads[layout.firstTokenLag() > 0 ? 1 : 0], across, layout, known);
    }
}
