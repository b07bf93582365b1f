package dev.ipw.cli.result;

import dev.ipw.analysis.Efficiency;
import dev.ipw.analysis.Goodput;
import dev.ipw.analysis.internal.LengthCheck;
import dev.ipw.cli.text.CommandWords;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.TextTable;
import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.ProcessShare;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.attribution.DeviceSharing;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.run.DeviceTotals.NetEnergy;
import dev.ipw.run.LoadSettings;
import dev.ipw.run.RunSummary;
import dev.ipw.run.RunTotals.SteadyState;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** All results of a run: a paragraph where the short screen has a figure. */
final class ResultDetails {
    private final RunReport report;
    private final RunSummary summary;
    private final Efficiency efficiency;

    ResultDetails(RunReport report) {
        this.report = report;
        summary = report.summary();
        efficiency = report.efficiency();
    }

    /** Formats the details for a person. */
    String text(int columns) {
        StringBuilder text = new StringBuilder(TextTable.paragraph(report.title(), "", columns));
        report.resumption().ifPresent(sentence -> text.append(TextTable.paragraph(sentence, "", columns)));
        text.append('\n').append(report.times().text(columns)).append('\n').append(report.figures().text(columns))
                .append('\n')
                .append(merits().format("  ", columns));
        summary.configuration().telemetryNote().filter(note -> !note.equals(efficiency.energySource()))
                .ifPresent(note -> append(text, "Note: " + CommandWords.of(note), columns));
        report.failedRequests().forEach(failed -> append(text, "Failed: " + failed.text(), columns));
        return text.append("\nRun: ").append(report.run().path()).append('\n').toString();
    }

    private static void append(StringBuilder text, String paragraph, int columns) {
        text.append('\n');
        TextTable.wrap(paragraph, columns).forEach(line -> text.append(line).append('\n'));
    }

    private TextTable merits() {
        TextTable table = new TextTable();
        table.row("Accuracy", report.accuracy());
        new HeadlineText(efficiency, summary).addTo(table, report.times().mark());
        report.goodput().ifPresent(known -> table.row("Goodput" + report.times().mark(), text(known)));
        report.solved().ifPresent(known -> table.row("A solved task", new SolvedText(known).text()));
        if (report.counting().excludedCount() > 0) {
            table.row("Cut", cut());
        }
        report.lengths().map(LengthCheck::input).filter(known -> known.asked() > 0)
                .ifPresent(known -> table.row("Prompt lengths", text(known)));
        report.lengths().map(LengthCheck::output).filter(known -> known.asked() > 0)
                .ifPresent(known -> table.row("Answer lengths", text(known) + howToFix(known)));
        table.row("Energy", energy());
        summary.totals().headline().net().ifPresent(net -> table.row("Idle and net", idleAndNet(net)));
        summary.totals().headline().steadyState().ifPresent(steady -> table.row("steady, J/token", steady(steady)));
        new AccountsText(summary).addTo(table);
        EvaluationCost.text(summary.evaluation()).ifPresent(text -> table.row("Evaluation", text));
        summary.judging().ifPresent(judging -> table.row("Judges' energy", EvaluationCost.energy(judging)));
        table.row("Profiler's own cost", profilerCost());
        SensorError.of(summary).ifPresent(text -> table.row("Of all joules", text));
        return table;
    }

    private static String text(Goodput known) {
        return known.met() + " of " + known.attempted() + " answers kept " + known.levels()
                + known.share().estimate().map(share -> " (" + Figures.percent(share) + ")").orElse("")
                + "; " + Figures.of(known.perSecond().value()) + " a second"
                + (known.joulesPerAnswer().value().isPresent()
                        ? ", " + Figures.of(known.joulesPerAnswer().value(), "J") + " each: all joules of the run over "
                                + "these answers"
                        : "");
    }

    String cut() {
        LoadSettings.Cut cut = summary.configuration().load().cut();
        return "times and output speed are of " + report.counting().count() + " of " + summary.totals().queries()
                + " queries, without those that were to start in the first " + Figures.of(cut.startSeconds())
                + " s or ended in the last " + Figures.of(cut.endSeconds())
                + " s; everything else is of the whole run";
    }

    static String text(LengthCheck.Deviation known) {
        if (known.counted() == 0) {
            return "there are no token counts for " + known.asked() + " queries, so their lengths are unknown";
        }
        String off = known.exact() == known.counted()
                ? ""
                : ", the others " + signed(known.lowest()) + " to " + signed(known.highest()) + " tokens off";
        return known.exact() + " of " + known.counted() + " exactly as asked" + off
                + (known.counted() == known.asked() ? "" : "; " + (known.asked() - known.counted()) + " not counted");
    }

    private static String signed(long tokens) {
        return (tokens > 0 ? "+" : "") + tokens;
    }

