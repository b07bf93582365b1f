package dev.ipw.report;

import dev.ipw.ProfileRun;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.file.FileTree;
import dev.ipw.load.Load;
import dev.ipw.record.Dimension;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.report.markup.Tree;
import dev.ipw.report.view.RunBrowser;
import dev.ipw.report.view.ViewPage;
import dev.ipw.testing.ChangedSummary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Reads the pages of a browser for runs as another program would. */
class RunBrowserTests {
    private static final Pattern LINK = Pattern.compile("href=\"([^\"#]+)\"");
    private static final int FOUND = 200;
    private static final int WRONG = 400;
    private static final int MISSING = 404;

    @TempDir
    static Path folder;

    private static List<ProfilingRecord> records;
    private static RunBrowser browser;

    @BeforeAll
    static void run() throws InterruptedException, IOException {
        ProfileRun first = ExampleRun.in(folder).queries(120).under(Load.concurrency(3))
                .failing(question -> question.endsWith("7")).named("first");
        try (Stream<ProfilingRecord> all = first.records()) {
            records = all.toList();
        }
        ExampleRun.in(folder).ofModel("other").asking(ExampleRun.HOSTILE).withoutSensors().named("hostile");
        ExampleRun.in(folder).queries(6).inTurns().named("agent");
        ExamplePages.SWEEP.report(Files.createDirectory(folder.resolve("steps")));
        ExamplePages.GRID.report(Files.createDirectory(folder.resolve("grid")));
        browser = RunBrowser.of(List.of(folder));
        // The list for programs waits for the figures of all runs.
        assertThat(browser.answer("api/v1/runs", Map.of()).content()).doesNotContain("\"pending\":true");
    }

    private static ViewPage page(String path, Map<String, String> parameters) {
        ViewPage page = browser.answer(path, parameters);
        assertThat(page.status()).as(path).isEqualTo(FOUND);
        return page;
    }

    private static ReadReport read(String path, Map<String, String> parameters) throws Exception {
        return new ReadReport(page(path, parameters).content());
    }

    @Test
    void showsFiguresThatAreInItsJson() throws Exception {
        assertThat(read("index.html", Map.of()).checkFigures()).isGreaterThan(12);
        assertThat(read("runs/first/index.html", Map.of()).checkFigures()).isGreaterThan(100);
        assertThat(read("runs/first/queries.html", Map.of("page", "2")).checkFigures()).isGreaterThan(100);
        assertThat(read("runs/first/query-3.html", Map.of()).checkFigures()).isGreaterThan(5);
        assertThat(read("runs/agent/query-2.html", Map.of()).checkFigures()).isGreaterThan(10);
        assertThat(read("trend.html", Map.of("run", "first")).checkFigures()).isGreaterThan(1);
        assertThat(read("series/steps/index.html", Map.of()).checkFigures()).isGreaterThan(20);
        assertThat(read("series/grid/index.html", Map.of()).checkFigures()).isGreaterThan(15);
        read("runs/hostile/query-1.html", Map.of()).checkFigures();
    }

    @Test
    void listsTheQueriesThatAnOrderAsksFor() throws Exception {
        Tree tree = read("runs/first/queries.html",
                Map.of("sort", "output_tokens", "order", "rising", "verdict", "wrong"))
                .json();
        List<Double> shown = new ArrayList<>();
        tree.elements("queries.rows").forEach(row -> {
            assertThat(tree.text(row + ".verdict")).hasValue("wrong");
            shown.add(tree.number(row + ".output_tokens").orElseThrow());
        });
        assertThat(shown).isSorted();
        assertThat(tree.number("queries.found")).hasValue(records.stream().filter(record -> !record.hasFailed()
                && record.isCorrect().equals(Optional.of(false))).count());
        List<String> dearest = records.stream().filter(record -> Dimension.ENERGY_JOULES.of(record).isPresent())
                .sorted(Comparator.comparingDouble(
                        (ProfilingRecord record) -> -Dimension.ENERGY_JOULES.of(record).orElseThrow()))
                .limit(20).map(record -> record.question().id()).toList();
        Tree first = read("runs/first/index.html", Map.of()).json();
        assertThat(first.elements("queries.rows").stream().limit(20)
                .map(row -> first.text(row + ".record_id").orElseThrow()))
                .isEqualTo(dearest);
    }

