package dev.ipw.report;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.report.browser.Browser;
import dev.ipw.report.browser.BrowserWindow;
import dev.ipw.testing.Draws;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** Looks at pages of each kind as a browser draws them: wide and narrow, light and dark, closed and opened. */
@Tag("real-time")
@Tag("process")
class LayoutTests {
    static final int WIDE = 1400;
    static final int NARROW = 420;
    static final int HEIGHT = 1000;
    private static final int MAX_SHEETS = 9;
    static final String AXE = "META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";
    private static final String READY = """
            new Promise(done => { const look = () => document.documentElement.dataset.ready
                ? done(document.documentElement.dataset.theme) : requestAnimationFrame(look); look(); })""";
    private static final Pattern SHEET = Pattern.compile("/Type\\s*/Page\\b");

    @TempDir
    static Path folder;

    private static final Map<ExamplePages, Path> PAGES = new EnumMap<>(ExamplePages.class);
    private static Browser browser;
    private static BrowserWindow window;
    private static String axe;
    private static String layout;

    @BeforeAll
    static void open() throws IOException, InterruptedException {
        Optional<Path> program = Browser.onPath();
        assumeTrue(program.isPresent(), "no Chromium on the PATH: no page was looked at");
        for (ExamplePages kind : ExamplePages.values()) {
            PAGES.put(kind, kind.write(folder));
        }
        axe = resource(AXE);
        layout = resource("dev/ipw/report/layout.js");
        browser = Browser.start(program.orElseThrow(), folder.resolve("profile"));
        window = browser.window();
    }

    @AfterAll
    static void end() {
        if (browser != null) {
            browser.close();
        }
    }

    /** What is closed may be kept compressed, and have closed parts of its own. */
    private static void open(BrowserWindow window) throws IOException, InterruptedException {
        for (int depth = 0; depth < 3; depth++) {
            window.run("document.querySelectorAll('details').forEach(part => { part.open = true; })");
            window.drawn();
        }
    }

    /** In the gate each width and each theme once for each kind, and not each with each. */
    static Stream<Arguments> views() {
        return Stream.of(ExamplePages.values()).flatMap(kind -> Stream.of(WIDE, NARROW)
                .flatMap(width -> Stream.of(false, true).filter(dark -> Draws.thorough() || dark == (width == NARROW))
                        .map(dark -> Arguments.of(kind, width, dark))));
    }

    private static URI page(ExamplePages kind) {
        return Objects.requireNonNull(PAGES.get(kind), "a kind of page that was not written").toUri();
    }

    @ParameterizedTest(name = "{0} at {1} px, dark: {2}")
    @MethodSource("views")
    void fitsAndCanBeRead(ExamplePages kind, int width, boolean dark) throws Exception {
        window.appear(width, HEIGHT, dark);
        window.open(page(kind));
        assertThat(value(READY)).isEqualTo(dark ? "dark" : "light");
        window.run(layout);
        List<String> closed = lines("layout.faults()");
        open(window);
        List<String> opened = lines("layout.faults()");
        List<String> messages = window.messages();
        window.run(axe);
        List<String> rules = lines(dark ? "layout.rules(axe, ['color-contrast'])" : "layout.rules(axe)");
        assertSoftly(all -> {
            all.assertThat(closed).as("what does not fit, closed").isEmpty();
            all.assertThat(opened).as("what does not fit, opened").isEmpty();
            all.assertThat(rules).as("rules of axe-core that are broken").isEmpty();
            all.assertThat(messages).as("the console").isEmpty();
        });
    }

    @ParameterizedTest
    @EnumSource
    void everyFigureThatABrowserShowsIsTheJsons(ExamplePages kind) throws Exception {
        window.appear(WIDE, HEIGHT, false);
        window.open(page(kind));
        window.run(READY);
        open(window);
        String body = value("""
                (() => { const copy = document.body.cloneNode(true);
                    copy.querySelectorAll('script, .plot, select').forEach(part => part.remove());
                    return new XMLSerializer().serializeToString(copy).replace(/ xmlns="[^"]*"/g, ''); })()
                """);
        String json = value("document.getElementById('ipw-report').outerHTML");
        assertThat(body).doesNotContain("data-closed");
        assertThat(new ReadReport(body.replace("</body>", json + "</body>")).checkFigures()).isGreaterThan(60);
    }

    @Test
    void printsARunOnFewSheets() throws Exception {
        window.appear(WIDE, HEIGHT, false);
        window.open(page(ExamplePages.RUN));
        String paper = new String(window.paper(), StandardCharsets.ISO_8859_1);
        assertThat(paper).startsWith("%PDF-");
        assertThat(SHEET.matcher(paper).results().count()).isBetween(1L, (long) MAX_SHEETS);
    }

    /** The checks are worth something only if they find what is wrong. */
    @Test
    void findsWhatIsPutWrong() throws Exception {
        window.appear(NARROW, HEIGHT, false);
        window.open(page(ExamplePages.RUN));
        open(window);
        window.run(layout);
        window.run(axe);
        window.run("""
                document.querySelector('main').insertAdjacentHTML('afterbegin',
                    '<p class="spoilt" style="width: 900px; color: #ccc; background: #fff">too wide and too pale</p>'
                    + '<p class="spoilt" style="width: 40px; height: 12px; overflow: hidden">cut off on two sides</p>')
                """);
        window.run("""
                (() => { const label = Array.from(document.querySelectorAll('figure.chart svg text'))
                    .find(text => text.checkVisibility());
                    label.parentNode.appendChild(label.cloneNode(true)); })()
                """);
        assertThat(lines("layout.faults()")).anyMatch(line -> line.startsWith("the page is"))
                .anyMatch(line -> line.startsWith("sticks out") && line.contains("too wide"))
                .anyMatch(line -> line.startsWith("cut off") && line.contains("cut off on"))
                .anyMatch(line -> line.startsWith("overlap"));
        assertThat(lines("layout.rules(axe)")).anyMatch(line -> line.startsWith("color-contrast"));
    }

    private static String value(String script) throws IOException, InterruptedException {
        return window.run(script).text("value");
    }

    private static List<String> lines(String script) throws IOException, InterruptedException {
        TreeReader result = window.run(script);
        return result.texts("value");
    }

    static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(LayoutTests.class.getClassLoader().getResourceAsStream(name),
                name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
