package dev.ipw.report.view;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.IpwException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.record.ProfilingRecord;
import dev.ipw.report.HtmlReport;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import dev.ipw.results.internal.journal.RunState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A browser for runs: a table of them, a page of each run, of each query and of comparisons, and the same as JSON. It
 * answers requests and opens no socket; it reads the folders of runs as they are, and writes nothing into them.
 * <pre>{@code
 * RunBrowser browser = RunBrowser.of(List.of(Path.of("runs")));
 * ViewPage page = browser.answer("runs/demo/index.html", Map.of());
 * browser.write(Path.of("site"));
 * }</pre>
 */
@API(status = API.Status.EXPERIMENTAL)
public final class RunBrowser {
    /** The version of the JSON: a key is never given another meaning without a higher one. */
    public static final int API_VERSION = 1;

    private static final Logger LOGGER = LoggerFactory.getLogger(RunBrowser.class);
    private static final int MAX_WRITTEN_QUERIES = 500;
    private static final int MAX_REPORT_RUNS = 32;
    private static final int MAX_OTHERS = 8;
    /** How long the table of runs waits for figures; it fills in by itself afterwards. */
    private static final Duration PATIENCE = Duration.ofMillis(600);
    private static final Duration ALL = Duration.ofMinutes(10);
    private static final String INDEX = "index.html";
    private static final String RUNS = "runs";
    private static final String SERIES = "series";
    private static final String REPORT = "report.html";

    private final RunList runs;

    private RunBrowser(RunList runs) {
        this.runs = runs;
    }

    /**
     * Creates a browser.
     *
     * @param folders folders of runs, or folders in which runs lie, at most four levels deep
     * @return the browser
     * @throws ConfigurationException if there is no such folder
     */
    public static RunBrowser of(List<Path> folders) {
        return new RunBrowser(new RunList(folders));
    }

    /**
     * Returns the path of the page of a run that lies directly in a browser's only folder.
     *
     * @param name the name of the run's folder
     * @return the path, for {@link #answer}
     */
    public static String addressOf(String name) {
        return RUNS + "/" + PageAddress.segment(name) + "/" + INDEX;
    }

    /**
     * Returns the page of an address.
     *
     * @param path       names joined by slashes below the root, such as {@code runs/demo/query-7.html}; empty for the
     *                   table of runs
     * @param parameters the parameters of the address; several values of one name are joined by line feeds
     * @return the page; with status 404 if there is none, 400 if a parameter is wrong
     */
    public ViewPage answer(String path, Map<String, String> parameters) {
        PageAddress address = new PageAddress(path.isEmpty() ? INDEX : path, parameters);
        boolean isForPrograms = address.path().startsWith("api/");
        try {
            return isForPrograms ? json(address) : page(address);
        } catch (ConfigurationException wrong) {
            return failed(address, isForPrograms, ViewPage.BAD_REQUEST, wrong);
        } catch (IpwException unreadable) {
            return failed(address, isForPrograms, ViewPage.FAILED, unreadable);
        } catch (RuntimeException defect) {
            LOGGER.warn("The page {} could not be made", address.path(), defect);
            return failed(address, isForPrograms, ViewPage.FAILED,
                    new InputException("This page failed: " + defect.getClass().getSimpleName(), defect));
        }
    }

    /**
     * Returns the changing part of the page of a run that another process makes.
     *
     * @param path the address of its events, such as {@code runs/demo/events}
     * @return the part as markup; empty once the run has ended, or if there is no such run
     */
    public Optional<String> progress(String path) {
        String[] names = path.split("/", -1);
        return names.length == 3 && names[0].equals(RUNS) && names[2].equals("events")
                ? runs.run(names[1]).filter(run -> run.state() == RunState.GOING).map(LivePage::part)
                : Optional.empty();
    }

    private ViewPage page(PageAddress address) {
        String[] names = address.path().split("/", -1);
        if (names.length == 1) {
            return switch (names[0]) {
                case INDEX -> RunsPage.of(address, runs.rows(PATIENCE), true);
                case "compare.html" -> compared(address);
                case "trend.html" -> TrendPage.of(address, runs.rows(ALL));
                default -> missing(address);
            };
        }
        if (names.length == 3 && names[0].equals(SERIES)) {
            return series(address, names[1], names[2]);
        }
        Optional<BrowsedRun> run = names.length == 3 && names[0].equals(RUNS) ? runs.run(names[1]) : Optional.empty();
        return run.map(found -> page(address, found, names[2])).orElseGet(() -> missing(address));
    }

