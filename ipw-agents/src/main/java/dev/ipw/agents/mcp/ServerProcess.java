package dev.ipw.agents.mcp;

import dev.ipw.agents.ToolContext;
import dev.ipw.agents.process.ProcessSession;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.secret.KnownSecret;
import dev.ipw.internal.secret.Redaction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/**
 * The process of a server's program. It gets only the necessary part of this environment, and ends with all its
 * descendants.
 */
final class ServerProcess {
    private static final List<String> PASSED = List.of("PATH", "HOME", "SYSTEMROOT", "USERPROFILE");
    private static final int KEPT_BYTES = 1 << 14;
    private static final int SHOWN_CHARACTERS = 500;
    private static final long PATIENCE_SECONDS = 2;
    private static final long LONGEST_END_SECONDS = 10;

    private final ServerEntry.Program entry;
    private final Process process;
    private final Set<ProcessHandle> seen = new LinkedHashSet<>();
    private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
    private final Thread errorReader;

    private ServerProcess(ServerEntry.Program entry, Process process) {
        this.entry = entry;
        this.process = process;
        errorReader = Thread.ofPlatform().daemon().name("ipw-mcp-errors").start(this::readErrors);
    }

    static ServerProcess start(ServerEntry.Program entry, ToolContext context) {
        ProcessBuilder builder = new ProcessBuilder(ProcessSession.command(entry.command()));
        entry.folder().ifPresent(folder -> builder.directory(folder.toFile()));
        Map<String, String> variables = builder.environment();
        variables.clear();
        PASSED.forEach(name -> context.variable(name).ifPresent(value -> variables.put(name, value)));
        variables.putAll(entry.variables());
        try {
            return new ServerProcess(entry, builder.start());
        } catch (IOException failed) {
            // The system's message names the program, and may name its arguments.
            throw new ConfigurationException("The MCP server '" + entry.name() + "' cannot be started: "
                    + Redaction.excerpt(String.valueOf(failed.getMessage()), false, SHOWN_CHARACTERS, entry.secrets())
                    + ". Check its command and that it is installed", failed);
        }
    }

    Process process() {
        return process;
    }

    /** Records the program's descendants, including those that would no longer be found once their parent has ended. */
    synchronized void remember() {
        process.descendants().forEach(seen::add);
        ProcessSession.members(process.pid()).forEach(seen::add);
    }

    /** Returns the end of its standard error, on one line and without secrets; empty without output. */
    String lastWords() {
        String clean;
        synchronized (errors) {
            clean = errors.toString(StandardCharsets.UTF_8).strip();
        }
        // Before it is cut: half of a secret is no longer recognised.
        for (KnownSecret secret : entry.secrets()) {
            clean = secret.redact(clean, false);
        }
        clean = Redaction.text(clean);
        return Excerpt.of(clean.substring(Math.max(0, clean.length() - SHOWN_CHARACTERS)), SHOWN_CHARACTERS);
    }

    /** Waits for the end of its standard error, which comes with its own end. */
    void awaitLastWords() throws InterruptedException {
        errorReader.join(TimeUnit.SECONDS.toMillis(1));
    }

    /** Gives a program whose input has ended time to exit, then ends it and all its descendants. */
    void end() {
        remember();
        try {
            boolean left = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (!left) {
                process.toHandle().destroy();
                process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        kill();
    }

    /** Ends the program and all its descendants at once. */
    synchronized void kill() {
        remember();
        seen.add(process.toHandle());
        seen.forEach(ProcessHandle::destroyForcibly);
        try {
            CompletableFuture.allOf(seen.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
                    .orTimeout(LONGEST_END_SECONDS, TimeUnit.SECONDS).join();
        } catch (CompletionException hanging) {
            // Processes that the system cannot end are left to it.
            return;
        }
    }

    private void readErrors() {
        byte[] buffer = new byte[KEPT_BYTES];
        try (InputStream in = process.getErrorStream()) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                keep(buffer, count);
            }
        } catch (IOException ended) {
            return;
        }
    }

    private void keep(byte[] buffer, int count) {
        synchronized (errors) {
            if (errors.size() > 2 * KEPT_BYTES) {
                byte[] all = errors.toByteArray();
                errors.reset();
                errors.write(all, all.length - KEPT_BYTES, KEPT_BYTES);
            }
            errors.write(buffer, 0, count);
        }
    }
}
