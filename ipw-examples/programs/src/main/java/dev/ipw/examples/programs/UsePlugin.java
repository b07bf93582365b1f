package dev.ipw.examples.programs;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import java.nio.file.Path;
import java.util.Map;

/**
 * A program that profiles a custom plugin by its id: {@link CalculatorProvider} is discovered like any built-in one.
 */
public final class UsePlugin {
    private UsePlugin() {}

    /** Asks the calculator the questions for the embedded model; it fails where a question is not a sum. */
    public static void main(String[] arguments) throws InterruptedException {
        try (Profiler profiler = Profiler.builder()
                .client("calculator")
                .dataset("arithmetic")
                .questions(asked -> asked.parameters(Map.of("size", "60")))
                .output(Path.of(arguments.length == 0 ? "runs" : arguments[0]))
                .build()) {
            ProfileRun run = profiler.run();
            System.out.println(run.efficiency().correct() + " right, " + run.efficiency().failed() + " failed");
        }
    }
}
