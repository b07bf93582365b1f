package dev.ipw.report.head;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The limits of a run's figures, one line each: the first sentence of each reason, with the rest closed below it. */
record HeadLimits(Markup page, Tree tree, String run) {
    private static final int MAX_OPEN = 5;
    private static final int MAX = 50;
    private static final List<String> MARKED = List.of("accuracy", "intelligence_per_joule", "joules_per_query",
            "device_watts");
    private static final Set<String> HARMLESS = Set.of(EnergyFlag.WRAP.name(), EnergyFlag.ATTRIBUTED.name());

    void write() {
        List<Runnable> lines = lines();
        if (lines.isEmpty()) {
            return;
        }
        page.raw("<ul class=\"limits\" aria-label=\"Limits\">\n");
        lines.stream().limit(MAX_OPEN).forEach(Runnable::run);
        page.raw("</ul>\n");
        if (lines.size() > MAX_OPEN) {
            page.raw("<details class=\"more\"><summary>Further limits</summary><ul class=\"limits\">\n");
            lines.stream().skip(MAX_OPEN).limit(MAX).forEach(Runnable::run);
            page.raw("</ul></details>\n");
        }
    }

    private List<Runnable> lines() {
        List<Runnable> lines = new ArrayList<>();
        Set<String> known = new HashSet<>();
        String verdict = run + ".summary.verdict.reasons";
        for (String level : List.of("invalid", "doubtful")) {
            for (String reason : tree.elements(verdict)) {
                if (tree.text(reason + ".level").orElse("").equals(level)) {
                    add(lines, known, "Times: ", reason + ".text");
                }
            }
        }
        String energy = run + ".summary.totals.device_energy";
        if (!tree.has(energy + ".joules")) {
            add(lines, known, "No joules: ", energy + ".reason");
        }
        add(lines, known, "No intelligence per joule: ", run + ".accuracy.summary.why_no_headline");
        MARKED.forEach(figure -> tree.elements(run + ".accuracy.summary." + figure + "_marks")
                .forEach(mark -> add(lines, known, "Joules: ", mark + ".reason")));
        for (String list : List.of(".summary.warnings", ".accuracy.warnings")) {
            for (String warning : tree.elements(run + list)) {
                if (!tree.text(warning).orElse("").startsWith("Times are ")) {
                    add(lines, known, "", warning);
                }
            }
        }
        flags(lines, energy + ".flags");
        add(lines, known, "", run + ".energy_claim.sensor_error");
        return lines;
    }

    private void add(List<Runnable> lines, Set<String> known, String before, String key) {
        tree.text(key).filter(known::add).ifPresent(text -> lines
                .add(() -> page.raw("<li>" + before).begun(key).raw("</li>\n")));
    }

    private void flags(List<Runnable> lines, String key) {
        List<String> words = tree.elements(key).stream().flatMap(flag -> tree.text(flag).stream())
                .filter(flag -> !HARMLESS.contains(flag)).map(EnergyFlag::words).toList();
        if (!words.isEmpty()) {
            lines.add(() -> page.raw("<li>Joules: ").label(String.join(", ", words)).raw("</li>\n"));
        }
    }
}
