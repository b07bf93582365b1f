package dev.ipw.agents.terminus;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The conversion of a model's keystrokes to commands of tmux. A text that consists of key names is sent as keys, line
 * ends are Enter, and everything else is typed literally.
 */
final class Keystrokes {
    /** The maximum length of a command; tmux accepts about 16 KB at once. */
    private static final int MAX_BYTES = 8_000;
    private static final int COMMAND_BYTES = 40;
    private static final String ENTER = "Enter";
    private static final String KEY = "(?:(?:[CMS]-)+[!-~]|\\^[@-_a-z]|(?:[CMS]-)*(?:Enter|Escape|Tab|BTab|BSpace|Space|Up|Down"
            + "|Left|Right|Home|End|PageUp|PgUp|PPage|PageDown|PgDn|NPage|IC|DC|F(?:[1-9]|1[0-2])))";
    private static final Pattern KEYS = Pattern.compile(KEY + "(?: " + KEY + ")*");
    private static final String TARGET = "send-keys -t " + TmuxSocket.SESSION + " ";

    private final List<String> invocations = new ArrayList<>();
    private final StringBuilder invocation = new StringBuilder();
    private int bytes;

    private Keystrokes() {}

    /**
     * Returns whether a text consists of key names only.
     *
     * @param typed the model's keystrokes
     * @return true for {@code C-c} or {@code Up Enter}
     */
    static boolean areNames(String typed) {
        return KEYS.matcher(typed).matches();
    }

    /**
     * Returns commands of tmux.
     *
     * @param typed the model's keystrokes
     * @return commands for one client each, quoted for a shell, none of them too long for tmux
     */
    static List<String> commands(String typed) {
        Keystrokes written = new Keystrokes();
        if (areNames(typed)) {
            for (String key : typed.split(" ")) {
                written.add(TmuxSocket.quoted(argument(key)), key.length());
            }
        } else {
            written.addText(typed);
        }
        written.flush();
        return written.invocations;
    }

    private void addText(String typed) {
        StringBuilder part = new StringBuilder();
        int size = 0;
        String lines = typed.replace("\r\n", "\n").replace('\r', '\n');
        for (int at = 0; at < lines.length();) {
            int point = lines.codePointAt(at);
            at += Character.charCount(point);
            boolean isKey = point == '\n' || point == 0;
            if (isKey || size + utf8Length(point) > MAX_BYTES / 2) {
                addLiteral(part, size);
                size = 0;
            }
            if (isKey) {
                add(point == 0 ? "C-Space" : ENTER, ENTER.length());
            } else {
                part.appendCodePoint(point);
                size += utf8Length(point);
            }
        }
        addLiteral(part, size);
    }

    private void addLiteral(StringBuilder part, int size) {
        if (part.isEmpty()) {
            return;
        }
        add("-l -- " + TmuxSocket.quoted(argument(part.toString())), size);
        part.setLength(0);
    }

    /** Escapes an argument: a semicolon at its end would end the command. */
    private static String argument(String text) {
        return text.endsWith(";") ? text.substring(0, text.length() - 1) + "\\;" : text;
    }

    private void add(String arguments, int size) {
        if (bytes + size + COMMAND_BYTES > MAX_BYTES) {
            flush();
        }
        invocation.append(invocation.isEmpty() ? "" : " \\; ").append(TARGET).append(arguments);
        bytes += size + COMMAND_BYTES;
    }

    private void flush() {
        if (!invocation.isEmpty()) {
            invocations.add(invocation.toString());
        }
        invocation.setLength(0);
        bytes = 0;
    }

    /** Returns the number of bytes of a character. */
    static int utf8Length(int codePoint) {
        if (codePoint < 0x80) {
            return 1;
        }
        if (codePoint < 0x800) {
            return 2;
        }
        return codePoint < Character.MIN_SUPPLEMENTARY_CODE_POINT ? 3 : 4;
    }
}
