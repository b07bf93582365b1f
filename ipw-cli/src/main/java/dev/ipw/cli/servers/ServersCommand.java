package dev.ipw.cli.servers;

import dev.ipw.agents.servers.ModelServers;
import dev.ipw.agents.servers.ServerPlan;
import dev.ipw.agents.servers.ServerPreset;
import dev.ipw.agents.servers.ServerRecord;
import dev.ipw.agents.servers.ServerState;
import dev.ipw.agents.servers.ServerStatus;
import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.command.CommandNames;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.TextTable;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.IpwException;
import dev.ipw.internal.names.NearestNames;
import dev.ipw.internal.thread.Cancellation;
import dev.ipw.internal.tree.TreeBuilder;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command that starts, watches and stops model servers of this machine. */
@Command(name = "servers",
        description = {
                "Start model servers on this machine, wait until they answer with the right model, and stop them.",
                "They listen on 127.0.0.1 and go on when ipw ends. What ipw did not start is never touched."})
public final class ServersCommand implements Callable<Integer> {
    private static final String ALL = "all";
    private static final double GIBI = 1L << 30;
    private static final DateTimeFormatter SINCE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private final CommandContext ipw;

    @Parameters(index = "0", paramLabel = "ACTION", arity = "0..1", defaultValue = "status",
            completionCandidates = Actions.class,
            description = "start, launch (start and wait until it is ready), stop PORT|all, status, logs PORT or presets."
                    + " Default: ${DEFAULT-VALUE}.")
    private String action = "status";

    @Parameters(index = "1", paramLabel = "PORT", arity = "0..1",
            description = "stop, logs: the server's port; stop takes all too.")
    private Optional<String> port = Optional.empty();

    @Mixin
    private final ServerOptions options = new ServerOptions();

    public ServersCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public Integer call() throws InterruptedException {
        // Stopping a server takes time, so an interrupt must not cut the command short.
        Cancellation.suspend();
        return switch (action) {
            case "start" -> start(false);
            case "launch" -> start(true);
            case "stop" -> stop();
            case "status" -> status();
            case "logs" -> logs();
            case "presets" -> presets();
            default -> throw new ConfigurationException("'" + action
                    + "' is none of start, launch, stop, status, logs and presets."
                    + NearestNames.question(action, new Actions()) + " Try 'ipw servers --help'");
        };
    }

    /** The actions, for shell completion and for corrections of typing errors. */
    private static final class Actions extends CommandNames {
        Actions() {
            super("start", "launch", "stop", "status", "logs", "presets");
        }
    }

    private ModelServers servers() {
        return new ModelServers(options.folder(), System.getenv());
    }

    private int start(boolean waits) throws InterruptedException {
        if (port.isPresent()) {
            throw new ConfigurationException("Give the port as --port " + port.get());
        }
        ServerPlan plan = options.plan();
        if (options.isDryRun) {
            ipw.answer(plan::line, () -> tree(plan));
            return ExitCode.FINE;
        }
        show(ipw, plan);
        ModelServers servers = servers();
        ServerRecord started = servers.start(plan);
        if (waits) {
            await(servers, started);
        }
        String state = waits ? "ready" : "started";
        ipw.answer(() -> started.spec().kind().title() + " with " + started.spec().model() + " is " + state + " at "
                + plan.baseUrl() + " (process " + started.pid() + ")",
                () -> tree(plan).put("pid", started.pid()).put("state", state));
        if (!waits) {
            ipw.note("'ipw servers status' tells when it is ready"
                    + (plan.spec().kind().id().equals("ollama") ? "; Ollama loads a model when it is asked." : "."));
        }
        return ExitCode.FINE;
    }

    private void await(ModelServers servers, ServerRecord started) throws InterruptedException {
        try {
            servers.awaitReady(started, options.waitTimeout(), ipw::note);
        } catch (InterruptedException stopped) {
            ipw.complain("The server goes on; 'ipw servers stop " + started.port() + "' ends it.");
            throw stopped;
        }
    }

    /** Shows the command before it runs. */
    public static void show(CommandContext ipw, ServerPlan plan) {
        ipw.note("GPU: " + plan.gpuNote());
        ipw.complain("Starting: " + plan.line());
    }

    private static TreeBuilder tree(ServerPlan plan) {
        return TreeBuilder.object().put("kind", plan.spec().kind().id()).put("model", plan.spec().model())
                .put("port", (long) plan.port()).put("base_url", plan.baseUrl())
                .put("client", plan.spec().kind().clientId()).put("command", plan.line()).put("gpus", plan.gpus())
                .put("gpu_note", plan.gpuNote());
    }

