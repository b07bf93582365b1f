package dev.ipw.cli.monitor;

import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.terminal.Terminal;
import dev.ipw.error.IpwException;
import dev.ipw.internal.thread.Cancellation;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.telemetry.TelemetrySession;
import dev.ipw.telemetry.Watch;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command that shows the readings of every sensor, or serves them to others. */
@Command(name = "monitor",
        description = "Show the readings of every sensor of this machine until interrupted, then the energy of "
                + "each device."
                + " With --json, one object for each device and moment, a line each.")
public final class MonitorCommand implements Callable<Integer> {
    private static final Duration FULL_RATE_AFTER_A_SCRAPE = Duration.ofSeconds(10);

    private final CommandContext ipw;

    @Mixin
    private final MonitorOptions options = new MonitorOptions();

    public MonitorCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public Integer call() {
        options.check();
        Optional<InetSocketAddress> address = options.serveAddress();
        TelemetrySelection selection = TelemetrySelection.of(options.telemetry, ipw.classLoader());
        try (TelemetrySession session = TelemetrySession.builder().collectors(selection.text())
                .onWait(ipw::note).open()) {
            if (session.sensors().isEmpty()) {
                throw noSensor(SensorStatuses.probe(ipw.classLoader(), ipw::note), ipw.terminal().columns());
            }
            session.awaitSensors();
            session.energyUnavailableReason()
                    .ifPresent(
                            why -> ipw.note("No energy sensor can be read, so joules and watts are missing: " + why));
            if (!session.measuresEnergy()) {
                selection.estimateNote().filter(note -> !session.headlineSeries().isEmpty())
                        .ifPresent(ipw::note);
            }
            // From here on there is a summary to print and there are sensors to close.
            Cancellation.suspend();
            return address.isPresent() ? serve(session, address.get()) : show(session);
        }
    }

    public static IpwException noSensor(SensorStatuses statuses, int columns) {
        return new IpwException("No sensor can be read here:\n" + statuses.details(columns).stripTrailing());
    }

    private int show(TelemetrySession session) {
        DeviceReader reader = new DeviceReader(session);
        SensorProblemReporter problems = new SensorProblemReporter(session, ipw);
        problems.report();
        long start = System.nanoTime();
        boolean interrupted = false;
        try (Watch _ = session.watch(); MonitorView view = view()) {
            // The energy up to now is the baseline of the first interval.
            reader.read();
            long next = start;
            boolean more = true;
            while (more) {
                next = nextNanos(start, next);
                TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
                long now = System.nanoTime();
                view.show(reader.read(), now, Duration.ofNanos(now - start));
                if (!view.redraws()) {
                    problems.report();
                }
                // The reader is gone if the pipe is broken.
                more = !isOver(start, next) && !ipw.terminal().out().checkError();
            }
        } catch (InterruptedException ended) {
            interrupted = true;
        }
        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        problems.report();
        String text = new MonitorSummary(reader.totals(), session.samplers()).text(elapsed, ipw.terminal().columns());
        if (ipw.json()) {
            ipw.note(text);
        } else {
            ipw.terminal().out().print(text);
        }
        return interrupted ? ExitCode.INTERRUPTED : ExitCode.FINE;
    }

    /** Returns the next time on the grid that begins at the start; times that have already passed are skipped. */
    private long nextNanos(long start, long latest) {
        long interval = options.interval().toNanos();
        long missed = Math.max(0, (System.nanoTime() - latest) / interval);
        long next = latest + (missed + 1) * interval;
        return options.duration().map(duration -> Math.min(next, start + duration.toNanos())).orElse(next);
    }

    private boolean isOver(long start, long latest) {
        return options.duration().filter(duration -> latest - start >= duration.toNanos()).isPresent();
    }

    private MonitorView view() {
        Terminal terminal = ipw.terminal();
        if (ipw.json()) {
            return MonitorView.json(terminal.out());
        }
        return terminal.screen() ? MonitorView.table(terminal) : MonitorView.lines(terminal.out(), terminal.columns());
    }

    private int serve(TelemetrySession session, InetSocketAddress address) {
        Exposition exposition = new Exposition(session);
        SensorProblemReporter problems = new SensorProblemReporter(session, ipw);
        problems.report();
        try (ScrapeWatch watch = new ScrapeWatch(session::watch, FULL_RATE_AFTER_A_SCRAPE);
                MetricsServer server = MetricsServer.start(address, options.allowedHosts(), () -> {
                    if (watch.scraped()) {
                        session.settle(System.nanoTime());
                    }
                    problems.report();
                    return exposition.collect();
                })) {
            ipw.answer(() -> "Serving the sensors at " + server.uri(),
                    () -> TreeBuilder.object().put("url", server.uri().toString()));
            if (!address.getAddress().isLoopbackAddress()) {
                ipw.complain("Whoever reaches " + server.uri() + " over the network can read the sensors.");
            }
            ipw.note("Ctrl-C ends it.");
            CountDownLatch never = new CountDownLatch(1);
            if (options.duration().isPresent()) {
                boolean _ = never.await(options.duration().get().toNanos(), TimeUnit.NANOSECONDS);
            } else {
                never.await();
            }
            return ExitCode.FINE;
        } catch (InterruptedException ended) {
            return ExitCode.INTERRUPTED;
        }
    }
}
