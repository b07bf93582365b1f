package dev.ipw.report;

import dev.ipw.ProfileRun;
import dev.ipw.analysis.comparison.internal.ComparedRun;
import dev.ipw.analysis.comparison.internal.Comparison;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Opens reports in a browser that finds no network. */
@Tag("real-time")
@Tag("process")
class BrowserTests {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");

    @TempDir
    static Path folder;

    private static Path report;

    private static Optional<Path> browser() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(place -> NAMES.stream().map(name -> Path.of(place, name))).filter(Files::isExecutable)
                .findFirst();
    }

    @BeforeAll
    static void write() throws InterruptedException {
        assumeTrue(browser().isPresent(), "no Chromium on the PATH: the page was not opened");
        ProfileRun first = ExampleRun.in(folder).named("first");
        ProfileRun second = ExampleRun.in(folder).ofModel("model.v2:13b").asking(ExampleRun.HOSTILE)
                .failing(question -> question.endsWith("7"))
                .named("second");
        report = HtmlReport.of(List.of(first, second))
                .comparing(Comparison.of(compared(first), compared(second)).toJson())
                .write(folder.resolve("report.html"));
    }

    @Test
    void drawsEveryChartWithoutANetworkAndWithoutAnError() throws Exception {
        Path open = folder.resolve("open.html");
        Files.writeString(open, Files.readString(report).replace("<details", "<details open"));
        String page = opened(open);
        int charts = new ReadReport(Files.readString(report)).charts().size();
        assertThat(page).contains("data-ready=\"1\"").doesNotContain("<title>owned");
        assertThat(count("data-drawn=\"1\"", page)).isEqualTo(charts).isGreaterThan(15);
        assertThat(count("<svg ", page)).isGreaterThan(12);
        assertThat(count("class=\"uplot", page)).as("two pictures over time of each run").isEqualTo(4);
    }

    @Test
    void drawsWhatIsClosedOnceItIsOpened() throws Exception {
        Path clicked = folder.resolve("clicked.html");
        Files.writeString(clicked,
                """
                        <!DOCTYPE html><html><body><iframe src="report.html" width="900" height="900"></iframe><script>
                        addEventListener('load', function () {
                        const page = document.querySelector('iframe').contentDocument;
                        const closed = Array.from(page.querySelectorAll('details:not([open]) figure[data-chart]'));
                        const drawn = function () { return closed.filter(function (one) { return one.dataset.drawn; }).length; };
                        document.body.dataset.before = closed.length > 0 && drawn() === 0;
                        page.querySelectorAll('details').forEach(function (details) { details.open = true; });
                        setTimeout(function () { document.body.dataset.after = drawn() === closed.length;
                        document.body.dataset.ready = page.documentElement.dataset.ready; }, 500); });
                        </script></body></html>
                        """);
        assertThat(opened(clicked)).contains("data-ready=\"1\"", "data-before=\"true\"", "data-after=\"true\"");
    }

    @Test
    void fitsOnATelephone() throws Exception {
        Path telephone = folder.resolve("telephone.html");
        Files.writeString(telephone, """
                <!DOCTYPE html><html><body><iframe src="report.html" width="420" height="900"></iframe><script>
                addEventListener('load', function () { setTimeout(function () {
                const page = document.querySelector('iframe').contentDocument.documentElement;
                document.body.dataset.wide = page.scrollWidth + ' of ' + page.clientWidth;
                document.body.dataset.ready = page.dataset.ready; }, 500); });
                </script></body></html>
                """);
        assertThat(opened(telephone)).containsPattern("data-ready=\"1\"")
                .containsPattern("data-wide=\"(\\d+) of \\1\"");
    }

    @Test
    void endsWhereAnAxisOfPowersOfTenBeginsAtZero() throws Exception {
        Path zero = folder.resolve("zero.html");
        Files.writeString(zero, Files.readString(report).replace("\"logarithmic\":false", "\"logarithmic\":true")
                .replace("\"least\":[", "\"least\":[0,"));
        assertThat(Files.readString(zero)).contains("\"logarithmic\":true").doesNotContain("\"logarithmic\":false");
        assertThat(opened(zero)).contains("data-ready=\"1\"");
    }

    @Test
    void copiesColumnsWithTheirUnits() throws Exception {
        Path copied = folder.resolve("copied.html");
        Files.writeString(copied,
                """
                        <!DOCTYPE html><html><body><iframe src="report.html" width="900" height="900"></iframe><script>
                        addEventListener('load', function () {
                        const page = document.querySelector('iframe').contentWindow;
                        Object.defineProperty(page.navigator, 'clipboard', { value: undefined });
                        page.document.execCommand = function () {
                        const area = page.document.querySelector('textarea');
                        area.value.split('\\n').filter(function (row) { return row.startsWith('series,'); }).forEach(function (row) {
                        const line = document.createElement('p');
                        line.textContent = row;
                        document.body.appendChild(line); });
                        return true; };
                        page.document.querySelectorAll('figure .copy').forEach(function (button) { button.click(); });
                        document.body.dataset.ready = page.document.documentElement.dataset.ready; });
                        </script></body></html>
                        """);
        assertThat(opened(copied)).contains("data-ready=\"1\"")
                .contains("<p>series,from [s],to [s],queries,percent [%]</p>")
                .contains("<p>series,seconds [s],watts [W]</p>")
                .contains("<p>series,output_tokens [tokens],energy_joules [J]</p>")
                .contains("<p>series,time_from_intended_start [s],percent [%]</p>");
    }

    @Test
    void printsOnPaper() throws Exception {
        Path paper = folder.resolve("report.pdf");
        opened(report, "--no-pdf-header-footer", "--print-to-pdf=" + paper);
        assertThat(paper).isNotEmptyFile();
    }

    private static int count(String words, String page) {
        return (int) Pattern.compile(words, Pattern.LITERAL).matcher(page).results().count();
    }

    /** Open a page, and give the document as it is after its scripts; nothing may be told on the console. */
    private static String opened(Path page, String... how) throws IOException, InterruptedException {
        Path out = Files.createTempFile(folder, "page", ".html");
        Path told = Files.createTempFile(folder, "page", ".log");
        List<String> command = new ArrayList<>(List.of(browser().orElseThrow().toString(), "--headless", "--no-sandbox",
                "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir=" + folder.resolve("profile"),
                "--enable-logging=stderr", "--v=0", "--host-resolver-rules=MAP * ~NOTFOUND",
                "--proxy-server=127.0.0.1:9", "--allow-file-access-from-files", "--window-size=1400,1000",
                "--virtual-time-budget=8000"));
        command.addAll(how.length == 0 ? List.of("--dump-dom") : List.of(how));
        command.add(page.toUri().toString());
        Process process = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(told.toFile()).start();
        try {
            // A page whose script loops for ever is ended by the suite.
            process.waitFor();
        } finally {
            process.destroyForcibly();
        }
        assertThat(Files.readString(told, StandardCharsets.UTF_8)).as("what the page told on the console")
                .doesNotContain("CONSOLE");
        return Files.readString(out, StandardCharsets.UTF_8);
    }

    private static ComparedRun compared(ProfileRun run) {
        return ComparedRun.of(run.path(), run.summary(), run::forEachQuery);
    }
}
