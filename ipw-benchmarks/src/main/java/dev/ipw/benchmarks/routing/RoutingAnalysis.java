package dev.ipw.benchmarks.routing;

import dev.ipw.analysis.AnalysisColumn;
import dev.ipw.analysis.AnalysisResult;
import dev.ipw.analysis.AnalysisTable;
import dev.ipw.analysis.AnalysisValue;
import dev.ipw.analysis.FigureScale;
import dev.ipw.analysis.RunFigure;
import dev.ipw.analysis.comparison.internal.RunNames;
import dev.ipw.analysis.internal.AnalysedRun;
import dev.ipw.analysis.internal.SideBySideAnalysis;
import dev.ipw.energy.Provenance;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The analysis of the savings that routing would have brought over runs of the same questions: the runs of smaller
 * models in the order in which a router tries them, and that of the large model last. Intervals cover the chance in the
 * selection of questions.
 */
final class RoutingAnalysis implements SideBySideAnalysis {
    /** The analysis' id. */
    static final String ID = "routing";

    private final List<Double> precisions;

    /** Makes an analysis with the shares of right decisions of imperfect routers, each from 0 to 1. */
    RoutingAnalysis(List<Double> precisions) {
        this.precisions = List.copyOf(precisions);
    }

    @Override
    public Passes beginTogether(List<AnalysedRun> runs) {
        if (runs.size() < 2) {
            throw new ConfigurationException("Routing needs the runs of at least two models over the same questions, "
                    + Setting.LARGE_MODEL_LAST);
        }
        List<String> names = RunNames.of(runs.stream().map(run -> run.run().directory().path()).toList());
        List<RoutedRun> routed = IntStream.range(0, runs.size())
                .mapToObj(place -> RoutedRun.of(names.get(place), runs.get(place).run())).toList();
        return new Passes(routed.stream().map(List::of).toList(), () -> analyze(routed));
    }

    /** Analyses runs that were read. */
    AnalysisResult analyze(List<RoutedRun> runs) {
        QuestionPairing pairing = QuestionPairing.of(runs);
        ResourceCoverage coverage = ResourceCoverage.of(runs, pairing.questions());
        RoutingFigures figures = new RoutingFigures(pairing.questions(), coverage);
        AnalysisResult.Builder result = AnalysisResult.builder(ID, figures.headline());
        for (RoutingResource resource : RoutingResource.values()) {
            result.figure(
                    AnalysisColumn.estimate("perfect_" + resource.label() + "_saved", "").scaled(FigureScale.PERCENT)
                            .labelled("perfect router saves, " + resource.unit()),
                    figures.saved(Router.PERFECT, resource));
        }
        result.figure(
                AnalysisColumn.estimate("answered_by_smaller", "").scaled(FigureScale.PERCENT)
                        .labelled("answered by a smaller model"),
                AnalysisValue.of(figures.share(RoutedQuestion::isRightSmall)))
                .figure(AnalysisColumn.estimate("best_of_smaller_gain", "").scaled(FigureScale.PERCENT)
                        .labelled("best of the smaller, gain"),
                        figures.bestOfSmallerGain());
        counts(result, figures);
        return result.table(routers(figures)).table(models(runs, figures))
                .warnings(warnings(runs, pairing, coverage)).build();
    }

    private static void counts(AnalysisResult.Builder result, RoutingFigures figures) {
        result.figure(AnalysisColumn.count("questions"), AnalysisValue.of((long) figures.questions()))
                .figure(AnalysisColumn.count("queries"), AnalysisValue.of(figures.count(one -> true)))
                .figure(AnalysisColumn.count("right_in_both").labelled("right: smaller and large"),
                        AnalysisValue.of(figures.count(one -> one.isRightSmall() && isRightLarge(one))))
                .figure(AnalysisColumn.count("right_only_smaller").labelled("right: only smaller"),
                        AnalysisValue.of(figures.count(one -> one.isRightSmall() && !isRightLarge(one))))
                .figure(AnalysisColumn.count("right_only_large").labelled("right: only large"),
                        AnalysisValue.of(figures.count(one -> !one.isRightSmall() && isRightLarge(one))))
                .figure(AnalysisColumn.count("right_in_none").labelled("right: none"),
                        AnalysisValue.of(figures.count(one -> !one.isRightAtAll())));
    }

