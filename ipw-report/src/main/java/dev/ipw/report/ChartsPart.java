package dev.ipw.report;

import dev.ipw.report.markup.Markup;
import java.util.Arrays;
import java.util.List;

/** The places of charts, each with its title, the number of its items, its source and a way to copy its figures. */
record ChartsPart(Markup page) {
    boolean any(String... groups) {
        return Arrays.stream(groups).anyMatch(group -> page.tree().size("charts." + group) > 0);
    }

    /** Writes a section of charts; nothing if there are no charts. */
    void write(String id, String group, String title, String words) {
        if (any(group)) {
            page.raw("<section id=\"" + id + "\"><h2>" + title + "</h2>\n<p class=\"lead\">" + words + "</p>\n");
            grid(group);
            page.raw("</section>\n");
        }
    }

    /** Writes groups of charts that are shown only once they are opened; nothing if there are no charts. */
    void collapsed(String words, String... groups) {
        if (any(groups)) {
            page.raw("<details class=\"more\"><summary>" + words + "</summary>\n");
            for (String group : groups) {
                grid(group);
            }
            page.raw("</details>\n");
        }
    }

    /** Writes charts side by side. */
    void grid(String group) {
        List<String> charts = page.tree().elements("charts." + group);
        if (!charts.isEmpty()) {
            page.raw("<div class=\"charts\">\n");
            charts.forEach(this::figure);
            page.raw("</div>\n");
        }
    }

    private void figure(String key) {
        String kind = page.tree().text(key + ".kind").orElse("");
        page.raw("<figure class=\"chart " + kind + "\" data-chart=\"" + key + "\"><figcaption>").text(key + ".title")
                .raw("</figcaption>\n<div class=\"plot\"></div>\n<p class=\"about\">n = "
                        + (page.tree().has(key + ".about") ? "about " : ""))
                .figure(key + ".n", "");
        if (page.tree().has(key + ".counted")) {
            page.raw(" ").text(key + ".counted");
        }
        if (page.tree().has(key + ".drawn")) {
            page.raw(", drawn: ").figure(key + ".drawn", "")
                    .raw(page.tree().has(key + ".about") ? " of about " : " of ").figure(key + ".of", "");
        }
        page.raw(". Source: ").text(key + ".source").raw(".");
        page.tree().elements(key + ".notes").forEach(note -> page.raw(" ").text(note).raw("."));
        page.raw(" <button type=\"button\" class=\"copy\">Copy CSV</button></p></figure>\n");
    }
}
