package dev.ipw.cli.show;

import dev.ipw.analysis.comparison.ComparedDimension;
import dev.ipw.analysis.comparison.internal.ComparedRun;
import dev.ipw.analysis.comparison.internal.FigureText;
import dev.ipw.analysis.comparison.internal.QueryPlan;
import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.TextTable;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.results.RunReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command that computes how long runs must be to find a difference. */
@Command(name = "plan", description = {
        "Say how many queries and seconds each of two runs needs so that a difference between them is found, from a pilot "
                + "run.",
        "It is found with a chance of 80 %% at a confidence of 95 %%, by runs of different questions; runs of the same "
                + "questions need fewer."})
public final class PlanCommand implements Runnable {
    private final CommandContext ipw;

    @Parameters(arity = "1", paramLabel = "RUN", description = "The folder of a pilot run, of 30 queries or more.")
    private @Nullable Path run;

    @Option(names = "--difference", paramLabel = "SHARE", defaultValue = "5%",
            description = "The difference to find, for example 5%% or 0.05. Default: 5%%.")
    private String difference = "5%";

    @Option(names = "--dimension", paramLabel = "NAME", defaultValue = "ipj",
            description = "What is to be compared, for example ipj, tpot, joules or accuracy. Default: "
                    + "${DEFAULT-VALUE}.")
    private String dimension = "ipj";

    public PlanCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public void run() {
        if (run == null) {
            throw new ConfigurationException("plan needs the folder of a pilot run");
        }
        QueryPlan plan = QueryPlan.of(ComparedRun.of(RunReader.open(run)), ComparedDimension.named(dimension),
                share(difference));
        plan.warnings().forEach(warning -> ipw.note("Warning: " + warning));
        ipw.answer(() -> text(plan, ipw.terminal().columns()), () -> tree(plan));
    }

    private static double share(String typed) {
        boolean percent = typed.strip().endsWith("%");
        String number = percent ? typed.strip().substring(0, typed.strip().length() - 1) : typed;
        try {
            return Double.parseDouble(number.strip()) / (percent ? 100 : 1);
        } catch (NumberFormatException wrong) {
            throw new ConfigurationException(
                    "--difference is a share such as 5% or 0.05, not '" + typed + "'", wrong);
        }
    }

    private static String text(QueryPlan plan, int columns) {
        String what = plan.statistic().equals("median")
                ? "median " + plan.dimension().words()
                : plan.dimension().words();
        return TextTable.paragraph("To find a difference of " + percent(plan.difference()) + " in " + what + " ("
                + new FigureText(plan.value(), plan.dimension().unit()) + " in the pilot), each of two runs needs "
                + plan.queries() + " queries, about " + time(plan.secondsPerRun()) + " at the pilot's rate.", "",
                columns)
                + TextTable.paragraph("One query varies by " + percent(plan.relativeDeviation()) + "; the pilot has "
                        + plan.pilotQueries()
                        + " of them.", "", columns);
    }

    private static String percent(double share) {
        return Figures.of(share * 100) + " %";
    }

    private static String time(double seconds) {
        if (seconds < 120) {
            return new FigureText(seconds, "s").toString();
        }
        Duration duration = Duration.ofSeconds(Math.round(seconds));
        return duration.toHours() == 0
                ? duration.toMinutes() + " min"
                : String.format(Locale.ROOT, "%d h %02d min", duration.toHours(), duration.toMinutesPart());
    }

    private static TreeBuilder tree(QueryPlan plan) {
        return TreeBuilder.object().put("dimension", plan.dimension().label()).put("statistic", plan.statistic())
                .put("difference", plan.difference()).put("pilot_value", plan.value())
                .put("unit", plan.dimension().unit()).put("relative_deviation", plan.relativeDeviation())
                .put("pilot_queries", plan.pilotQueries()).put("effective_queries", plan.effectiveQueries())
                .put("queries_per_run", plan.queries()).put("seconds_per_run", plan.secondsPerRun())
                .put("warnings", plan.warnings());
    }
}