    private ViewPage series(PageAddress address, String id, String name) {
        List<BrowsedRun> finished = finishedOf(id);
        if (finished.isEmpty()) {
            return missing(address);
        }
        BrowsedSeries series = finished.getFirst().series().orElseThrow();
        return switch (name) {
            case INDEX -> seriesPage(address, series, finished, true);
            case REPORT -> ViewPage.html(HtmlReport.open(List.of(series.path())).html());
            default -> missing(address);
        };
    }

    private List<BrowsedRun> finishedOf(String series) {
        return runs.ofSeries(series).stream().filter(run -> run.state() == RunState.FINISHED).toList();
    }

    private ViewPage seriesPage(PageAddress address, BrowsedSeries series, List<BrowsedRun> finished,
            boolean isServed) {
        Map<String, @Nullable Object> tree = seriesTree(series, finished);
        return SeriesPage.of(address, series, tree, hasReport(finished), isServed);
    }

    /** Returns a series with the facts of its runs, each with the address of its page; damaged ones by their names only. */
    private Map<String, @Nullable Object> seriesTree(BrowsedSeries series, List<BrowsedRun> finished) {
        List<Map<String, @Nullable Object>> facts = new ArrayList<>();
        for (BrowsedRun run : finished.stream().filter(this::isReadable).toList()) {
            Map<String, @Nullable Object> one = run.facts(runs.findings(run));
            one.put("address", SeriesPage.addressOf(run));
            facts.add(one);
        }
        List<String> unreadable = finished.stream().filter(run -> !isReadable(run)).map(BrowsedRun::name).toList();
        return SeriesPage.tree(series, facts, unreadable);
    }

    /** Returns whether the report of a series can be made, which holds all of its runs. */
    private boolean hasReport(List<BrowsedRun> finished) {
        return finished.size() <= MAX_REPORT_RUNS && finished.stream().allMatch(this::isReadable);
    }

    /** Returns whether a run's results can be read; if not, its row in the table of runs has the reason. */
    private boolean isReadable(BrowsedRun run) {
        try {
            runs.findings(run);
            return true;
        } catch (IpwException damaged) {
            LOGGER.debug("The run {} is left out: {}", run.name(), damaged.getMessage());
            return false;
        }
    }

    private ViewPage page(PageAddress address, BrowsedRun run, String name) {
        if (run.state() != RunState.FINISHED) {
            return name.equals(INDEX) ? LivePage.of(address, run) : missing(address);
        }
        if (name.equals(REPORT)) {
            return ViewPage.html(HtmlReport.open(List.of(run.path())).html());
        }
        if (!runs.isReady(run)) {
            return RunPage.whileRead(address, run);
        }
        RunDetails details = runs.details(run);
        QueryTable table = details.queries();
        if (name.equals(INDEX)) {
            QueriesPart first = QueriesPart.of(table, QueryOrder.first(table));
            return RunPage.of(address, run, RunPage.tree(run.facts(details.findings()), table, first), table, first,
                    table.power(),
                    true);
        }
        QueryOrder order = QueryOrder.of(address);
        return switch (name) {
            case "queries.html" -> queries(address, run, QueriesPart.of(table, order));
            case "queries.csv" -> ViewPage.csv(QueriesPart.of(table, order).csv());
            default -> queryNumber(name).filter(number -> number >= 1 && number <= table.size())
                    .map(number -> query(address, run, table, order, number - 1)).orElseGet(() -> missing(address));
        };
    }

    private static Optional<Integer> queryNumber(String name) {
        return name.matches("query-\\d{1,9}\\.html")
                ? Optional.of(Integer.parseInt(name.substring(6, name.length() - 5)))
                : Optional.empty();
    }

    private static ViewPage queries(PageAddress address, BrowsedRun run, QueriesPart queries) {
        Markup page = new Markup(new Tree(TreeBuilder.object().put("version", (long) API_VERSION)
                .put("run_name", run.name()).put("queries", queries.tree()).build()));
        page.raw("<h1>Queries of ").text("run_name").raw("</h1>\n");
        queries.write(page, "queries", true);
        return PageFrame.page(address, "Queries of " + run.name(), run.way() + PageFrame.step("index.html", run.name())
                + PageFrame.step("", "queries"), page);
    }