    @Test
    void findsTextsAndCountsFailuresByTheirCause() throws Exception {
        Tree tree = read("runs/first/queries.html", Map.of("text", "NUMBER YYY3")).json();
        assertThat(tree.elements("queries.rows")).isNotEmpty().allSatisfy(row -> assertThat(
                tree.text(row + ".question").orElseThrow()).containsIgnoringCase("number yyy3"));
        Tree run = read("runs/first/index.html", Map.of()).json();
        assertThat(run.elements("failures")).hasSize(1);
        assertThat(run.number("failures.0.count"))
                .hasValue(records.stream().filter(ProfilingRecord::hasFailed).count()).isNotEmpty();
    }

    @Test
    void readsAQueryByItsPlaceAsTheRunHasIt() throws Exception {
        for (int place : new int[]{0, 57, 119}) {
            ProfilingRecord record = records.get(place);
            Tree tree = read("runs/first/query-" + (place + 1) + ".html", Map.of()).json();
            assertThat(tree.text("record_id")).hasValue(record.question().id());
            assertThat(tree.text("problem")).hasValue(record.question().problem());
            assertThat(tree.number("energy.joules")).isEqualTo(record.metrics().energy().headline().joules());
        }
        assertThat(browser.answer("runs/first/query-121.html", Map.of()).status()).isEqualTo(MISSING);
        assertThat(browser.answer("runs/first/query-0.html", Map.of()).status()).isEqualTo(MISSING);
    }

    @Test
    void goesFromQueryToQueryInTheOrderOfTheList() throws Exception {
        Map<String, String> order = Map.of("sort", "output_tokens", "verdict", "right");
        Tree list = read("runs/first/queries.html", order).json();
        long second = (long) list.number("queries.rows.1.row").orElseThrow();
        long third = (long) list.number("queries.rows.2.row").orElseThrow();
        assertThat(page("runs/first/query-" + second + ".html", order).content())
                .contains("rel=\"next\" href=\"query-" + third + ".html?sort=output_tokens&amp;verdict=right\"");
    }

    @Test
    void saysOverAListThatTimesAreNotUsable() throws Exception {
        ProfileRun late = ExampleRun.in(folder).queries(5).named("late");
        ChangedSummary.judge(late.path(), "invalid", "The client was late");
        assertThat(page("runs/late/index.html", Map.of()).content()).contains("times are not usable");
        assertThat(page("runs/first/index.html", Map.of()).content()).doesNotContain("times are not usable");
        FileTree.delete(late.path());
    }

    @Test
    void showsTheLastPageForAPageBeyondIt() throws Exception {
        Tree tree = read("runs/first/queries.html", Map.of("page", "2000000000")).json();
        assertThat(tree.number("queries.page")).isEqualTo(tree.number("queries.pages"));
        assertThat(tree.elements("queries.rows")).isNotEmpty();
    }

