package dev.ipw.cli.view;

import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.http.GuardedServer;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.report.view.RunBrowser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that shows runs in a browser. */
@Command(name = "view", description = {"Look at runs in a browser: all of them, one run, one query, live ones too.",
        "Serves on this machine alone, until interrupted; with --output, writes the pages as files."})
public final class ViewCommand implements Callable<Integer> {
    private final CommandContext ipw;

    @Parameters(arity = "0..*", paramLabel = "RUNS",
            description = "Folders of runs, or folders in which runs lie. Default: runs.")
    private List<Path> folders = new ArrayList<>();

    @Option(names = "--port", paramLabel = "PORT", description = "The port on 127.0.0.1. Default: a free one.")
    private @Nullable Integer port;

    @Option(names = "--output", paramLabel = "FOLDER",
            description = "Write the pages into this folder instead, to be opened without a server.")
    private @Nullable Path output;

    public ViewCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (output != null && port != null) {
            throw new ConfigurationException(
                    "--port is of the server, and --output starts none: leave one of them out");
        }
        int served = port == null ? 0 : port;
        GuardedServer.requirePort("--port", served);
        RunBrowser browser = RunBrowser.of(folders.isEmpty() ? List.of(Path.of("runs")) : folders);
        if (output != null) {
            Path folder = output;
            int written = browser.write(folder);
            ipw.answer(() -> written + (written == 1 ? " run: " : " runs: ") + folder.resolve("index.html"),
                    () -> TreeBuilder.object()
                            .put("runs", (long) written).put("index", folder.resolve("index.html").toString()));
            return ExitCode.FINE;
        }
        try (ViewServer server = ViewServer.start(browser, served)) {
            ipw.answer(() -> "Runs: " + server.address(""),
                    () -> TreeBuilder.object().put("address", server.address("").toString()));
            ipw.note("Open it in a browser on this machine. Ctrl-C ends it.");
            new CountDownLatch(1).await();
            return ExitCode.FINE;
        }
    }
}
