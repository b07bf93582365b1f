package dev.ipw.opentelemetry;

import io.opentelemetry.api.common.Attributes;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The choice of the spans that are measured: GenAI spans, and spans with chosen names. */
final class MeasuredNames {
    private final List<Pattern> patterns;

    /** Creates the choice by names, in which {@code *} stands for any text. */
    MeasuredNames(Collection<String> names) {
        patterns = names.stream().map(MeasuredNames::pattern).toList();
    }

    private static Pattern pattern(String name) {
        return Pattern.compile(Stream.of(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")),
                Pattern.DOTALL);
    }

    boolean include(String name, Attributes atStart) {
        return GenAi.isOperation(atStart) || patterns.stream().anyMatch(one -> one.matcher(name).matches());
    }
}