    @Test
    void listsASeriesInOneLineThatOpensIt() throws Exception {
        ViewPage list = page("index.html", Map.of());
        assertThat(list.content()).contains("href=\"series/steps/index.html\"", "href=\"series/grid/index.html\"")
                .doesNotContain("runs/steps~");
        Tree tree = new ReadReport(list.content()).json();
        assertThat(tree.elements("series")).extracting(one -> tree.text(one + ".kind").orElse("") + " "
                + (long) tree.number(one + ".count").orElse(0)).containsExactlyInAnyOrder("sweep 3", "benchmark 2");
        assertThat(page("index.html", Map.of("within", "1")).content()).contains("runs/steps~step-1/index.html");
        assertThat(page("api/v1/runs", Map.of()).content()).contains("\"id\":\"steps~step-1\"");
        assertThat(page("series/steps/index.html", Map.of()).content())
                .contains("href=\"../../runs/steps~step-1/index.html\"");
        assertThat(page("runs/steps~step-1/index.html", Map.of()).content())
                .contains("href=\"../../series/steps/index.html\"");
        assertThat(page("api/v1/series/grid", Map.of()).content()).contains("\"cells\":[{");
        assertThat(browser.answer("series/none/index.html", Map.of()).status()).isEqualTo(MISSING);
    }

    @Test
    void dividesAnAgentsJoulesIntoPartsThatAddUp() throws Exception {
        Tree tree = read("runs/agent/index.html", Map.of()).json();
        String division = "runs.0.agent_energy";
        assertThat(tree.elements(division + ".parts")).extracting(part -> tree.text(part + ".kind").orElse(""))
                .containsExactly("call", "tool", "idle", "outside");
        double sum = tree.elements(division + ".parts").stream()
                .mapToDouble(part -> tree.number(part + ".joules").orElseThrow()).sum();
        double total = tree.number(division + ".total_joules").orElseThrow();
        assertThat(sum).isBetween(total * (1 - 1e-6), total * (1 + 1e-6));
        assertThat(tree.number(division + ".total_joules"))
                .isEqualTo(tree.number("runs.0.summary.totals.device_energy.joules"));
        assertThat(page("runs/first/index.html", Map.of()).content()).doesNotContain("Where the joules went");
    }

    @Test
    void setsTwoAnswersToAQuestionBesideEachOther() throws Exception {
        assertThat(page("runs/first/query-3.html", Map.of()).content()).contains("href=\"?beside=agent\"");
        ReadReport beside = read("runs/agent/query-2.html", Map.of("beside", "first"));
        assertThat(beside.checkFigures()).isGreaterThan(3);
        assertThat(beside.json().text("answers.1.run_name")).hasValue("first");
        assertThat(beside.json().text("answers.1.record_id")).isEqualTo(beside.json().text("answers.0.record_id"));
        assertThat(browser.answer("runs/first/query-110.html", Map.of("beside", "agent"))).satisfies(missing -> {
            assertThat(missing.status()).isEqualTo(WRONG);
            assertThat(missing.content()).contains("has no question");
        });
    }

    @Test
    void showsHostileTextsAsText() {
        for (String path : List.of("index.html", "runs/hostile/index.html", "runs/hostile/query-1.html",
                "runs/agent/query-1.html")) {
            assertThat(page(path, Map.of()).content()).as(path).doesNotContain("<script>document", "<img src=x",
                    "\u202e");
        }
        assertThat(page("index.html", Map.of("text", "\"><script>x")).content()).doesNotContain("<script>x");
        assertThat(page("runs/first/queries.html", Map.of("text", "\"><script>x")).content())
                .doesNotContain("<script>x");
    }

    @Test
    void saysWhatIsWrongWithAnAddress() {
        assertThat(browser.answer("runs/first/queries.html", Map.of("sort", "beauty"))).satisfies(page -> {
            assertThat(page.status()).isEqualTo(WRONG);
            assertThat(page.content()).contains("not sorted by", "energy_joules");
        });
        assertThat(browser.answer("compare.html", Map.of("run", "first")).status()).isEqualTo(WRONG);
        for (String path : List.of("runs/none/index.html", "runs/../index.html", "runs/first/../../secret", "x",
                "api/v1",
                "api/v1/runs/none", "api/v2/runs", "runs/first/query-99999999999.html")) {
            assertThat(browser.answer(path, Map.of()).status()).as(path).isEqualTo(MISSING);
        }
        assertThatThrownBy(() -> RunBrowser.of(List.of(folder.resolve("nowhere"))))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("There is no folder");
    }