    private ViewPage query(PageAddress address, BrowsedRun run, QueryTable table, QueryOrder order, int place) {
        ProfilingRecord record = table.records(place).getFirst();
        if (address.parameter("beside").isPresent()) {
            return beside(address, new BesidePage.Answer(run, place, record, table.areSharesTrusted()));
        }
        int[] places = table.places(order);
        int at = IntStream.range(0, places.length).filter(index -> places[index] == place).findFirst().orElse(-1);
        return QueryPage.of(address, run, place, record, table.areSharesTrusted(), table.power(), order.at(1).address(),
                others(run),
                at > 0 ? Optional.of(places[at - 1]) : Optional.empty(),
                at >= 0 && at + 1 < places.length ? Optional.of(places[at + 1]) : Optional.empty());
    }

    private ViewPage beside(PageAddress address, BesidePage.Answer one) {
        BrowsedRun other = address.parameter("beside").flatMap(runs::run)
                .filter(run -> run.state() == RunState.FINISHED)
                .orElseThrow(() -> new ConfigurationException("There is no finished run of that name to set beside"));
        QueryTable table = runs.details(other).queries();
        String question = one.record().questionId();
        int place = table.placeOf(question).orElseThrow(() -> new ConfigurationException("The run " + other.name()
                + " has no question '" + question + "'"));
        return BesidePage.of(address, one, new BesidePage.Answer(other, place, table.records(place).getFirst(),
                table.areSharesTrusted()));
    }

    /** Lists other runs that asked the same dataset, the latest first. */
    private List<String> others(BrowsedRun run) {
        List<Map<String, @Nullable Object>> rows = runs.rows(Duration.ZERO);
        Object dataset = rows.stream().filter(row -> run.id().equals(row.get("id"))).findFirst()
                .map(row -> row.get("dataset")).orElse("");
        return rows.stream().filter(row -> Objects.equals(dataset, row.get("dataset")))
                .map(row -> String.valueOf(row.get("id"))).filter(id -> !id.equals(run.id())).limit(MAX_OTHERS)
                .toList();
    }

    private ViewPage compared(PageAddress address) {
        List<Path> folders = address.parameter("run").stream().flatMap(text -> Arrays.stream(text.split("\n", -1)))
                .map(id -> runs.run(id).orElseThrow(() -> new ConfigurationException("There is no run '" + id + "'")))
                .map(BrowsedRun::path).toList();
        if (folders.size() < 2 || folders.size() > MAX_REPORT_RUNS) {
            throw new ConfigurationException("Tick 2 to " + MAX_REPORT_RUNS + " runs to compare them, not "
                    + folders.size());
        }
        return ViewPage.html(HtmlReport.open(folders).html());
    }

    private ViewPage json(PageAddress address) {
        String[] names = address.path().split("/", -1);
        if (names.length < 3 || !names[1].equals("v" + API_VERSION)) {
            return notFound(address);
        }
        if (names.length == 4 && names[2].equals(SERIES)) {
            List<BrowsedRun> finished = finishedOf(names[3]);
            return finished.isEmpty()
                    ? notFound(address)
                    : ViewPage.json(seriesTree(finished.getFirst().series().orElseThrow(), finished));
        }
        if (!names[2].equals(RUNS)) {
            return notFound(address);
        }
        if (names.length == 3) {
            return ViewPage.json(RunsPage.tree(address, runs.rows(ALL)));
        }
        Optional<BrowsedRun> run = runs.run(names[3]);
        if (run.isEmpty()) {
            return notFound(address);
        }
        if (run.get().state() != RunState.FINISHED) {
            return names.length == 4 ? ViewPage.json(LivePage.tree(run.get())) : notFound(address);
        }
        RunDetails details = runs.details(run.get());
        QueryTable table = details.queries();
        if (names.length == 4) {
            return ViewPage.json(RunPage.tree(run.get().facts(details.findings()), table,
                    QueriesPart.of(table, QueryOrder.first(table))));
        }
        if (!names[4].equals("queries") || names.length > 6) {
            return notFound(address);
        }
        if (names.length == 5) {
            return ViewPage.json(QueriesPart.of(table, QueryOrder.of(address)).tree());
        }
        return queryNumber("query-" + names[5] + ".html").filter(number -> number >= 1 && number <= table.size())
                .map(number -> ViewPage.json(QueryPage.tree(run.get(), number - 1,
                        table.records(number - 1).getFirst())))
                .orElseGet(() -> notFound(address));
    }

