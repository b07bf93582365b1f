package dev.ipw.cli.bench;

import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.monitor.TelemetrySelection;
import dev.ipw.cli.profile.AutoServer;
import dev.ipw.cli.profile.ProfileOptions;
import dev.ipw.cli.servers.AutoServerOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The servers that this process starts for cells; consecutive cells with equal requirements share one. */
final class StartedServers implements CellServers {
    private final CommandContext ipw;
    private Optional<AutoServer> running = Optional.empty();
    private Optional<AutoServerOptions.Wanted> serves = Optional.empty();

    StartedServers(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public boolean isServed(BenchCell cell) {
        return !cell.options().profile().autoServer.isAsked();
    }

    @Override
    public List<String> serve(BenchCell cell) throws InterruptedException {
        ProfileOptions options = cell.options().profile();
        if (!options.autoServer.isAsked()) {
            close();
            return List.of();
        }
        Optional<AutoServerOptions.Wanted> wanted = Optional.of(options.autoServer.wanted(options.model));
        if (!serves.equals(wanted) || !running.map(AutoServer::isAlive).orElse(false)) {
            close();
            running = Optional.of(start(options));
            serves = wanted;
        }
        return running.orElseThrow().clientArguments();
    }

    private AutoServer start(ProfileOptions options) throws InterruptedException {
        AutoServer started = AutoServer.of(ipw, options).orElseThrow();
        try {
            started.start(TelemetrySelection.of(options.telemetry, ipw.classLoader()).text());
            return started;
        } catch (RuntimeException | Error | InterruptedException failed) {
            started.close();
            throw failed;
        }
    }

    @Override
    public void keep(Path run) {
        running.ifPresent(server -> server.keep(run));
    }

    @Override
    public void close() {
        running.ifPresent(AutoServer::close);
        running = Optional.empty();
        serves = Optional.empty();
    }
}
