package dev.ipw.cli.meter;

import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.monitor.MeasuredMachine;
import dev.ipw.cli.monitor.SensorProblemReporter;
import dev.ipw.cli.monitor.TelemetrySelection;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.hosted.HostedEstimate;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.thread.Cancellation;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.meter.EnergyMeter;
import dev.ipw.meter.HostedServer;
import dev.ipw.meter.RequestFigures;
import dev.ipw.meter.gateway.MeterGateway;
import dev.ipw.meter.gateway.RequestJson;
import dev.ipw.telemetry.TelemetrySession;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command that passes requests on to a model server and meters the joules of each. */
@Command(name = "meter",
        description = "Meter the joules of every request of a running model server: callers use the meter's address"
                + " in place of the server's, until interrupted. With --json, the figures of each request, a line each.")
public final class MeterCommand implements Callable<Integer> {
    private static final Duration NEWS_INTERVAL = Duration.ofSeconds(10);
    private static final int PROBE_MILLIS = 2_000;
    private static final int TLS_PORT = 443;
    private static final int HTTP_PORT = 80;
    /** The time after the last request in which its figures are divided and the sensors closed. */
    private static final Duration FLUSH = Duration.ofSeconds(30);

    private final CommandContext ipw;
    private boolean isUnchecked;

    @Mixin
    private final MeterOptions options = new MeterOptions();

    @Mixin
    private final MeterOutputs outputs = new MeterOutputs();

    public MeterCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public Integer call() {
        MeterGateway.Builder builder = options.gateway(System.getenv(), outputs.budgetedTenants());
        Optional<HostedServer> hosted = options.hosted(builder);
        outputs.check(options.isWithoutSensors());
        if (options.isWithoutSensors() && hosted.isEmpty()) {
            Cancellation.suspend(options.drain().plus(FLUSH));
            try (MeterGateway gateway = builder.start()) {
                announce(builder, gateway, "Nothing is metered: --telemetry none.");
                return await(gateway, Optional.empty(), () -> {});
            }
        }
        try (TelemetrySession session = open(options.servingHost(builder) == ServingHost.REMOTE)) {
            if (!options.isWithoutSensors()) {
                session.awaitSensors();
                checkSensors(session, builder);
            }
            Cancellation.suspend(options.drain().plus(FLUSH));
            if (options.requests.isEmpty()) {
                return run(session, builder, hosted, Optional.empty());
            }
            try (RequestLines lines = RequestLines.open(options.requests.get(), ipw::complain)) {
                return run(session, builder, hosted, Optional.of(lines));
            }
        }
    }

    private TelemetrySession open(boolean isRemote) {
        return options.isWithoutSensors()
                ? TelemetrySession.builder().discovery(false).open()
                : TelemetrySession.builder().onWait(ipw::note).lateCollectors(true).remoteServer(isRemote)
                        .collectors(TelemetrySelection.of(options.telemetry, ipw.classLoader()).text()).open();
    }

    /** Rejects sensors whose joules cannot be those of the server; once collectors that are late have answered. */
    private void checkSensors(TelemetrySession session, MeterGateway.Builder builder) {
        List<String> awaited = session.awaitedCollectors();
        if (awaited.isEmpty()) {
            requireSensors(session, builder);
        } else {
            isUnchecked = true;
            ipw.complain("No answer yet from the collector " + String.join(", ", awaited) + "; figures of requests lack"
                    + " its devices, and are flagged PARTIAL or absent, until it answers. Check it with 'ipw doctor'");
        }
    }

    /** Checks the sensors once no collector is late any more; the meter that runs goes on. */
    private void checkLateSensors(TelemetrySession session, MeterGateway.Builder builder) {
        if (isUnchecked && session.awaitedCollectors().isEmpty()) {
            isUnchecked = false;
            try {
                requireSensors(session, builder);
            } catch (IpwException wrong) {
                ipw.complain(String.valueOf(wrong.getMessage()));
            }
        }
    }

    private void requireSensors(TelemetrySession session, MeterGateway.Builder builder) {
        if (options.servingHost(builder) == ServingHost.REMOTE && !session.metersServingMachine()) {
            throw new ConfigurationException("The server at " + builder.upstream() + " is not on this machine, whose"
                    + " sensors do not measure it. Run the meter there, or name the server's own sensors, for example"
                    + " --telemetry prometheus:URL. If it does run here, as in a container: --serving-host local");
        }
        Optional<String> missing = session.headlineSeries().isEmpty()
                ? Optional.of(session.energyUnavailableReason().orElse("'ipw doctor' says more"))
                : Optional.empty();
        if (missing.isPresent()) {
            throw new IpwException("No energy sensor can be read here, so nothing can be metered: " + missing.get()
                    + ". --telemetry none passes requests on without figures");
        }
        Set<String> known = session.headlineSeries().stream().map(series -> series.device().name())
                .collect(Collectors.toSet());
        options.replicas().devices().stream().filter(name -> !known.contains(name)).findFirst().ifPresent(name -> {
            throw new ConfigurationException("--replica names the device '" + name + "', which is not metered here;"
                    + " these are: " + String.join(", ", known.stream().sorted().toList()));
        });
    }

