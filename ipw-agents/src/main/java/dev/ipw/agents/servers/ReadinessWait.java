package dev.ipw.agents.servers;

import dev.ipw.agents.servers.Readiness.OtherModel;
import dev.ipw.error.IpwException;
import dev.ipw.internal.secret.Redaction;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The wait for a server that was just started. */
final class ReadinessWait {
    private static final long BETWEEN_LOOKS_MILLIS = 200;
    private static final long TOLD_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final Duration SHORTEST_LOOK = Duration.ofMillis(100);
    private static final int MAX_LOOKS = 5;
    private static final int LAST_LINES = 15;
    private static final int SHOWN = 160;

    private final ServerRecord started;
    private final ServerApi api;
    private final ServerFolder folder;
    private final Consumer<String> progress;
    private final long startNanos = System.nanoTime();
    private long toldNanos = startNanos;

    ReadinessWait(ServerRecord started, ServerApi api, ServerFolder folder, Consumer<String> progress) {
        this.started = started;
        this.api = api;
        this.folder = folder;
        this.progress = progress;
    }

    /**
     * Waits until it is ready.
     *
     * @return empty if it is, or the other model that it has
     * @throws IpwException if it has ended or refuses, or on a timeout
     */
    Optional<OtherModel> await(Duration longest) throws InterruptedException {
        ReadinessCheck check = new ReadinessCheck(started.spec(), api, true);
        while (true) {
            // Another program on the port must not be sent the key.
            requireOwn();
            Duration left = longest.minusNanos(System.nanoTime() - startNanos);
            Readiness readiness = check.check(left.compareTo(SHORTEST_LOOK) > 0 ? left : SHORTEST_LOOK);
            requireRunning();
            if (!(readiness instanceof Readiness.Loading)) {
                requireOwn();
            }
            switch (readiness) {
                case Readiness.Ready ready -> {
                    return Optional.empty();
                }
                case OtherModel other -> {
                    return Optional.of(other);
                }
                case Readiness.Refused refused -> throw new IpwException(name() + " answers, but " + refused.reason()
                        + ". It goes on; correct this and wait again, or stop it");
                case Readiness.Loading loading -> {
                    requireTimeLeft(longest, loading);
                    tell(loading);
                }
            }
            Thread.sleep(BETWEEN_LOOKS_MILLIS);
        }
    }

    private void requireRunning() {
        if (started.process().find().isEmpty()) {
            throw ended();
        }
    }

    /** Checks several times who owns the port: a server that is ending releases its socket before the port is free. */
    private void requireOwn() throws InterruptedException {
        for (int look = 1; started.container().isEmpty()
                && PortOwner.isAnother(started.port(), started.processes()); look++) {
            if (look == MAX_LOOKS) {
                throw new IpwException("Another program listens on port " + started.port() + " in the place of "
                        + started.spec().kind().title()
                        + ". It is left alone; stop the server and take another port");
            }
            Thread.sleep(BETWEEN_LOOKS_MILLIS);
            requireRunning();
        }
    }

    private void requireTimeLeft(Duration longest, Readiness.Loading loading) {
        if (System.nanoTime() - startNanos > longest.toNanos()) {
            throw new IpwException(name() + " was not ready within " + seconds(longest.toNanos()) + ": "
                    + loading.reason() + ". It goes on; wait longer, look at its log, or stop it");
        }
    }

    private void tell(Readiness.Loading loading) {
        long now = System.nanoTime();
        if (now - toldNanos > TOLD_NANOS) {
            toldNanos = now;
            List<String> last = LogTail.lines(folder.log(started.port()), 1);
            progress.accept(started.spec().kind().title() + " after " + seconds(now - startNanos) + ": "
                    + loading.reason() + (last.isEmpty() ? "" : ". " + Redaction.excerpt(last.getFirst(), SHOWN)));
        }
    }

    private IpwException ended() {
        List<String> last = LogTail.lines(folder.log(started.port()), LAST_LINES);
        return new IpwException(name() + " has ended"
                + folder.exitStatus(started.port()).map(status -> " with exit status " + status).orElse("")
                + " before it was ready. "
                + (last.isEmpty() ? "It wrote nothing." : "The last that it wrote:\n  " + String.join("\n  ", last)));
    }

    private String name() {
        return started.spec().kind().title() + " with " + started.spec().model() + " on port " + started.port();
    }

    private static String seconds(long nanos) {
        return TimeUnit.NANOSECONDS.toSeconds(nanos) + " s";
    }
}
