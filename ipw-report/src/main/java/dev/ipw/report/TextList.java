package dev.ipw.report;

import dev.ipw.report.markup.Markup;
import java.util.List;
import java.util.function.Predicate;

/** A list of texts under a title of its own; nothing if the list is empty. */
record TextList(Markup page) {
    void write(String key, String title, Predicate<String> which) {
        List<String> keys = page.tree().elements(key).stream()
                .filter(one -> page.tree().text(one).filter(which).isPresent()).toList();
        if (!keys.isEmpty()) {
            page.raw("<p class=\"over\">" + title + "</p>\n<ul class=\"warnings\">");
            keys.forEach(one -> page.raw("<li>").text(one).raw("</li>\n"));
            page.raw("</ul>\n");
        }
    }
}
