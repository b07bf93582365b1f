package dev.ipw.meter.gateway;

/** The cleaning of names that callers choose, before they become labels of figures. */
final class LabelText {
    private LabelText() {}

    /** Returns the start of a name, in visible characters only. */
    static String of(String name, int maxCharacters) {
        StringBuilder clean = new StringBuilder();
        name.strip().codePoints().limit(maxCharacters)
                .map(one -> Character.isLetterOrDigit(one) || (one > ' ' && one < 0x7F) || one == ' ' ? one : '?')
                .forEach(clean::appendCodePoint);
        return clean.toString();
    }
}
