package dev.ipw.cli.profile;

import dev.ipw.agents.servers.MeasuredServer;
import dev.ipw.agents.servers.ModelServers;
import dev.ipw.agents.servers.ServerPlan;
import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.servers.AutoServerOptions;
import dev.ipw.cli.servers.ServersCommand;
import dev.ipw.cli.text.CommandWords;
import dev.ipw.cli.text.Figures;
import dev.ipw.energy.EnergyReading;
import dev.ipw.error.IpwException;
import dev.ipw.internal.thread.Cancellation;
import dev.ipw.telemetry.TelemetrySession;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A server that runs for the duration of a run, with the cost of its loading and idling. */
public final class AutoServer implements AutoCloseable {
    private static final double NANOS_PER_SECOND = 1e9;

    private final CommandContext ipw;
    private final AutoServerOptions options;
    private final ServerPlan plan;
    private final ModelServers servers;
    private Optional<MeasuredServer> measured = Optional.empty();

    private AutoServer(CommandContext ipw, AutoServerOptions options, ServerPlan plan) {
        this.ipw = ipw;
        this.options = options;
        this.plan = plan;
        servers = options.servers();
    }

    /** Plans the server and points the run's options at it; empty if no server is to be started. */
    public static Optional<AutoServer> of(CommandContext ipw, ProfileOptions options) {
        if (!options.autoServer.isAsked()) {
            return Optional.empty();
        }
        ServerPlan plan = options.autoServer.plan(options.model);
        options.askServer(plan.spec().kind().clientId(), plan.baseUrl(), plan.spec().servedModel());
        return Optional.of(new AutoServer(ipw, options.autoServer, plan));
    }

    /**
     * Starts the server and measures its loading and idling.
     *
     * @param collectors which sensors to read
     */
    public void start(String collectors) throws InterruptedException {
        Cancellation.suspend();
        ServersCommand.show(ipw, plan);
        try (TelemetrySession telemetry = TelemetrySession.builder().collectors(collectors).open()) {
            measured = Optional.of(MeasuredServer.start(servers, plan, options.longest(), options.idle(), telemetry,
                    ipw::note));
        }
        ipw.note(plan.spec().kind().title() + " is ready at " + plan.baseUrl() + ".");
    }

    /** Returns whether the server's process is running. */
    public boolean isAlive() {
        return measured.filter(MeasuredServer::isAlive).isPresent();
    }

    /** Returns the options with which a run connects to the server. */
    public List<String> clientArguments() {
        return List.of("--client=" + plan.spec().kind().clientId(), "--client-base-url=" + plan.baseUrl(),
                "--model=" + plan.spec().servedModel());
    }

    /** Writes the measurements to the folder of a run. */
    public void keep(Path run) {
        measured.ifPresent(known -> {
            try {
                known.keep(run);
            } catch (IpwException unkept) {
                ipw.complain(String.valueOf(unkept.getMessage()));
            }
        });
    }

    /** Writes the measurements to the folder of a run, and prints them below the run's result. */
    void reportTo(Path run) {
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
        EnergyReading loading = known.loading().energy();
        String joules = loading.isAvailable()
                ? ", " + Figures.of(loading.joules()) + " J (" + loading.provenance() + ", "
                        + known.loading().energyScope() + ")"
                : ", joules unavailable: " + CommandWords.of(loading.reason().orElseThrow());
        String idle = known.idleWatts().isPresent()
                ? "; idle with the model loaded " + Figures.of(known.idleWatts()) + " W"
                : "";
        return "Server: loaded in " + Figures.of(known.loading().duration().toNanos() / NANOS_PER_SECOND) + " s"
                + joules + idle;
    }

    /** Stops the server, regardless of the run's outcome. */
    @Override
    public void close() {
        if (measured.isPresent()) {
            try {
                ipw.note(servers.stopSurely(measured.get().server()));
            } catch (IpwException left) {
                // An error of the run itself takes precedence.
                ipw.complain(String.valueOf(left.getMessage()));
            }
        }
    }
}