    private int run(TelemetrySession session, MeterGateway.Builder builder, Optional<HostedServer> hosted,
            Optional<RequestLines> lines) {
        SensorProblemReporter problems = new SensorProblemReporter(session, ipw);
        problems.report();
        MeterProgress progress = new MeterProgress();
        boolean hasStarted = false;
        try (MeterOutputs.Opened opened = outputs.open(builder.upstream(), System.getenv());
                QueuedLines queued = new QueuedLines(request -> write(request, lines), ipw::complain);
                EnergyMeter meter = hosted.map(server -> EnergyMeter.start(session, server))
                        .orElseGet(() -> EnergyMeter.start(session));
                MeterGateway gateway = start(builder.meter(meter), meter, opened)) {
            hasStarted = true;
            meter.addListener(progress);
            if (lines.isPresent() || ipw.json()) {
                meter.addListener(queued);
            }
            announce(builder, gateway, options.isWithoutSensors()
                    ? "Nothing is measured."
                    : MeasuredMachine.of(session).text());
            hosted.ifPresent(server -> ipw.note("Joules of requests are ESTIMATED from billed tokens by the "
                    + server.table().name() + " table of " + server.table().asOf() + ", method "
                    + HostedEstimate.METHOD + ", often wrong by a factor of ten (docs/hosted.md)."));
            opened.announce(ipw);
            return await(gateway, Optional.of(progress), () -> {
                problems.report();
                checkLateSensors(session, builder);
            });
        } finally {
            if (hasStarted) {
                ipw.note(progress.text(0));
            }
        }
    }

    private void write(RequestFigures request, Optional<RequestLines> lines) {
        lines.ifPresent(file -> file.requestFinished(request));
        if (ipw.json()) {
            ipw.line(RequestJson.line(request));
        }
    }

    private static MeterGateway start(MeterGateway.Builder builder, EnergyMeter meter, MeterOutputs.Opened opened) {
        opened.connect(meter, builder);
        return builder.start();
    }

    /** Prints what is metered, where, and how figures are read. */
    private void announce(MeterGateway.Builder builder, MeterGateway gateway, String measured) {
        InetSocketAddress address = gateway.address();
        String url = "http://" + (address.getAddress().isAnyLocalAddress() ? "localhost" : hostText(address)) + ":"
                + address.getPort();
        if (ipw.json()) {
            ipw.line(TreeBuilder.object().put("upstream", builder.upstream()).put("url", url).json());
        } else {
            ipw.print("Metering " + builder.upstream() + " at " + url);
        }
        ipw.note(measured);
        ipw.note("Figures of a request: " + url + "/ipw/requests/ID, with the ID of its answer's header"
                + " X-Ipw-Request-Id.");
        if (!address.getAddress().isLoopbackAddress()) {
            ipw.complain("Whoever reaches port " + address.getPort() + " over the network can ask the model server"
                    + " through it.");
        }
        unreachable(builder.upstream()).ifPresent(why -> ipw.complain("The server does not answer yet (" + why
                + "); callers get HTTP 502 until it does."));
        ipw.note("Ctrl-C ends it; running requests then have " + options.drain().toSeconds() + " s.");
    }

    private static String hostText(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return host.contains(":") ? "[" + host + "]" : host;
    }

    private static Optional<String> unreachable(String upstream) {
        URI uri = URI.create(upstream);
        int usual = "https".equals(uri.getScheme()) ? TLS_PORT : HTTP_PORT;
        try (Socket probe = new Socket()) {
            probe.connect(new InetSocketAddress(uri.getHost(), uri.getPort() < 0 ? usual : uri.getPort()),
                    PROBE_MILLIS);
            return Optional.empty();
        } catch (IOException closed) {
            return Optional.of(String.valueOf(closed.getMessage()));
        }
    }

    /** Waits for an interrupt, and lets running requests end. */
    private int await(MeterGateway gateway, Optional<MeterProgress> progress, Runnable problems) {
        boolean showsNews = ipw.terminal().live() && !ipw.json() && !ipw.quiet();
        try {
            while (true) {
                TimeUnit.NANOSECONDS.sleep(NEWS_INTERVAL.toNanos());
                problems.run();
                if (showsNews) {
                    progress.flatMap(sums -> sums.news(gateway.runningRequests())).ifPresent(ipw::note);
                }
            }
        } catch (InterruptedException ended) {
            int running = gateway.runningRequests();
            if (running > 0) {
                ipw.note("Ending; " + running + (running == 1 ? " request has " : " requests have ")
                        + options.drain().toSeconds() + " s.");
            }
            drain(gateway);
            return ExitCode.INTERRUPTED;
        }
    }

    private void drain(MeterGateway gateway) {
        try {
            gateway.drain(options.drain());
        } catch (InterruptedException again) {
            ipw.note("Interrupted again; running requests are broken off.");
        }
    }
}
