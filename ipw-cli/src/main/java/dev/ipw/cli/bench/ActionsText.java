package dev.ipw.cli.bench;

import dev.ipw.analysis.internal.QueryActions;
import dev.ipw.analysis.internal.QueryActions.Taken;
import dev.ipw.cli.text.Figures;
import dev.ipw.cli.text.TextTable;

/** The text of the sums of actions, a line for each. */
record ActionsText(QueryActions actions) {
    /** Formats the actions for a person. */
    String text(String indent, int columns) {
        TextTable table = new TextTable(1, 2, 3, 4).headed().row("", "count", "s", "J", "W", "");
        actions.sums()
                .forEach((action, sum) -> table.row(action.words(), Long.toString(sum.count()),
                        Figures.of(sum.seconds()),
                        Figures.of(sum.joules()), watts(sum),
                        sum.known() == sum.count() || sum.known() == 0 ? "" : "joules of " + sum.known()));
        return table.format(indent, columns);
    }

    private static String watts(Taken sum) {
        boolean isWhole = sum.known() == sum.count() && sum.seconds() > 0;
        return isWhole && sum.joules().isPresent() ? Figures.of(sum.joules().getAsDouble() / sum.seconds()) : "-";
    }
}
