package dev.ipw.report;

import dev.ipw.load.Load;
import dev.ipw.report.browser.Browser;
import dev.ipw.report.browser.BrowserWindow;
import dev.ipw.report.view.RunBrowser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Looks at the pages of the browser for runs as Chromium draws them: wide and light, narrow and dark. */
@Tag("real-time")
@Tag("process")
class ViewLayoutTests {
    private static final Map<String, Map<String, String>> PAGES = pages();

    @TempDir
    static Path folder;

    private static Browser browser;
    private static BrowserWindow window;
    private static RunBrowser runs;

    private static Map<String, Map<String, String>> pages() {
        Map<String, Map<String, String>> pages = new LinkedHashMap<>();
        pages.put("index.html", Map.of());
        pages.put("trend.html", Map.of("run", "first"));
        pages.put("runs/first/index.html", Map.of());
        pages.put("runs/first/queries.html", Map.of("verdict", "right"));
        pages.put("runs/first/query-3.html", Map.of());
        pages.put("runs/agent/query-2.html", Map.of());
        pages.put("runs/agent/index.html", Map.of());
        pages.put("series/steps/index.html", Map.of());
        pages.put("series/grid/index.html", Map.of());
        pages.put("runs/hostile/index.html", Map.of());
        pages.put("runs/hostile/query-1.html", Map.of());
        pages.put("runs/agent/query-3.html", Map.of("beside", "first"));
        pages.put("runs/none/query-1.html", Map.of());
        return pages;
    }

    @BeforeAll
    static void open() throws IOException, InterruptedException {
        Optional<Path> program = Browser.onPath();
        assumeTrue(program.isPresent(), "no Chromium on the PATH: no page was looked at");
        Path kept = Files.createDirectory(folder.resolve("runs"));
        ExampleRun.in(kept).queries(70).under(Load.concurrency(3)).failing(question -> question.endsWith("7"))
                .named("first");
        ExampleRun.in(kept).queries(4).asking(ExampleRun.HOSTILE).withoutSensors().named("hostile");
        ExampleRun.in(kept).queries(6).inTurns().named("agent");
        ExamplePages.SWEEP.report(Files.createDirectory(kept.resolve("steps")));
        ExamplePages.GRID.report(Files.createDirectory(kept.resolve("grid")));
        runs = RunBrowser.of(List.of(kept));
        browser = Browser.start(program.orElseThrow(), folder.resolve("profile"));
        window = browser.window();
    }

    @AfterAll
    static void end() {
        if (browser != null) {
            browser.close();
        }
    }

    static Stream<Arguments> views() {
        return PAGES.keySet().stream().flatMap(page -> Stream.of(Arguments.of(page, LayoutTests.WIDE, false),
                Arguments.of(page, LayoutTests.NARROW, true)));
    }

    /** Returns a page once its figures are known: until then it opens itself anew. */
    private static String whole(String path) {
        String page;
        do {
            page = runs.answer(path, Objects.requireNonNull(PAGES.get(path))).content();
        } while (page.contains(" data-reload=\"1\""));
        return page;
    }

    @ParameterizedTest(name = "{0} at {1} px, dark: {2}")
    @MethodSource("views")
    void fitsAndCanBeRead(String path, int width, boolean dark) throws Exception {
        Path file = folder.resolve("page.html");
        Files.writeString(file, whole(path));
        window.appear(width, LayoutTests.HEIGHT, dark);
        window.open(file.toUri());
        assertThat(window.run("document.documentElement.dataset.theme").text("value"))
                .isEqualTo(dark ? "dark" : "light");
        window.run(LayoutTests.resource("dev/ipw/report/layout.js"));
        List<String> faults = window.run("layout.faults()").texts("value");
        List<String> messages = window.messages();
        window.run(LayoutTests.resource(LayoutTests.AXE));
        List<String> rules = window.run("layout.rules(axe)").texts("value");
        assertSoftly(all -> {
            all.assertThat(faults).as("what does not fit").isEmpty();
            all.assertThat(rules).as("rules of axe-core that are broken").isEmpty();
            all.assertThat(messages).as("the console").isEmpty();
        });
    }
}