    private int stop() throws InterruptedException {
        ModelServers servers = servers();
        List<Integer> ports = port.equals(Optional.of(ALL)) ? servers.ports() : List.of(typedPort());
        List<String> done = new ArrayList<>();
        boolean isWhole = true;
        for (int one : ports) {
            try {
                done.add(servers.stop(one));
            } catch (IpwException failed) {
                if (ports.size() == 1) {
                    throw failed;
                }
                isWhole = false;
                ipw.complain(String.valueOf(failed.getMessage()));
            }
        }
        ipw.answer(() -> done.isEmpty() ? "No server to stop." : String.join("\n", done),
                () -> TreeBuilder.object().put("stopped", done));
        return isWhole ? ExitCode.FINE : ExitCode.SOME_FAILED;
    }

    private int typedPort() {
        String typed = port.orElseThrow(() -> new ConfigurationException("Which server? 'ipw servers " + action
                + " PORT' takes a port of 'ipw servers status'" + (action.equals("stop") ? ", or all" : "")));
        try {
            return Integer.parseInt(typed);
        } catch (NumberFormatException notOne) {
            throw new ConfigurationException("'" + typed + "' is no port. 'ipw servers status' lists them", notOne);
        }
    }

    private int status() throws InterruptedException {
        List<ServerStatus> all = servers().status();
        ipw.answer(() -> all.isEmpty() ? "No server was started by ipw." : table(all), () -> TreeBuilder.object()
                .put("servers", all.stream().map(one -> one.tree().build()).toList()));
        return ExitCode.FINE;
    }

    private String table(List<ServerStatus> all) {
        TextTable table = new TextTable(0, 3, 6).dropping(4, 6).headed();
        table.row("port", "server", "model", "pid", "since", "state", "memory", "note");
        all.forEach(one -> table.row(String.valueOf(one.port()),
                one.record().map(known -> known.spec().kind().title()).orElse("-"),
                one.record().map(known -> known.spec().model()).orElse("-"),
                one.record().map(known -> String.valueOf(known.pid())).orElse("-"),
                one.record().map(known -> SINCE.format(known.started().atZone(ZoneId.systemDefault()))).orElse("-"),
                one.state().word(),
                one.residentBytes().isPresent()
                        ? Figures.of(one.residentBytes().getAsLong() / GIBI) + " GiB"
                        : "-",
                note(one)));
        return table.format("", ipw.terminal().columns());
    }

    private static String note(ServerStatus one) {
        String exit = one.exitStatus().isPresent() ? "exit status " + one.exitStatus().getAsInt() : "";
        boolean isSilent = one.state() == ServerState.ENDED && exit.isEmpty() && one.note().isEmpty();
        return isSilent
                ? "exit status unknown"
                : exit + (exit.isEmpty() || one.note().isEmpty() ? "" : ": ") + one.note();
    }

    private int logs() {
        List<String> lines = servers().log(typedPort(), options.lines());
        ipw.answer(() -> String.join("\n", lines), () -> TreeBuilder.object().put("lines", lines));
        return ExitCode.FINE;
    }

    private int presets() {
        List<ServerPreset> all = options.presets().all();
        ipw.answer(() -> {
            TextTable table = new TextTable(3, 4).dropping(4).headed();
            table.row("preset", "server", "model", "GPUs", "free MB", "arguments");
            all.forEach(one -> table.row(one.name(), one.spec().kind().title(), one.spec().model(),
                    String.valueOf(one.spec().tensorParallel().orElse(1)),
                    one.spec().gpuMemoryMegabytes().isPresent()
                            ? String.valueOf(one.spec().gpuMemoryMegabytes().getAsLong())
                            : "-",
                    arguments(one)));
            return table.format("", ipw.terminal().columns());
        }, () -> TreeBuilder.object().put("presets", all.stream().map(ServersCommand::tree).toList()));
        return ExitCode.FINE;
    }

    private static String arguments(ServerPreset preset) {
        return String.join(" ", preset.spec().arguments().entrySet().stream()
                .map(one -> one.getValue().equals("true") ? one.getKey() : one.getKey() + "=" + one.getValue())
                .toList());
    }

    private static Object tree(ServerPreset preset) {
        return TreeBuilder.object().put("name", preset.name()).put("kind", preset.spec().kind().id())
                .put("model", preset.spec().model()).put("tensor_parallel", preset.spec().tensorParallel())
                .put("gpu_memory_mb", preset.spec().gpuMemoryMegabytes()).put("arguments", preset.spec().arguments())
                .build();
    }
}
