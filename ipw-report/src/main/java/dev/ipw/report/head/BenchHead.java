package dev.ipw.report.head;

import dev.ipw.analysis.RunFigure;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.folder.SeriesFolder;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import dev.ipw.report.head.PointChart.Axis;
import dev.ipw.report.head.PointChart.Value;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import dev.ipw.report.markup.UnitScale;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The first screen of a benchmark: for each dataset the best cells in a sentence, a grid of the cells, accuracy against
 * joules beside it, and accuracy by subject.
 *
 * @param page the page into which it is written
 * @param tree the page's JSON, with the {@code bench} and the {@code runs} of its cells
 */
public record BenchHead(Markup page, Tree tree) {
    /** The key of the cells in a page's tree. */
    public static final String KEY = "bench";

    private static final long MAX_BYTES = 16L << 20;
    private static final int MAX_SUBJECTS = 40;
    private static final String CELLS = KEY + ".cells";
    private static final String LOW = "_low";
    private static final String HIGH = "_high";
    private static final String NO_AGENT = "none";

    /**
     * A column of the grid.
     *
     * @param words              its heading
     * @param key                its key in a run
     * @param unit               its unit; {@code %} for a fraction of one
     * @param isBetterWhenHigher whether more is better
     */
    private record Column(String words, String key, String unit, boolean isBetterWhenHigher) {
        boolean isOfJoules() {
            return unit.equals("J") || words.equals("IPJ");
        }
    }

    private static final Column ACCURACY = new Column("Accuracy", "accuracy.summary." + RunFigure.ACCURACY.label(), "%",
            true);
    private static final Column JOULES = new Column("J/query",
            "accuracy.summary." + RunFigure.JOULES_PER_QUERY.label(), "J", false);
    private static final List<Column> COLUMNS = List.of(ACCURACY, JOULES,
            new Column("J/solved", "solved.summary.joules_per_solved_task", "J", false),
            new Column("IPJ", "accuracy.summary." + RunFigure.INTELLIGENCE_PER_JOULE.label(), "", true),
            new Column("Latency, mean", "latency.data.percentiles.time_from_intended_start.mean", "s", false),
            new Column("Cost", "cost.summary.usd_per_query", "USD/query", false));

    /** A cell of the grid that has a run. */
    private record Cell(String key, String run) {}

    /**
     * Reads the cells of a bench.
     *
     * @param folder its folder
     * @return its name, and its cells as the bench's own file has them
     */
    public static Map<String, @Nullable Object> cells(Path folder) {
        Path file = folder.resolve(SeriesFolder.BENCH);
        TreeReader bench = TreeReader.ofJson(file.toString(),
                new String(BoundedFile.read(file, MAX_BYTES), StandardCharsets.UTF_8));
        return TreeBuilder.object().put("name", String.valueOf(folder.getFileName()))
                .put("cells", bench.children("cells").stream().map(TreeReader::asMap).toList()).build();
    }

    /** Returns whether the page shows a benchmark. */
    public boolean isThere() {
        return tree.size(CELLS) > 0;
    }

