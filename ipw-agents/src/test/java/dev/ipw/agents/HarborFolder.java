package dev.ipw.agents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

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

    private static void script(Path file, String commands) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + commands + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