    private static String howToFix(LengthCheck.Deviation known) {
        return known.lowest() < 0
                ? "; the model ended answers early. vLLM, SGLang and llama.cpp continue with"
                        + " --client-param body.ignore_eos=true"
                : "";
    }

    private String profilerCost() {
        ProcessShare cost = summary.totals().profilerCost();
        EnergyReading energy = cost.energy();
        String joules = energy.isAvailable()
                ? energy.provenance() + ": " + Figures.of(energy)
                : "joules unavailable: " + CommandWords.of(energy.reason().orElseThrow());
        String time = cost.cpuSeconds().isPresent()
                ? Figures.of(cost.cpuSeconds()) + " s of processor time"
                : "processor time unknown";
        String whose = summary.configuration().client().isInProcess() ? " (this process, the model included)" : "";
        return time + ", " + joules + whose;
    }

    private String energy() {
        EnergyReading total = summary.totals().deviceEnergy();
        if (efficiency.energyProvenance() == Provenance.UNAVAILABLE && !total.isAvailable()) {
            return "unavailable: " + CommandWords.of(
                    report.coverage().hasHoles() ? report.coverage().text() : efficiency.energySource());
        }
        String whole = total.isAvailable()
                ? total.provenance() + ", " + efficiency.energyScope() + ": " + joules(total)
                : efficiency.energyProvenance() + ", " + efficiency.energyScope();
        boolean shared = total.isAvailable() && efficiency.shareProvenance() != Provenance.UNAVAILABLE
                && efficiency.shareProvenance() != total.provenance();
        String shares = shared
                ? "; requests overlapped, so a query's joules are an " + efficiency.shareProvenance()
                        + " share" + sharing()
                : "";
        String doubts = doubts(total).stream().map(doubt -> "; " + doubt).collect(Collectors.joining());
        String holes = report.coverage().hasHoles()
                || (!total.isComplete() && report.coverage().complete() < report.coverage().queries())
                        ? "; " + report.coverage().text()
                        : "";
        return whole + " (" + efficiency.energySource() + ")" + holes + shares + doubts;
    }

    private String idleAndNet(NetEnergy net) {
        if (!report.isWhole()) {
            return Figures.of(net.idleWatts(), "W") + " when idle; net unknown, since a part of the run's joules is";
        }
        return Figures.of(net.idleWatts(), "W") + " when idle; of "
                + Figures.of(summary.totals().deviceEnergy().joules(), "J") + " gross "
                + Figures.of(net.idleShareJoules(), "J") + " are idle power, net "
                + Figures.of(net.netJoules(), "J") + " (standard deviation " + Figures.of(net.sigmaJoules(), "J")
                + ")";
    }

    private static String steady(SteadyState steady) {
        return Figures.between(steady.energyPerOutputTokenJoules(), steady.lowestEnergyPerOutputTokenJoules(),
                steady.highestEnergyPerOutputTokenJoules(), "J") + ", idle power included";
    }

    /** Describes how the devices' joules were divided, grouped by method. */
    private String sharing() {
        Set<String> ways = new LinkedHashSet<>();
        summary.totals().devices().stream().filter(device -> device.total().scopes().stream()
                .allMatch(summary.totals().deviceEnergy().scopes()::contains))
                .forEach(device -> device.attribution().ifPresent(shared -> ways.add(way(shared))));
        return ways.isEmpty() ? "" : " by " + String.join(" and ", ways);
    }

    private static String way(DeviceSharing sharing) {
        return switch (sharing.rule()) {
            case FITTED -> "fitted costs, " + sharing.trust().label() + (sharing.quality().isPresent()
                    ? ": " + Figures.percent(sharing.quality().getAsDouble()) + " unexplained"
                    : "")
                    + (sharing.trust() == ShareTrust.FLAGGED
                            ? sharing.width().map(reason -> "; ranges are wide because " + reason.words()).orElse("")
                            : "");
            case AUTO, TOKENS -> "their tokens, 20 prompt tokens weighing as much as a generated one";
            case EQUAL -> "equal parts";
            case ACTIVE_TIME -> "the time each was active";
            case OUTPUT_TOKENS -> "their output tokens";
        };
    }

    /** Lists the doubts about the joules of a run. */
    static List<String> doubts(EnergyReading total) {
        List<String> doubts = new ArrayList<>();
        if (total.flags().contains(EnergyFlag.SHORT)) {
            doubts.add("the run is shorter than two updates of the sensor: ask more questions for a reliable figure");
        }
        if (total.flags().contains(EnergyFlag.MIRRORED)) {
            doubts.add("two packages have duplicate counters, so their joules may be counted twice");
        }
        return doubts;
    }

    static String joules(EnergyReading total) {
        return total.isComplete()
                ? Figures.of(total) + " in all"
                : Figures.of(total.joules(), "J") + " for the time that was read";
    }
}
