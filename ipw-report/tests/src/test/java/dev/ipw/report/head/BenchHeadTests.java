package dev.ipw.report.head;

import dev.ipw.internal.tree.TreeReader;
import dev.ipw.report.markup.Markup;
import dev.ipw.report.markup.Tree;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BenchHeadTests {
    private static final String GRID = """
            {"bench": {"name": "grid", "cells": [
            {"name": "a", "agent": "none", "model": "small", "dataset": "sums", "state": "finished"},
            {"name": "b", "agent": "react", "model": "large", "dataset": "sums", "state": "finished"},
            {"name": "c", "agent": "react", "model": "huge", "dataset": "sums", "state": "failed", "reason": "no model"}]},
            "runs": [
            {"folder": "grid/a", "summary": {"interrupted": false, "totals": {"failed": 0, "queries": 9}}, "accuracy":
            {"summary": {"accuracy": 0.5, "accuracy_low": 0.4, "accuracy_high": 0.6, "joules_per_query": 10.0,
            "joules_per_query_low": 9.0, "joules_per_query_high": 11.0},
            "data": {"per_subject": [{"subject": "law", "accuracy": 0.25}, {"subject": "art", "accuracy": 0.75}]}}},
            {"folder": "grid/b", "summary": {"interrupted": false, "totals": {"failed": 0, "queries": 9}}, "accuracy":
            {"summary": {"accuracy": 0.8, "accuracy_low": 0.7, "accuracy_high": 0.9, "joules_per_query": 30.0,
            "joules_per_query_low": 10.0, "joules_per_query_high": 50.0},
            "data": {"per_subject": [{"subject": "law", "accuracy": 1.0}]}}}]}
            """;

    private static String words(String json) {
        Markup page = new Markup(new Tree(new LinkedHashMap<>(TreeReader.ofJson("test", json).asMap())));
        new BenchHead(page, page.tree()).write();
        return page.toString().replaceAll("<svg.*?</svg>", "").replaceAll("<[^>]*>", " ").replace("&#160;", " ")
                .replaceAll("\\s+", " ").replace(" ,", ",");
    }

    @Test
    void namesTheBestCellOnlyWhereNoIntervalOverlaps() {
        assertThat(words(GRID)).contains("react, large is the most accurate, 80 %",
                "none is shown to need the least energy").containsOnlyOnce("80 % [ 70, 90 ] best");
    }

    @Test
    void takesNoDoubtfulCellForTheBest() {
        String words = words(GRID.replaceFirst("\"interrupted\": false", "\"interrupted\": true"));
        assertThat(words).contains("10.0 J [ 9.0, 11.0 ] !", "none is shown to be the most accurate")
                .doesNotContain("] best");
    }

    @Test
    void listsSubjectsAndCellsWithoutResults() {
        assertThat(words(GRID)).contains("law 25.0 % 100.0 %", "art 75.0 % \u2013", "c : failed, no model");
    }
}