    private static ViewPage notFound(PageAddress address) {
        return failed(address, true, ViewPage.NOT_FOUND, new InputException("There is nothing at this address"));
    }

    private static ViewPage missing(PageAddress address) {
        return failed(address, false, ViewPage.NOT_FOUND, new InputException(
                "There is no page at this address. The run has not begun, or was moved or deleted"));
    }

    private static ViewPage failed(PageAddress address, boolean isForPrograms, int status, IpwException reason) {
        String message = String.valueOf(reason.getMessage());
        if (isForPrograms) {
            return ViewPage.json(TreeBuilder.object().put("version", (long) API_VERSION).put("error", message).build())
                    .with(status);
        }
        Markup page = new Markup(new Tree(Map.of("error", message)));
        // A run that is about to begin appears by itself.
        boolean mayCome = status == ViewPage.NOT_FOUND && address.path().endsWith("/" + INDEX);
        page.raw(
                "<h1>This page cannot be shown</h1>\n<p class=\"reason\"" + (mayCome ? " data-reload=\"1\"" : "") + ">")
                .text("error").raw("</p>\n");
        return PageFrame.page(address, "Not shown", "", page).with(status);
    }

    /**
     * Writes the pages as files that a browser opens without a server: the table of runs, each finished run with its
     * report, and its dearest queries. A run that cannot be read is left out; its row in the table has the reason.
     *
     * @param folder the folder to write to, which is made; existing pages are replaced
     * @return the number of runs written
     * @throws InputException if a file cannot be written
     */
    public int write(Path folder) {
        PageAddress index = new PageAddress(INDEX, Map.of());
        int written = 0;
        Set<BrowsedSeries> series = new LinkedHashSet<>();
        for (BrowsedRun run : runs.runs()) {
            if (run.state() == RunState.FINISHED && isReadable(run)) {
                write(run, folder.resolve(RUNS).resolve(run.id()));
                run.series().ifPresent(series::add);
                written++;
            }
        }
        series.forEach(one -> write(one, folder.resolve(SERIES).resolve(one.id())));
        write(folder.resolve(INDEX), RunsPage.of(index, runs.rows(ALL), false));
        return written;
    }

    private void write(BrowsedSeries series, Path folder) {
        List<BrowsedRun> finished = finishedOf(series.id());
        write(folder.resolve(INDEX), seriesPage(new PageAddress(SERIES + "/" + series.id() + "/" + INDEX, Map.of()),
                series, finished, false));
        if (hasReport(finished)) {
            write(folder.resolve(REPORT), ViewPage.html(HtmlReport.open(List.of(series.path())).html()));
        }
    }

    private void write(BrowsedRun run, Path folder) {
        PageAddress address = new PageAddress(RUNS + "/" + run.id() + "/" + INDEX, Map.of());
        RunDetails details = runs.details(run);
        QueryTable table = details.queries();
        QueryOrder order = QueryOrder.first(table);
        int[] places = Arrays.copyOf(table.places(order), Math.min(table.size(), MAX_WRITTEN_QUERIES));
        QueriesPart queries = QueriesPart.of(table, order, places);
        write(folder.resolve(INDEX),
                RunPage.of(address, run, RunPage.tree(run.facts(details.findings()), table, queries), table,
                        queries, table.power(), false));
        write(folder.resolve(REPORT), ViewPage.html(HtmlReport.open(List.of(run.path())).html()));
        List<ProfilingRecord> records = table.records(places);
        for (int at = 0; at < places.length; at++) {
            int place = places[at];
            write(folder.resolve("query-" + (place + 1) + ".html"), QueryPage.of(address, run, place,
                    records.get(at), table.areSharesTrusted(), table.power(), "", List.of(),
                    at > 0 ? Optional.of(places[at - 1]) : Optional.empty(),
                    at + 1 < places.length ? Optional.of(places[at + 1]) : Optional.empty()));
        }
    }

    private static void write(Path file, ViewPage page) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
        } catch (IOException refused) {
            throw new InputException("Cannot make the folder of " + file.toAbsolutePath() + ": "
                    + AtomicFile.reasonOf(refused) + ". Name a folder that may be written to", refused);
        }
        AtomicFile.writeUnsynced(file, page.bytes());
    }
}
