package dev.ipw.examples.programs;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import java.nio.file.Path;

/** A program that profiles a model; client, dataset and collectors are found by their ids. */
public final class ProfileByIds {
    private ProfileByIds() {}

    /**
     * Asks the small embedded model 20 questions, with every sensor of this machine and an estimate where there is
     * none.
     */
    public static void main(String[] arguments) throws InterruptedException {
        try (Profiler profiler = Profiler.builder()
                .client("embedded")
                .model("small")
                .dataset("arithmetic")
                .maxQueries(20)
                .measurement(how -> how.telemetry("auto,estimate"))
                .output(Path.of(arguments.length == 0 ? "runs" : arguments[0]))
                .build()) {
            ProfileRun run = profiler.run();
            System.out.println("accuracy " + run.efficiency().accuracy());
            System.out.println(run.efficiency().intelligencePerJoule());
            System.out.println(run.path());
        }
    }
}