    private static boolean isRightLarge(RoutedQuestion question) {
        return question.answers().getLast().isRight();
    }

    private AnalysisTable routers(RoutingFigures figures) {
        List<Router> routers = new ArrayList<>(List.of(Router.PERFECT));
        precisions.stream().filter(precision -> precision < 1).flatMap(precision -> Stream.of(Mistake.values())
                .map(mistake -> new Router(precision, mistake))).forEach(routers::add);
        List<AnalysisColumn> columns = new ArrayList<>(List.of(AnalysisColumn.text("router"),
                AnalysisColumn.number("precision", ""), AnalysisColumn.text("mistakes"),
                AnalysisColumn.estimate(RunFigure.ACCURACY),
                AnalysisColumn.estimate("smaller_share", "").scaled(FigureScale.PERCENT).labelled("to smaller")));
        for (RoutingResource resource : figures.known()) {
            columns.add(AnalysisColumn.estimate(resource.label() + "_saved", "").scaled(FigureScale.PERCENT)
                    .labelled("saved " + resource.unit()));
            columns.add(perQuery(resource));
        }
        return AnalysisTable.of("routers", "Routers", columns.toArray(AnalysisColumn[]::new))
                .rows(routers.stream().map(router -> row(router, figures)).toList()).keyedBy("router");
    }

    private static List<AnalysisValue> row(Router router, RoutingFigures figures) {
        List<AnalysisValue> row = new ArrayList<>(List.of(AnalysisValue.of(router.words()),
                AnalysisValue.of(router.precision()), AnalysisValue.of(router.mistake().label()),
                AnalysisValue.of(figures.mean(router::accuracy)), AnalysisValue.of(figures.mean(router::smallShare))));
        for (RoutingResource resource : figures.known()) {
            row.add(figures.saved(router, resource));
            row.add(figures.perQuery(question -> router.cost(question, resource), resource));
        }
        return row;
    }

    private static AnalysisColumn perQuery(RoutingResource resource) {
        return AnalysisColumn.estimate(resource.label() + "_per_query", "").labelled(resource.unit() + "/query");
    }

    private static AnalysisTable models(List<RoutedRun> runs, RoutingFigures figures) {
        List<AnalysisColumn> columns = new ArrayList<>(List.of(AnalysisColumn.text("run"),
                AnalysisColumn.text("model"), AnalysisColumn.text("role"), AnalysisColumn.estimate(RunFigure.ACCURACY),
                AnalysisColumn.count("routed").labelled("perfect router sends")));
        figures.known().forEach(resource -> columns.add(perQuery(resource)));
        List<List<AnalysisValue>> rows = new ArrayList<>();
        for (int place = 0; place < runs.size(); place++) {
            int model = place;
            List<AnalysisValue> row = new ArrayList<>(List.of(AnalysisValue.of(runs.get(place).name()),
                    AnalysisValue.of(runs.get(place).model()),
                    AnalysisValue.of(place < runs.size() - 1 ? "smaller" : "large"),
                    AnalysisValue.of(figures.mean(question -> Router.right(question, model))),
                    AnalysisValue.of(figures.count(question -> question.firstRight() == model))));
            for (RoutingResource resource : figures.known()) {
                row.add(figures.perQuery(question -> Router.cost(question, model, resource), resource));
            }
            rows.add(row);
        }
        return AnalysisTable.of("models", "Models", columns.toArray(AnalysisColumn[]::new)).rows(rows);
    }

    private static List<String> warnings(List<RoutedRun> runs, QuestionPairing pairing, ResourceCoverage coverage) {
        List<String> warnings = new ArrayList<>(pairing.left().stream().map(left -> "Queries left out, " + left)
                .toList());
        List<String> scopes = runs.stream().flatMap(run -> run.scope().stream()).distinct().toList();
        if (scopes.size() > 1) {
            warnings.add("The runs differ in the parts of the machine whose joules count: "
                    + String.join(", ", scopes));
        }
        runs.stream().filter(run -> run.provenance().equals(Optional.of(Provenance.ESTIMATED)))
                .forEach(run -> warnings.add("Joules of " + run.name() + " are ESTIMATED, so what is saved is too"));
        warnings.addAll(coverage.partial());
        return warnings;
    }
}
