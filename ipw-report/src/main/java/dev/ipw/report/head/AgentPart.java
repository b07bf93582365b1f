package dev.ipw.report.head;

import dev.ipw.report.findings.AgentEnergy;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The division of an agent's joules, as a bar and a table; without one, the reason and the times of the actions. */
record AgentPart(Markup page, Tree tree, String run) {
    private static final Map<String, String> WORDS = Map.of("call", "model", "tool", "tools", "idle",
            "waiting within tasks", "phase", "set-up and tests around tasks", "outside", "between tasks");

    void write() {
        String key = run + "." + AgentEnergy.KEY;
        if (!tree.has(key)) {
            return;
        }
        page.raw("<section id=\"division\" class=\"panel\"><h2>Where the joules went</h2>\n");
        List<String> parts = tree.elements(key + ".parts");
        if (parts.isEmpty()) {
            page.raw("<p class=\"reason\">Not known: ").text(key + ".reason").raw(".</p>\n");
        } else {
            bar(parts);
            table(key, parts);
        }
        actions(key);
        page.raw("</section>\n");
    }

    private void bar(List<String> parts) {
        page.raw("<div class=\"split\" role=\"img\" aria-label=\"The joules of the run by their use\">");
        parts.forEach(part -> page.raw(String.format(Locale.ROOT, "<i class=\"part %s\" style=\"width:%.2f%%\"></i>",
                kind(part), 100 * tree.number(part + ".share").orElse(0))));
        page.raw("</div>\n");
    }

    private String kind(String part) {
        return tree.text(part + ".kind").filter(WORDS::containsKey).orElse("outside");
    }

    private void table(String key, List<String> parts) {
        page.raw("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Joules by use\"><table>"
                + "<caption>All joules of the measured time, ").text(run + ".summary.totals.device_energy.provenance")
                .headings(List.of("Use", "Energy", "Share", "Time, added up", "How often"));
        for (String part : parts) {
            page.raw("<tr><th scope=\"row\"><i class=\"swatch part " + kind(part) + "\"></i>"
                    + words(key, kind(part)) + "</th><td>").figure(part + ".joules", "J");
            // That of all joules is above the table.
            if (tree.text(part + ".provenance").filter(HeadMark.ESTIMATED.name()::equals).isPresent()
                    && !tree.text(part + ".provenance")
                            .equals(tree.text(run + ".summary.totals.device_energy.provenance"))) {
                page.raw(" <b class=\"mark limited\">").text(part + ".provenance").raw("</b>");
            }
            page.raw("</td><td>").percent(part + ".share").raw("</td><td>").figure(part + ".seconds", "s")
                    .raw("</td><td>").figure(part + ".count", "").raw("</td></tr>\n");
        }
        page.raw("<tr class=\"sum\"><th scope=\"row\">all</th><td>").figure(key + ".total_joules", "J")
                .raw((Boolean.TRUE.equals(tree.value(key + ".is_total_complete"))
                        ? ""
                        : " <b class=\"mark limited\">PARTIAL</b>") + "</td><td></td><td>")
                .figure(key + ".seconds", "s").raw("</td><td></td></tr>\n").endTable();
        if (parts.stream().anyMatch(part -> kind(part).equals("phase"))) {
            page.raw("<p class=\"of\">The joules per solved task leave out what is around the tasks.</p>\n");
        }
    }

    private String words(String key, String kind) {
        boolean isWhole = Boolean.TRUE.equals(tree.value(key + ".is_divided_wholly"));
        return WORDS.get(kind) + (kind.equals("outside") && !isWhole ? ", and what is not known of the others" : "");
    }

    /** Writes the actions by name: which tool, which phase. */
    private void actions(String key) {
        List<String> actions = tree.elements(key + ".actions");
        if (actions.isEmpty()) {
            return;
        }
        page.raw("<details class=\"more\"><summary>By tool and phase</summary><div class=\"scroll\" tabindex=\"0\" "
                + "role=\"group\" aria-label=\"Actions\"><table><caption>Actions of all tasks; tools at work at the same "
                + "time each have their seconds").headings(List.of("Action", "Name", "How often", "Time", "Energy"));
        for (String action : actions) {
            page.raw("<tr><th scope=\"row\">").text(action + ".kind").raw("</th><td>").text(action + ".name")
                    .raw("</td><td>").figure(action + ".count", "").raw("</td><td>").figure(action + ".seconds", "s")
                    .raw("</td><td>")
                    .estimate(action + ".joules", action + ".joules_low", action + ".joules_high", "J")
                    .raw("</td></tr>\n");
        }
        page.endTable().raw("</details>\n");
    }
}
