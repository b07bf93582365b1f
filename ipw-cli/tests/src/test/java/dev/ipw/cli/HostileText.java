package dev.ipw.cli;

import java.util.List;
import java.util.SplittableRandom;

/** Draws texts that a terminal, a browser or a spreadsheet would obey, or that nobody can show. */
final class HostileText {
    /** Part of every secret that is drawn, and of nothing else. */
    static final String SECRET = "S3CR3T";

    private static final List<String> PARTS = List.of("\u001b[31m", "\u001b]0;title\u0007", "\u001b[2J", "\u001b[1A\r",
            "\u009b31m", "\u009d0;x\u009c", "\u0090q\u009c", "\u0085", "\u0000", "\u0007", "\b\b\b", "\u007f", "\r",
            "\n",
            "\r\n", "\t", "\u2028", "\u202e", "\u202a", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c", "\u200d",
            "\ufeff",
            "\ud800", "\udc00", "\udbff", "\ud83d\ude00", "\u4f60\u597d", "e\u0301\u0301\u0301", "\ufdd0", "\uffff",
            "=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(1)", "\t=1", ",", ";", "\"", "'", "\"\"", "`", "\\", "\\\"",
            "\\u001b",
            "<zq onload=alert(1)>", "</script><zq>", "<!--", "]]>", "&zq;", "${zq}", "%n%s%d", "{}", "[redacted]", " ",
            "  ",
            "plain", "words of a sentence", "key", "token:", "api_key", "https://host:80/v1", "a=b=c");
    private static final List<String> SECRETS = List.of("api_key=%s", "Authorization: Bearer %s",
            "authorization: bearer %s",
            "{\"api_key\":\"%s\"}", "{'token': '%s'}", "--api-key %s", "https://me:%s@host/v1", "http://h?key=%s&x=1",
            "x-api-key: %s", "sk-%s0123456789abcdef", "Bearer %s-0123456789", "{\\\"secret\\\":\\\"%s\\\"}",
            "password='%s", "authorization%%3A%%20Bearer%%20%s");

    private HostileText() {}

    /** Draw a text, now and then a long one, with nothing in it that is a secret. */
    static String draw(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int parts = random.nextInt(8);
        for (int part = 0; part < parts; part++) {
            text.append(PARTS.get(random.nextInt(PARTS.size())));
        }
        return random.nextInt(20) == 0 ? text.append('x').toString().repeat(random.nextInt(1, 400)) : text.toString();
    }

    /** Draw a text that quotes a secret in one of the ways that the documents name. */
    static String withSecret(SplittableRandom random) {
        String place = SECRETS.get(random.nextInt(SECRETS.size())).formatted(SECRET);
        return draw(random) + " " + place + " " + draw(random);
    }

    /** Draw a text in which nothing may be taken for a secret. */
    static String harmless(SplittableRandom random) {
        return draw(random).replace("key", "sea").replace("token", "taken");
    }

    /** Draw a text that may be the name of a folder. */
    static String name(SplittableRandom random) {
        String name = draw(random).replaceAll("[\\x00-\\x1f/\\\\\\x7f\\p{Cs}]", "").strip();
        return name.codePoints().limit(30).collect(StringBuilder::new, StringBuilder::appendCodePoint,
                StringBuilder::append).toString();
    }
}
