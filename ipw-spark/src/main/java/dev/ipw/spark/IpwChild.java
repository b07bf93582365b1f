package dev.ipw.spark;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The {@code ipw} command as a process of its own. It ends when this process ends: a shell holds one end of a pipe whose
 * other end is closed then, whatever ended the process.
 */
record IpwChild(List<String> launcher) implements IpwProgram {
    private static final String GUARD = """
            exec 3<&0
            "$@" </dev/null 3<&- &
            child=$!
            { cat <&3; kill -TERM "$child"; } >/dev/null 2>&1 &
            guard=$!
            exec 3<&-
            wait "$child"
            code=$?
            kill "$guard" 2>/dev/null
            exit "$code"
            """;
    private static final int SECONDS_TO_END = 30;

    @Override
    public IpwResult run(List<String> arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("/bin/sh", "-c", GUARD, "ipw"));
        line.addAll(launcher);
        line.addAll(arguments);
        Process process = new ProcessBuilder(line).start();
        TailStream out = new TailStream(MAX_BYTES);
        TailStream err = new TailStream(MAX_BYTES);
        Thread outReader = reader(process.getInputStream(), out);
        Thread errReader = reader(process.getErrorStream(), err);
        try {
            int exitCode = process.waitFor();
            outReader.join();
            errReader.join();
            return new IpwResult(exitCode, out.text(), err.text());
        } finally {
            process.getOutputStream().close();
            if (process.isAlive() && !process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        }
    }

    private static Thread reader(InputStream from, TailStream to) {
        Thread reader = new Thread(() -> {
            try (from) {
                from.transferTo(to);
            } catch (IOException closed) {
                // The process has ended; what it wrote before is kept.
            }
        }, "ipw-output");
        reader.setDaemon(true);
        reader.start();
        return reader;
    }
}
