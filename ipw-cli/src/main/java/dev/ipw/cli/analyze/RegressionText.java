package dev.ipw.cli.analyze;

import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.PlusMinus;
import dev.ipw.cli.text.TextTable;
import dev.ipw.internal.tree.TreeReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The text of a regression analysis for a person, the cost of tokens: the fits with both kinds of tokens first, the
 * lines of the Python reference below.
 */
record RegressionText(int columns) {
    private static final List<String> JOINT = List.of("energy", "power", "time_to_first_token", "total_time");
    private static final List<String> TERMS = List.of("intercept", "input_tokens", "output_tokens");
    private static final double MILLI = 1e3;
    private static final double SMALL_SLOPE = 0.01;

    String of(TreeReader summary, TreeReader data) {
        StringBuilder text = new StringBuilder(TextTable.paragraph(
                "Against the tokens of prompt and answer together: fixed, and for each token; \u00b1 holds with 95 % "
                        + "(HC3); "
                        + "joules of " + summary.text("joint_basis") + " (" + summary.text("joint_provenance") + ")",
                "", columns));
        TextTable table = new TextTable(1, 2, 3, 4, 5, 6).dropping(6, 4, 5);
        table.row("", "fixed", "per prompt", "per answer", "r2", "strays", "queries");
        TreeReader joint = data.child("joint");
        List<String> notes = new ArrayList<>();
        JOINT.forEach(figure -> joint(table, notes, figure, joint.child(figure)));
        text.append(table.format("  ", columns));
        notes.forEach(note -> text.append(TextTable.paragraph(note, "  ", columns)));
        data.children("steps").forEach(device -> text.append(steps(device)));
        return text.append(TextTable.paragraph("Each against one count, as the Python reference fits them; joules of "
                + summary.text("energy_basis") + ", watts of " + summary.text("power_basis"), "", columns))
                .append(lines(data)).toString();
    }

    /** Describes the fit on the device's own steps, if queries have only shares of its joules. */
    private String steps(TreeReader device) {
        TreeReader rules = device.child("output_token_by_rule");
        String remark = device.truth("tells_tokens_from_time")
                ? ""
                : "; the run cannot separate tokens from time, so use the band only";
        return TextTable.paragraph("Steps of " + device.text("device") + " against the work in them (ESTIMATED, "
                + device.optionalText("trust").orElse("unchecked") + ", r2 " + share(device.optionalReal("r2")) + ", "
                + device.whole("counter_steps") + " steps): "
                + joules(device.child("output_token")) + " a token of the answer, "
                + joules(device.child("input_token")) + " of the prompt; by other rules a token of the answer costs "
                + Figures.of(rules.real("lowest") * MILLI) + " to " + Figures.of(rules.real("highest") * MILLI) + " mJ"
                + remark,
                "  ", columns);
    }

    private static String joules(TreeReader token) {
        return PlusMinus.of(token.real("value") * MILLI, half(token, MILLI)) + " mJ";
    }

    private static void joint(TextTable table, List<String> notes, String figure, TreeReader fit) {
        String name = figure.replace('_', ' ');
        List<TreeReader> terms = fit.children("terms");
        double scale = scale(fit.text("unit"), terms);
        table.row(name.replace("time to ", "") + ", " + unit(fit, scale), cell(terms, 0, scale), cell(terms, 1, scale),
                cell(terms, 2, scale),
                share(fit.optionalReal("r2")), scaled(fit.optionalReal("residual_standard_deviation"), scale),
                String.valueOf(fit.whole("count")));
        fit.optionalChild("robust").ifPresent(robust -> {
            List<TreeReader> firm = robust.children("terms");
            table.row("  robust", cell(firm, 0, scale), cell(firm, 1, scale), cell(firm, 2, scale), "",
                    scaled(OptionalDouble.of(robust.real("scale")), scale), "");
        });
        fit.optionalText("reason").ifPresent(reason -> notes.add(name + ": " + reason));
        fit.optionalText("interval_reason").ifPresent(reason -> notes.add(name + ": " + reason));
        fit.optionalText("robust_reason").ifPresent(reason -> notes.add(name + " has no robust fit: " + reason));
        Map<String, ? extends @Nullable Object> leftOut = fit.child("left_out").asMap();
        if (!leftOut.isEmpty()) {
            List<String> counts = new ArrayList<>();
            leftOut.forEach((reason, count) -> counts.add(reason.replace('_', ' ') + " (" + count + ")"));
            notes.add(name + " leaves out queries: " + String.join(", ", counts));
        }
    }

    private static String unit(TreeReader fit, double scale) {
        return (scale == MILLI ? "m" : "") + fit.text("unit");
    }

    private static double scale(String unit, List<TreeReader> terms) {
        boolean small = terms.size() > 1
                && terms.stream().skip(1).allMatch(term -> Math.abs(term.real("value")) < SMALL_SLOPE);
        return unit.equals("s") || small ? MILLI : 1;
    }

    private static String cell(List<TreeReader> terms, int number, double scale) {
        Optional<TreeReader> term = terms.stream().filter(one -> one.text("name").equals(TERMS.get(number)))
                .findFirst();
        return term.map(known -> PlusMinus.of(known.real("value") * scale, half(known, scale))).orElse("-");
    }

    private static OptionalDouble half(TreeReader term, double scale) {
        OptionalDouble high = term.optionalReal("high");
        return high.isEmpty()
                ? high
                : OptionalDouble.of((high.getAsDouble() - term.real("value")) * scale);
    }

    private static String scaled(OptionalDouble value, double scale) {
        return value.isEmpty() ? "-" : Figures.of(value.getAsDouble() * scale);
    }

    private static String share(OptionalDouble share) {
        return share.isEmpty() ? "-" : Figures.of(share.getAsDouble());
    }

    /** Formats the lines, in the units of the fits above them. */
    private String lines(TreeReader data) {
        TextTable table = new TextTable(1, 2, 3, 4).dropping(4, 3).row("", "each token", "intercept", "r2", "queries");
        Map<String, List<String>> absent = new LinkedHashMap<>();
        data.asMap().keySet().stream().filter(name -> !List.of("joint", "steps").contains(name)).forEach(name -> {
            TreeReader line = data.child(name);
            Optional<String> reason = line.optionalText("reason");
            if (reason.isPresent()) {
                absent.computeIfAbsent(reason.get(), any -> new ArrayList<>()).add(name.replace('_', ' '));
                return;
            }
            TreeReader fit = data.child("joint")
                    .child(name.contains("energy") ? "energy" : name.contains("power") ? "power" : "total_time");
            double scale = scale(fit.text("unit"), fit.children("terms"));
            table.row(name.replace('_', ' ') + ", " + unit(fit, scale), scaled(line.optionalReal("slope"), scale),
                    scaled(line.optionalReal("intercept"), scale), share(line.optionalReal("r2")),
                    String.valueOf(line.whole("count")));
        });
        StringBuilder text = new StringBuilder(table.format("  ", columns));
        absent.forEach((reason, names) -> text
                .append(TextTable.paragraph("No " + String.join(", ", names) + ": " + reason, "  ", columns)));
        return text.toString();
    }
}
