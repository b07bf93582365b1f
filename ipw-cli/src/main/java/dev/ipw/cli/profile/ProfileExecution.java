package dev.ipw.cli.profile;

import dev.ipw.ProfileRun;
import dev.ipw.Profiler;
import dev.ipw.ProfilerBuilder;
import dev.ipw.analysis.latency.LatencyAnalysis;
import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.monitor.TelemetrySelection;
import dev.ipw.cli.progress.ProgressBar;
import dev.ipw.cli.progress.ProgressListener;
import dev.ipw.cli.progress.QuietListener;
import dev.ipw.cli.result.FailedRequests;
import dev.ipw.cli.result.RunReport;
import dev.ipw.cli.result.SeriesReport;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.terminal.LiveScreen;
import dev.ipw.cli.terminal.WindowSize;
import dev.ipw.cli.view.ViewServer;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.report.view.RunBrowser;
import dev.ipw.series.Experiment;
import dev.ipw.series.SeriesPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** One execution of the profiler with the typed options, and the display of its results. */
public final class ProfileExecution {
    private final CommandContext ipw;
    private final ProfileOptions options;
    private final WindowSize window;
    private Optional<AutoServer> server = Optional.empty();

    public ProfileExecution(CommandContext ipw, ProfileOptions options) {
        this.ipw = ipw;
        this.options = options;
        window = ipw.window();
    }

    /** Plans the server if the run starts one itself. From here on the options contain the address of the model. */
    ProfileExecution withServer() {
        server = AutoServer.of(ipw, options);
        return this;
    }

    /** Runs the profiler with the changes of one command, and returns the exit code. */
    int run(UnaryOperator<ProfilerBuilder> change) throws InterruptedException {
        return options.view ? viewed(change) : unviewed(change);
    }

    private int viewed(UnaryOperator<ProfilerBuilder> change) throws InterruptedException {
        try {
            Files.createDirectories(options.outputFolder);
        } catch (IOException refused) {
            throw new ConfigurationException("Cannot make the folder " + options.outputFolder.toAbsolutePath() + ": "
                    + AtomicFile.reasonOf(refused) + ". Name another with --output-dir", refused);
        }
        try (ViewServer pages = ViewServer.start(RunBrowser.of(List.of(options.outputFolder)), 0)) {
            String page = options.runName.map(RunBrowser::addressOf).orElse("");
            ipw.note("Pages: " + pages.address(page));
            int code = unviewed(change);
            ipw.note("The pages stay until Ctrl-C: " + pages.address(page));
            new CountDownLatch(1).await();
            return code;
        }
    }

    private int unviewed(UnaryOperator<ProfilerBuilder> change) throws InterruptedException {
        try (Profiler profiler = change.apply(builder()).build()) {
            return server.isPresent() ? served(server.get(), profiler) : run(profiler, folder -> {});
        }
    }

    private TelemetrySelection telemetry() {
        return TelemetrySelection.of(options.telemetry, ipw.classLoader());
    }

    private int served(AutoServer started, Profiler profiler) throws InterruptedException {
        try (started) {
            started.start(telemetry().text());
            return run(profiler, started::reportTo);
        }
    }

    private int run(Profiler profiler, Consumer<Path> onSaved) throws InterruptedException {
        Optional<SeriesPlan> plan = options.plan();
        return plan.isPresent() ? several(profiler.run(plan.get()), onSaved) : single(profiler.run(), onSaved);
    }

    private int single(ProfileRun run, Consumer<Path> onSaved) {
        // An interrupt has ended the run early; from here on it would only prevent the display of the results.
        boolean stopped = Thread.interrupted();
        RunReport report = new RunReport(run, options.serviceLevels());
        options.serviceLevels().ifPresent(levels -> run.analyze(new LatencyAnalysis(levels)));
        if (report.isEstimated()) {
            telemetry().estimateNote().ifPresent(ipw::note);
        }
        // The screen already shows it, so its viewer would read it twice.
        if (report.coverage().hasHoles() && (ipw.json() || !ipw.terminal().screen())) {
            ipw.complain("Energy is known of " + report.coverage().text());
        }
        if (report.times().isInvalid()) {
            ipw.complain("Times are INVALID: " + report.times().reasons().getFirst().text());
        }
        report.judged().complaint().ifPresent(ipw::complain);
        long failed = report.failedRequests().stream().mapToLong(FailedRequests::count).sum();
        report.failedRequests().forEach(some -> ipw.complain(failed + " failed: " + some.text()));
        ipw.answer(() -> report.text(window.now().columns()), report::tree);
        onSaved.accept(run.path());
        if (report.isEndedEarly()) {
            new ResumeCommand(run.summary().configuration(), run.path()).text("To ask the questions that are left")
                    .ifPresent(ipw::note);
        }
        // A run that the user did not stop ends early only if its server is gone.
        return report.isEndedEarly() && !stopped ? ExitCode.SERVER_UNREACHABLE : report.exitCode();
    }

    private int several(Experiment series, Consumer<Path> onSaved) {
        boolean stopped = Thread.interrupted();
        SeriesReport report = new SeriesReport(series);
        report.failures().forEach(ipw::complain);
        ipw.answer(() -> report.text(window.now().columns()), report::tree);
        onSaved.accept(series.path());
        return report.exitCode(stopped);
    }

    /** Returns the screen for progress, on the stream that is not the result's. */
    private LiveScreen screen() {
        return new LiveScreen(ipw.terminal().err(), window);
    }

    /** Returns a builder of the typed settings, with progress display. */
    public ProfilerBuilder builder() {
        ProfilerBuilder builder = Profiler.builder().plugins(known -> known.classLoader(ipw.classLoader()))
                .client(options.client()).client(options::asking).questions(options::asked)
                .evaluation(options::judged).generation(options.generation::in).load(options.load())
                .measurement(how -> options.measured(how).telemetry(telemetry().text()))
                .cost(none -> options.cost.settings())
                .storage(where -> options.applyStorage(where).command(ipw.typed()));
        if (!ipw.quiet()) {
            boolean live = ipw.terminal().live() && !ipw.verbose();
            builder.listener(new ProgressListener(new ProgressBar(ipw.terminal().err(), window, live, System::nanoTime),
                    () -> live ? Optional.of(screen()) : Optional.empty()));
        } else {
            builder.listener(new QuietListener(ipw));
        }
        return builder;
    }
}