    /** Writes the grid of each dataset; only valid if {@link #isThere()}. */
    public void write() {
        List<String> datasets = tree.elements(CELLS).stream().flatMap(cell -> tree.text(cell + ".dataset").stream())
                .distinct().filter(dataset -> !measured(dataset).isEmpty()).toList();
        page.raw("<p class=\"crumb\"><b>Benchmark</b> ").text(KEY + ".name").raw("</p>\n");
        if (datasets.size() != 1) {
            page.raw("<h1 class=\"answer\">").text(KEY + ".name").raw("</h1>\n");
        }
        if (datasets.size() != 1) {
            new RunsBadges(page, tree).write();
        }
        for (String dataset : datasets) {
            List<Cell> cells = measured(dataset);
            String name = cells.getFirst().key + ".dataset";
            page.raw("<section class=\"panel\">");
            page.raw(datasets.size() == 1 ? "<h1 class=\"answer\">" : "<h2>").text(name).raw(": ");
            answer(cells);
            page.raw(datasets.size() == 1 ? "</h1>\n" : "</h2>\n");
            if (datasets.size() == 1) {
                new RunsBadges(page, tree).write();
            }
            page.raw("<div class=\"beside\">");
            grid(cells);
            chart(cells);
            page.raw("</div>\n");
            subjects(cells);
            page.raw("</section>\n");
        }
        page.raw("<p class=\"of\"><b class=\"mark best\">best</b> of its column, and no interval overlaps its own. "
                + "<b class=\"mark limited\">!</b> not to be believed as it stands. Intervals of ").label("95 %")
                .raw(" are of chance within one run; they do not show how runs vary.</p>\n");
        unfinished();
    }

    private List<Cell> measured(String dataset) {
        return tree.elements(CELLS).stream()
                .filter(cell -> tree.text(cell + ".dataset").filter(dataset::equals).isPresent())
                .flatMap(cell -> run(cell).map(run -> new Cell(cell, run)).stream()).toList();
    }

    private Optional<String> run(String cell) {
        String name = tree.text(cell + ".name").orElse("");
        return tree.elements("runs").stream().filter(run -> List.of(tree.text(run + ".folder").orElse("")
                .split("[/\\\\]", -1)).getLast().equals(name)).findFirst();
    }

    private void answer(List<Cell> cells) {
        Optional<Cell> mostAccurate = best(cells, ACCURACY);
        Optional<Cell> leastJoules = best(cells, JOULES);
        if (cells.size() == 1) {
            name(cells.getFirst());
            page.raw(" alone was measured");
        } else if (mostAccurate.isPresent()) {
            name(mostAccurate.get());
            page.raw(" is the most accurate, <b>");
            value(mostAccurate.get(), ACCURACY);
            page.raw("</b>");
        } else {
            page.raw("none is shown to be the most accurate");
        }
        if (leastJoules.isPresent()) {
            page.raw("; ");
            name(leastJoules.get());
            page.raw(" needs the least energy, <b>");
            value(leastJoules.get(), JOULES);
            page.raw("</b> a query");
        } else if (cells.size() > 1) {
            page.raw("; none is shown to need the least energy");
        }
        page.raw(".");
    }

    private void value(Cell cell, Column column) {
        String key = cell.run + "." + column.key;
        page.rounded(key, key + LOW, key + HIGH, column.unit);
    }

    private void name(Cell cell) {
        if (hasAgents() && !tree.text(cell.key + ".agent").orElse(NO_AGENT).equals(NO_AGENT)) {
            page.text(cell.key + ".agent").raw(", ");
        }
        page.text(cell.key + ".model");
    }

    private String words(Cell cell) {
        String model = tree.text(cell.key + ".model").orElse("");
        return hasAgents() && !tree.text(cell.key + ".agent").orElse(NO_AGENT).equals(NO_AGENT)
                ? tree.text(cell.key + ".agent").orElse("") + ", " + model
                : model;
    }

    private boolean hasAgents() {
        return tree.elements(CELLS).stream().anyMatch(cell -> !tree.text(cell + ".agent").orElse(NO_AGENT)
                .equals(NO_AGENT));
    }

