package dev.ipw.agents;

import dev.ipw.testing.ExecutableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A folder in which tests write tasks of Harbor's form. */
record HarborFolder(Path folder) {
    /** Write a task; the tests' last command decides the reward, unless they write one or end before. */
    void task(String name, String settings, String solution, String tests) throws IOException {
        Path task = Files.createDirectories(folder.resolve(name));
        Files.writeString(task.resolve("task.toml"), "version = \"1.0\"\n" + settings);
        Files.writeString(task.resolve("instruction.md"), "Do what " + name + " asks.\n");
        script(task.resolve("solution").resolve("solve.sh"), solution);
        script(task.resolve("tests").resolve("test.sh"), tests
                + "\nif [ $? = 0 ] && [ ! -e /logs/verifier/reward.json ] && [ ! -L /logs/verifier/reward.txt ]; then\n"
                + "    echo 1 >/logs/verifier/reward.txt\nelse\n"
                + "    [ -e /logs/verifier/reward.json ] || [ -L /logs/verifier/reward.txt ] || echo 0 >/logs/verifier/reward.txt\nfi\n");
    }

    /** Write a task of steps, each with its tests, and a file and a set-up that are brought for it. */
    void steps(String name, String settings, Map<String, String> tests) throws IOException {
        Path task = Files.createDirectories(folder.resolve(name));
        Files.writeString(task.resolve("task.toml"), "version = \"1.1\"\n" + settings);
        for (Map.Entry<String, String> step : tests.entrySet()) {
            Path own = Files.createDirectories(task.resolve("steps").resolve(step.getKey()));
            Files.writeString(own.resolve("instruction.md"), "Do the step " + step.getKey() + ".\n");
            script(own.resolve("workdir").resolve("setup.sh"), "echo made >made-" + step.getKey());
            Files.writeString(own.resolve("workdir").resolve("brought-" + step.getKey()), "brought");
            script(own.resolve("tests").resolve("test.sh"), "if " + step.getValue()
                    + "; then echo 1; else echo 0; fi >/logs/verifier/reward.txt");
        }
    }

    private static void script(Path file, String commands) throws IOException {
        Files.createDirectories(file.getParent());
        ExecutableFile.write(file, "#!/bin/sh\n" + commands + "\n");
    }
}
