package dev.ipw.telemetry.remote;

import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The labels of the series to read from a Prometheus server: {@code job=NAME}, and {@code labels=} with matchers as
 * PromQL has them, without quotes and separated by blanks: {@code cluster=a rack=~r[1-4]}.
 *
 * @param matchers the matchers in PromQL
 */
record CentralSelector(List<String> matchers) {
    private static final Pattern MATCHER = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)(=~|!~|!=|=)(\\S+)");

    CentralSelector {
        matchers = List.copyOf(matchers);
    }

    static CentralSelector of(Parameters parameters) {
        List<String> matchers = new ArrayList<>();
        parameters.text("job").ifPresent(job -> matchers.add("job=" + quoted(job)));
        for (String text : parameters.text("labels").orElse("").strip().split("\\s+")) {
            Matcher matcher = MATCHER.matcher(text);
            if (matcher.matches()) {
                matchers.add(matcher.group(1) + matcher.group(2) + quoted(matcher.group(3)));
            } else if (!text.isEmpty()) {
                throw new ConfigurationException("'" + text + "' of labels= is no matcher of a label. Give some such as"
                        + " labels=cluster=a rack=~r[1-4], separated by blanks, without quotes");
            }
        }
        return new CentralSelector(matchers);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** Returns the selector of all series whose names match a regular expression. */
    String of(String names) {
        List<String> all = new ArrayList<>(List.of("__name__=~" + quoted(names)));
        all.addAll(matchers);
        return "{" + String.join(",", all) + "}";
    }
}