    private void grid(List<Cell> cells) {
        List<Column> known = COLUMNS.stream()
                .filter(column -> cells.stream().anyMatch(cell -> tree.number(cell.run + "." + column.key).isPresent()))
                .filter(column -> !column.unit.startsWith("USD") || cells.stream()
                        .anyMatch(cell -> tree.number(cell.run + "." + column.key).orElse(0) > 0))
                .toList();
        page.raw("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Cells\"><table class=\"grid\">"
                + "<caption>The cells, with intervals of ").label("95 %").raw("</caption><thead><tr>")
                .heading(hasAgents() ? "Agent, model" : "Model");
        known.forEach(column -> page.heading(column.words));
        boolean hasFailures = cells.stream()
                .anyMatch(cell -> tree.number(cell.run + ".summary.totals.failed").orElse(0) > 0);
        page.raw(hasFailures ? "<th scope=\"col\">Failed</th></tr></thead><tbody>\n" : "</tr></thead><tbody>\n");
        for (Cell cell : cells) {
            page.raw("<tr><th scope=\"row\">");
            Optional<String> address = tree.text(cell.run + ".address");
            address.ifPresent(link -> page.raw("<a href=\"" + Markup.escaped(link) + "\">"));
            name(cell);
            page.raw(address.isPresent() ? "</a></th>" : "</th>");
            for (Column column : known) {
                page.raw(column.unit.startsWith("USD") ? "<td class=\"wrapped\">" : "<td>");
                figure(cells, cell, column);
                page.raw("</td>");
            }
            if (hasFailures) {
                page.raw("<td>").figure(cell.run + ".summary.totals.failed", "").raw(" of ")
                        .figure(cell.run + ".summary.totals.queries", "").raw("</td>");
            }
            page.raw("</tr>\n");
        }
        page.endTable();
    }

    private void figure(List<Cell> cells, Cell cell, Column column) {
        String key = cell.run + "." + column.key;
        if (column.unit.equals("%")) {
            page.percentEstimate(key);
        } else {
            UnitScale ofColumn = UnitScale.ofLargest(
                    cells.stream().map(other -> tree.number(other.run + "." + column.key)),
                    column.unit);
            page.estimate(key, key + LOW, key + HIGH, any -> ofColumn);
        }
        if (tree.number(key).isPresent()) {
            if (isDoubtful(cell, column)) {
                page.raw(" <b class=\"mark limited\">!</b>");
            } else if (best(cells, column).equals(Optional.of(cell))) {
                page.raw(" <b class=\"mark best\">best</b>");
            }
        }
    }

    /** Returns whether a figure is not to be believed as it stands. */
    private boolean isDoubtful(Cell cell, Column column) {
        String accuracy = cell.run + ".accuracy.summary.";
        boolean hasHoles = tree.number(accuracy + "energy_missing_count").orElse(0) > 0
                && tree.text(accuracy + "energy_basis_of_headline").filter("total"::equals).isEmpty();
        boolean isMarked = tree.elements(cell.run + "." + column.key + "_marks").stream()
                .anyMatch(mark -> !tree.text(mark + ".level").orElse("").equals(HeadMark.ESTIMATED.name())
                        && !tree.text(mark + ".level").orElse("").equals(HeadMark.DOUBTFUL.name()));
        return isMarked || Boolean.TRUE.equals(tree.value(cell.run + ".summary.interrupted"))
                || tree.size(cell.run + ".summary.damage") > 0 || column.isOfJoules() && hasHoles;
    }

    /** Returns the best cell of a column, if its interval overlaps no other cell's. */
    private Optional<Cell> best(List<Cell> cells, Column column) {
        int sign = column.isBetterWhenHigher ? -1 : 1;
        List<Cell> believed = cells.stream().filter(cell -> !isDoubtful(cell, column)
                && tree.number(cell.run + "." + column.key).isPresent())
                .sorted(Comparator.comparingDouble(cell -> sign * number(cell, column, ""))).toList();
        return believed.size() < 2
                ? Optional.empty()
                : Optional.of(believed.getFirst()).filter(best -> believed.stream().skip(1)
                        .allMatch(other -> column.isBetterWhenHigher
                                ? number(best, column, LOW) > number(other, column, HIGH)
                                : number(best, column, HIGH) < number(other, column, LOW)));
    }

    private double number(Cell cell, Column column, String end) {
        return tree.number(cell.run + "." + column.key + end).orElse(Double.NaN);
    }

