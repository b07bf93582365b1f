package dev.ipw.report.browser;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;

/** Makes a run of each kind with the command, and takes the pictures of their reports that the documentation shows. */
public final class ReportPictures {
    private static final int WIDE = 1400;
    private static final int NARROW = 420;
    private static final int HEIGHT = 1000;

    private final Path command;
    private final Path runs;

    private ReportPictures(Path command, Path runs) {
        this.command = command;
        this.runs = runs;
    }

    /** Take the command, a folder for the runs and one for the pictures. */
    public static void main(String[] arguments) throws Exception {
        Path runs = Path.of(arguments[1]).toAbsolutePath();
        Path pictures = Files.createDirectories(Path.of(arguments[2]));
        ReportPictures made = new ReportPictures(Path.of(arguments[0]).toAbsolutePath(), runs);
        made.measure();
        Path program = Browser.onPath().orElseThrow(() -> new IOException("There is no Chromium on the PATH"));
        try (Browser browser = Browser.start(program, runs.resolve("browser"))) {
            BrowserWindow window = browser.window();
            for (String kind : List.of("run", "comparison", "sweep", "search", "bench", "agent")) {
                window.appear(WIDE, HEIGHT, false);
                window.open(made.page(kind));
                write(window, pictures.resolve("report-" + kind + ".png"));
            }
            window.appear(WIDE, HEIGHT, true);
            window.open(made.page("run"));
            write(window, pictures.resolve("report-run-dark.png"));
            window.appear(NARROW, HEIGHT, false);
            window.open(made.page("run"));
            write(window, pictures.resolve("report-run-phone.png"));
        }
    }

    private URI page(String kind) {
        return runs.resolve(kind + ".html").toUri();
    }

    private void measure() throws IOException, InterruptedException {
        ipw("profile", "--run-name", "run", "--max-queries", "300", "--cost-per-hour", "2");
        ipw("profile", "--run-name", "faster", "--max-queries", "300", "--model", "medium");
        ipw("profile", "--run-name", "steps", "--sweep", "concurrency:1,2,4,8,16,32", "--max-queries", "2000");
        ipw("profile", "--run-name", "found", "--find-rate", "--slo", "latency=1s", "--attainment", "0.9", "--model",
                "large", "--rate", "8", "--duration", "5s");
        ipw("bench", "--run-name", "grid", "--models", "small,medium,large", "--datasets", "arithmetic",
                "--max-queries",
                "60", "--cost-per-hour", "2");
        try (CalculatingServer server = CalculatingServer.start()) {
            ipw("run", "--run-name", "agent", "--max-queries", "40", "--tools", "calculator", "--dataset", "arithmetic",
                    "--client", "openai", "--client-base-url", server.address(), "--model", "calculating");
        }
        report("run", "run");
        report("sweep", "steps");
        report("search", "found");
        report("bench", "bench_grid");
        report("agent", "agent");
        start("compare", runs.resolve("run").toString(), runs.resolve("faster").toString(), "--report",
                runs.resolve("comparison.html").toString());
    }

    private void report(String kind, String folder) throws IOException, InterruptedException {
        start("report", runs.resolve(folder).toString(), "--output", runs.resolve(kind + ".html").toString());
    }

    /** Measure with the estimate of joules, which is the same on every machine. */
    private void ipw(String... options) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(options));
        all.addAll(
                List.of("--output-dir", runs.toString(), "--telemetry", "estimate", "--idle-seconds", "1", "--quiet"));
        start(all.toArray(String[]::new));
    }

    private void start(String... arguments) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(command.toString()));
        line.addAll(List.of(arguments));
        Path said = runs.resolve("said.txt");
        int code = new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(said.toFile()).start().waitFor();
        if (code != 0) {
            throw new IOException(String.join(" ", line) + " ended with " + code + ":\n" + Files.readString(said));
        }
    }

    private static void write(BrowserWindow window, Path file) throws IOException, InterruptedException {
        var picture = ImageIO.read(new ByteArrayInputStream(window.picture()));
        Files.write(file, new IndexedPng(picture).bytes());
        System.out.println(file + ": " + Files.size(file) / 1000 + " kB");
    }
}
