package dev.ipw.internal.io;

/** Text in HTML and XML. */
public final class MarkupText {
    private MarkupText() {}

    /**
     * Returns text that is safe inside an element and inside an attribute in quotes; characters that XML does not allow
     * become a mark.
     *
     * @param text any text
     * @return the text, escaped
     */
    public static String escaped(String text) {
        StringBuilder safe = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            switch (point) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\'' -> safe.append("&#39;");
                default -> safe.appendCodePoint(isPlain(point) ? point : VisibleText.MARK);
            }
        });
        return safe.toString();
    }

    private static boolean isPlain(int point) {
        boolean isWhiteSpace = point == '\t' || point == '\n';
        return (isWhiteSpace || !VisibleText.isHidden(point)) && point != 0xfffe && point != 0xffff;
    }
}
