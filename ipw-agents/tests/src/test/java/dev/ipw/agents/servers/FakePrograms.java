package dev.ipw.agents.servers;

import dev.ipw.testing.ExecutableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts programs into a folder of a PATH that stand for model servers. */
record FakePrograms(Path folder) {
    /** Make a program that behaves as {@link StandInServer} does, in a Java runtime of its own. */
    FakePrograms with(String name, String... behaviours) throws IOException {
        return script(name, "exec " + server(behaviours));
    }

    /** Make a program that takes no notice of a request to end, nor does its child, whose number goes to a file. */
    FakePrograms stubborn(String name, Path child) throws IOException {
        return script(name, "trap '' TERM\nsleep 1000 &\necho $! > '" + child + "'\n" + server());
    }

    /** Makes a program that ends at once and leaves a process in another session, whose number goes to a file. */
    FakePrograms leaving(String name, Path left) throws IOException {
        return script(name, "setsid sh -c 'echo $$ > \"" + left + "\"; exec sleep 1000' &\n"
                + "while [ ! -s '" + left + "' ]; do sleep 0.01; done");
    }

    /** Make a container engine that notes how it is called and runs the server without a container. */
    FakePrograms container(String name, Path calls) throws IOException {
        String port = "for word; do case $word in 127.0.0.1:*:*) port=${word#127.0.0.1:}; port=${port%%:*};; esac; done\n";
        return script(name, "echo \"$@\" >> '" + calls + "'\n[ \"$1\" = run ] || exit 1\n" + port
                + "set -- serve tiny/model --port \"$port\"\nexec " + server());
    }

    FakePrograms script(String name, String lines) throws IOException {
        Files.createDirectories(folder);
        ExecutableFile.write(folder.resolve(name), "#!/bin/sh\n" + lines + "\n");
        return this;
    }

    private static String server(String... behaviours) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = Path.of("target", "test-classes").toAbsolutePath().toString();
        return Stream.concat(Stream.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classes,
                StandInServer.class.getName()), Stream.of(behaviours)).map(word -> "'" + word + "'")
                .collect(Collectors.joining(" ")) + " -- \"$@\"";
    }

    ServerPlanner planner() {
        return planner(List.of());
    }

    ServerPlanner planner(List<GpuMemory> gpus) {
        return new ServerPlanner(Map.of("PATH", folder + ":/usr/bin:/bin", "HOME", folder.toString()), () -> gpus);
    }
}
