package com.example.starter;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.telemetry.CollectorSelection;

/** A program that prints what an answer of the bundled small model costs. */
public final class First {
    private First() {}

    public static void main(String[] arguments) throws InterruptedException {
        try (Profiler profiler = Profiler.builder()
                .client("embedded")
                .measurement(how -> how.telemetry(CollectorSelection.auto().orEstimate()))
                .maxQueries(20)
                .build()) {
            ProfileRun run = profiler.run();
            System.out.println(run.efficiency().joulesPerQuery());            // 0.19 J/query [0.12, 0.3], or the reason why not
            System.out.println(run.efficiency().intelligencePerJoule());
            System.out.println(run.efficiency().energyProvenance() + ", " + run.efficiency().energySource());
        }
    }
}
