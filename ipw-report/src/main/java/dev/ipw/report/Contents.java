package dev.ipw.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The links to the sections of a page, in the order in which they were written. */
final class Contents {
    private static final Pattern SECTION = Pattern.compile("<section id=\"([a-z]+)\"><h2>([^<]+)</h2>");

    private Contents() {}

    static String of(String sections) {
        StringBuilder links = new StringBuilder("<nav class=\"contents\" aria-label=\"Contents\">"
                + "<a href=\"#summary\">Summary</a>");
        Matcher section = SECTION.matcher(sections);
        while (section.find()) {
            links.append(" <a href=\"#").append(section.group(1)).append("\">").append(section.group(2)).append("</a>");
        }
        return links.append("</nav>\n").toString();
    }
}
