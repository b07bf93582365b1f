package dev.ipw.cli;

import dev.ipw.agents.servers.ServerSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Start the server of a cell that asks for one, and go on with it for the cells after it that ask for the same. */
final class StartedServers implements CellServers {
    private final IpwCommand ipw;
    private Optional<AutoServer> running = Optional.empty();
    private Optional<ServerSpec> serves = Optional.empty();

    StartedServers(IpwCommand ipw) {
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
        Optional<ServerSpec> wanted = Optional.of(options.autoServer.spec(options.model));
        if (running.isEmpty() || !serves.equals(wanted)) {
            close();
            AutoServer started = AutoServer.of(ipw, options).orElseThrow();
            running = Optional.of(started);
            serves = wanted;
            started.start(TelemetrySelection.of(options.telemetry, ipw.classLoader(), ipw::note).text());
        }
        return running.orElseThrow().clientArguments();
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