    private void chart(List<Cell> cells) {
        PointChart chart = new PointChart("Accuracy against the joules of a query, a point for each cell",
                new Axis("J/query", "J"), new Axis("Accuracy", "%"), false);
        List<Cell> drawn = cells.stream().filter(cell -> Stream.of(ACCURACY, JOULES)
                .allMatch(column -> Double.isFinite(number(cell, column, "")))).toList();
        for (Cell cell : drawn) {
            boolean isDoubtful = isDoubtful(cell, ACCURACY) || isDoubtful(cell, JOULES);
            boolean isOnFront = drawn.stream().noneMatch(other -> dominates(other, cell));
            chart.point(isDoubtful ? "doubtful" : isOnFront ? PointChart.MARKED : "",
                    value(number(cell, JOULES, ""), cell, JOULES),
                    value(number(cell, ACCURACY, ""), cell, ACCURACY), words(cell));
        }
        if (!chart.isEmpty()) {
            page.raw("<div>" + chart.html() + "<p class=\"of\">Up and to the left is better. Orange: the Pareto front, "
                    + "where no other cell is at least as accurate for fewer joules; compare the intervals.</p></div>\n");
        }
    }

    private Value value(double value, Cell cell, Column column) {
        return new Value(value, number(cell, column, LOW), number(cell, column, HIGH));
    }

    private boolean dominates(Cell one, Cell other) {
        double right = number(one, ACCURACY, "") - number(other, ACCURACY, "");
        double spared = number(other, JOULES, "") - number(one, JOULES, "");
        return right >= 0 && spared >= 0 && (right > 0 || spared > 0);
    }

    /** Writes the accuracy of each subject in each cell, if there are several subjects. */
    private void subjects(List<Cell> cells) {
        List<String> subjects = cells.stream().flatMap(cell -> tree.elements(subjectsOf(cell)).stream())
                .flatMap(one -> tree.text(one + ".subject").stream()).distinct().limit(MAX_SUBJECTS).toList();
        if (subjects.size() < 2) {
            return;
        }
        page.raw("<details class=\"more\" open=\"open\"><summary>Accuracy by subject</summary><div class=\"scroll\" "
                + "tabindex=\"0\" role=\"group\" aria-label=\"Accuracy by subject\"><table><caption>Accuracy by subject, "
                + "with intervals of ").label("95 %").raw("</caption><thead><tr>").heading("Subject");
        cells.forEach(cell -> {
            page.raw("<th scope=\"col\">");
            name(cell);
            page.raw("</th>");
        });
        page.raw("</tr></thead><tbody>\n");
        for (String subject : subjects) {
            page.raw("<tr><th scope=\"row\">").label(subject).raw("</th>");
            for (Cell cell : cells) {
                Optional<String> one = tree.elements(subjectsOf(cell)).stream()
                        .filter(key -> tree.text(key + ".subject").filter(subject::equals).isPresent()).findFirst();
                page.cell(() -> one.ifPresentOrElse(key -> page.percentEstimate(key + ".accuracy"),
                        () -> page.raw("\u2013")));
            }
            page.raw("</tr>\n");
        }
        page.endTable().raw("</details>\n");
    }

    private static String subjectsOf(Cell cell) {
        return cell.run + ".accuracy.data.per_subject";
    }

    private void unfinished() {
        List<String> cells = tree.elements(CELLS).stream()
                .filter(cell -> !tree.text(cell + ".state").orElse("").equals("finished")).toList();
        if (!cells.isEmpty()) {
            page.raw("<ul class=\"limits\" aria-label=\"Cells without results\">\n");
            cells.forEach(cell -> {
                page.raw("<li>").text(cell + ".name").raw(": ").text(cell + ".state");
                if (tree.has(cell + ".reason")) {
                    page.raw(", ").begun(cell + ".reason");
                }
                page.raw("</li>\n");
            });
            page.raw("</ul>\n");
        }
    }
}
