package dev.ipw.report.head;

import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.List;

/** The badges of several runs together: the sources of their joules, and whether their times may be used. */
record RunsBadges(Markup page, Tree tree) {
    void write() {
        List<HeadFigures> all = tree.elements("runs").stream().map(run -> new HeadFigures(tree, run)).toList();
        if (all.isEmpty()) {
            return;
        }
        List<String> sources = all.stream().map(HeadFigures::provenance).distinct().toList();
        page.raw("<p class=\"badges\"><span class=\"badge "
                + (sources.equals(List.of("MEASURED"))
                        ? "valid"
                        : all.stream().anyMatch(HeadFigures::hasJoules) ? "doubtful" : "invalid")
                + "\">");
        if (sources.size() > 1) {
            page.raw("energy of several sources");
        } else if (all.getFirst().hasJoules()) {
            page.raw("energy ").text(all.getFirst().provenanceKey());
        } else {
            page.raw("no joules");
        }
        List<String> times = all.stream().map(HeadFigures::times).distinct().toList();
        boolean isAlike = times.size() == 1;
        String worst = List.of("invalid", "unknown", "doubtful", "valid").stream().filter(times::contains).findFirst()
                .orElse("unknown");
        page.raw("</span> <span class=\"badge " + worst + "\">" + (isAlike || worst.equals("valid")
                ? "times "
                : "some times ")
                + switch (worst) {
                    case "invalid" -> "not usable";
                    case "unknown" -> "not checked";
                    default -> worst;
                } + "</span></p>\n");
    }
}
