package dev.ipw.report.head;

import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;

/** The result of a run in one sentence. */
record HeadSentence(Markup page, Tree tree, String run, HeadFigures figures) {
    /** Fewer failures than one in twenty are only in their badge. */
    private static final int FEW = 20;

    void write() {
        page.raw("<h1 class=\"answer\">").text(run + ".subject");
        if (figures.queries() > 0 && figures.failed() == figures.queries()) {
            page.raw(" answered nothing");
            of(" of ");
            page.raw(": all ").figure(run + ".summary.totals.failed", "").raw(" requests failed");
        } else if (figures.isOfTasks()) {
            page.raw(" as ").text(run + ".summary.agent.agent").raw(" solves <b>")
                    .figure(run + ".solved.summary.solved", "")
                    .raw(" of ").figure(run + ".solved.summary.attempts", "").raw("</b> tasks");
            of(" of ");
            notEvaluated();
            joules(" at ", "", figures.joulesPerSolvedTask(), "</b> per solved task");
            failures();
            times();
        } else if (figures.accuracy().isKnown() && !figures.accuracy().is(HeadMark.INVALID)) {
            page.raw(" answers <b>");
            figures.accuracy().writeBest(page);
            page.raw("</b>");
            of(" of ");
            page.raw(" right");
            joules(" at ", "");
            failures();
            times();
        } else {
            if (!isUsable(figures.joulesPerQuery())) {
                page.raw(" answered ").figure(run + ".summary.totals.succeeded", "").raw(" requests");
                of(" of ");
            }
            joules(" used ", " on ");
            failures();
            page.raw(figures.accuracy().isKnown() ? "; its accuracy is not usable" : "; no answer was scored");
            times();
        }
        page.raw(".</h1>\n");
    }

    private void of(String word) {
        if (tree.has(run + ".summary.dataset_name")) {
            page.raw(word).text(run + ".summary.dataset_name");
        }
    }

    private void joules(String before, String of) {
        joules(before, of, figures.joulesPerQuery(), "</b> a query");
    }

    private void joules(String before, String of, HeadFigure joules, String each) {
        if (joules.is(HeadMark.INVALID)) {
            page.raw("; its joules are not usable");
        } else if (!isUsable(joules)) {
            page.raw("; its joules are not known");
        } else {
            page.raw(before + "<b>");
            joules.writeBest(page);
            page.raw(each);
            if (!of.isEmpty()) {
                of(of);
            }
            page.raw(", " + source(joules));
        }
    }

    private boolean isUsable(HeadFigure joules) {
        return joules.isKnown() && figures.hasJoules() && !joules.is(HeadMark.INVALID);
    }

    private String source(HeadFigure joules) {
        String source = joules.is(HeadMark.ESTIMATED)
                ? "estimated"
                : figures.provenance().equals("INTEGRATED") ? "integrated from watts" : "measured";
        return source + (joules.is(HeadMark.PARTIAL) ? " in part" : "")
                + (joules.is(HeadMark.UNTRUSTED) ? " but uncertain" : "");
    }

    private void failures() {
        if (figures.failed() * FEW >= figures.queries() && figures.failed() > 0) {
            page.raw("; ").figure(run + ".summary.totals.failed", "").raw(" of ")
                    .figure(run + ".summary.totals.queries", "").raw(" requests failed");
        }
    }

    /** Counts the tasks without a verdict: the share of solved ones is of the others. */
    private void notEvaluated() {
        String unevaluated = run + ".accuracy.summary.unevaluated";
        if (tree.number(unevaluated).orElse(0) > 0) {
            page.raw(" (").figure(unevaluated, "").raw(" not evaluated)");
        }
    }

    private void times() {
        page.raw(switch (figures.times()) {
            case "valid" -> "";
            case "doubtful" -> "; times are doubtful";
            case "invalid" -> "; times are not usable";
            default -> "; times were not checked";
        });
    }
}
