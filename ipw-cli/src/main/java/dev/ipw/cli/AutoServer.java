package dev.ipw.cli;

import dev.ipw.agents.servers.MeasuredServer;
import dev.ipw.agents.servers.ModelServers;
import dev.ipw.agents.servers.ServerPlan;
import dev.ipw.energy.EnergyReading;
import dev.ipw.error.IpwException;
import dev.ipw.internal.thread.Cancellation;
import dev.ipw.telemetry.TelemetrySession;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Have a server of its own while a run goes, and tell what its loading and idling cost. */
final class AutoServer implements AutoCloseable {
    private static final double NANOS_PER_SECOND = 1e9;

    private final IpwCommand ipw;
    private final AutoServerOptions options;
    private final ServerPlan plan;
    private final ModelServers servers;
    private Optional<MeasuredServer> measured = Optional.empty();

    private AutoServer(IpwCommand ipw, AutoServerOptions options, ServerPlan plan) {
        this.ipw = ipw;
        this.options = options;
        this.plan = plan;
        servers = options.servers();
    }

    /** Plan the server, and have the run ask it; empty if none is to be started. */
    static Optional<AutoServer> of(IpwCommand ipw, ProfileOptions options) {
        if (!options.autoServer.isAsked()) {
            return Optional.empty();
        }
        ServerPlan plan = options.autoServer.plan(options.model);
        options.askServer(plan.spec().kind().clientId(), plan.baseUrl(), plan.spec().servedModel());
        return Optional.of(new AutoServer(ipw, options.autoServer, plan));
    }

    /**
     * Start it, and measure.
     *
     * @param collectors which sensors to read
     */
    void start(String collectors) throws InterruptedException {
        Cancellation.suspend();
        ServersCommand.show(ipw, plan);
        try (TelemetrySession telemetry = TelemetrySession.builder().collectors(collectors).open()) {
            measured = Optional.of(MeasuredServer.start(servers, plan, options.longest(), options.idle(), telemetry,
                    ipw::note));
        }
        ipw.note(plan.spec().kind().title() + " is ready at " + plan.baseUrl() + ".");
    }

    /** Return whether its process runs. */
    boolean isAlive() {
        return measured.filter(MeasuredServer::isAlive).isPresent();
    }

    /** Return the options by which a run asks it. */
    List<String> clientArguments() {
        return List.of("--client=" + plan.spec().kind().clientId(), "--client-base-url=" + plan.baseUrl(),
                "--model=" + plan.spec().servedModel());
    }

    /** Keep what was measured in the folder of a run. */
    void keep(Path run) {
        measured.ifPresent(known -> {
            try {
                known.keep(run);
            } catch (IpwException unkept) {
                ipw.complain(String.valueOf(unkept.getMessage()));
            }
        });
    }

    /** Keep what was measured in the folder of a run, and tell it behind the run's result. */
    void tell(Path run) {
        keep(run);
        measured.ifPresent(known -> {
            if (ipw.json()) {
                ipw.note(line(known));
            } else {
                ipw.line(line(known));
            }
        });
    }

    private static String line(MeasuredServer known) {
        EnergyReading loading = known.loading().headline();
        String joules = loading.isAvailable()
                ? ", " + Figures.of(loading.joules()) + " J (" + loading.provenance() + ", "
                        + known.loading().headlineScope() + ")"
                : ", joules unavailable: " + CommandWords.of(loading.reason().orElseThrow());
        String idle = known.idleWatts().isPresent()
                ? "; idle with the model loaded " + Figures.of(known.idleWatts()) + " W"
                : "";
        return "Server: loaded in " + Figures.of(known.loading().duration().toNanos() / NANOS_PER_SECOND) + " s"
                + joules + idle;
    }

    /** Stop it, whatever the run came to. */
    @Override
    public void close() {
        if (measured.isPresent()) {
            try {
                ipw.note(servers.stopSurely(measured.get().server()));
            } catch (IpwException left) {
                // The run's own end weighs more.
                ipw.complain(String.valueOf(left.getMessage()));
            }
        }
    }
}