    @Test
    void givesProgramsTheSameTrees() {
        assertThat(page("api/v1/runs", Map.of()).content()).contains("\"version\":1", "\"id\":\"first\"");
        assertThat(page("api/v1/runs/first", Map.of()).content()).contains("\"failures\":[{");
        assertThat(page("api/v1/runs/first/queries", Map.of("verdict", "failed")).content())
                .contains("\"verdict\":\"failed\"").doesNotContain("\"verdict\":\"right\"");
        assertThat(page("api/v1/runs/first/queries/1", Map.of()).content())
                .contains("\"record_id\":\"" + records.getFirst().question().id() + "\"");
        assertThat(page("runs/first/queries.csv", Map.of()).content().lines().count()).isEqualTo(121);
    }

    @Test
    void writesPagesWhoseLinksAllLeadToAFile() throws IOException {
        Path site = folder.resolveSibling(folder.getFileName() + "-site");
        assertThat(browser.write(site)).isEqualTo(8);
        try (Stream<Path> pages = Files.walk(site)) {
            for (Path page : pages.filter(path -> path.toString().endsWith(".html")
                    && !path.endsWith("report.html")).toList()) {
                Matcher links = LINK.matcher(Files.readString(page));
                while (links.find()) {
                    String link = links.group(1);
                    if (!link.startsWith("data:")) {
                        assertThat(page.resolveSibling(link).normalize()).as(link + " in " + page).exists();
                    }
                }
            }
        }
    }

    @Test
    void writesTheOtherRunsBesideADamagedOne(@TempDir Path runs, @TempDir Path site) throws Exception {
        ExampleRun.in(runs).queries(3).named("sound");
        ExampleRun.in(runs).queries(3).named("torn");
        Files.writeString(runs.resolve("torn/summary.json"), "{");
        Files.writeString(Files.createDirectory(runs.resolve("killed")).resolve("journal.jsonl"), "");

        assertThat(RunBrowser.of(List.of(runs)).write(site)).isEqualTo(1);

        assertThat(Files.readString(site.resolve("index.html"))).contains("href=\"runs/sound/index.html\"",
                ">unreadable<", "is damaged", ">cut off<")
                .doesNotContain("runs/torn/index.html", "runs/killed/index.html");
    }

    @ParameterizedTest
    @ValueSource(strings = {"summary.json", "data-00000-of-00001.arrow"})
    void writesTheOtherStepsOfASeriesWithADamagedOne(String file, @TempDir Path runs, @TempDir Path site)
            throws Exception {
        ExamplePages.SWEEP.report(Files.createDirectory(runs.resolve("steps")));
        Path torn;
        try (Stream<Path> files = Files.walk(runs)) {
            torn = files.filter(path -> path.endsWith(file)).sorted().findFirst().orElseThrow();
        }
        Files.writeString(torn, "{");
        String name = String.valueOf(torn.resolveSibling("").normalize().getFileName());
        RunBrowser damaged = RunBrowser.of(List.of(runs));

        assertThat(damaged.write(site)).isPositive();

        assertThat(Files.readString(site.resolve("series/steps/index.html"))).contains("The run ", ">" + name + "<",
                " cannot be read").doesNotContain("report.html");
        assertThat(Files.readString(site.resolve("index.html"))).contains(">unreadable<",
                "</span> single run, ", "</span> series or benchmark;").doesNotContain(" data-reload=\"1\"");
        assertThat(damaged.answer("series/steps/index.html", Map.of()).status()).isEqualTo(200);
    }

    @Test
    void leavesTheFoldersOfRunsAsTheyAre() throws IOException {
        List<String> before = files();
        page("runs/first/index.html", Map.of());
        page("runs/first/query-1.html", Map.of());
        assertThat(files()).isEqualTo(before);
    }

    private static List<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(folder.resolve("first"))) {
            return all.map(Path::toString).sorted().toList();
        }
    }
}
