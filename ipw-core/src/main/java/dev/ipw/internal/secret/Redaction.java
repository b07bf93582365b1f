package dev.ipw.internal.secret;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Replace secrets by a mark, judged by the names they go under. */
public final class Redaction {
    /** Stands where a secret was. */
    public static final String MARK = "[redacted]";

    private static final String SECRET_NAME = "(?:[\\w.-]*(?:api[_-]?key|apikey|token|secret|password|passwd|credential"
            + "|authorization|auth|cookie|private[_-]?key)[\\w.-]*)";
    private static final Pattern NAME = Pattern.compile(SECRET_NAME, Pattern.CASE_INSENSITIVE);
    private static final Pattern COUNT = Pattern.compile(
            "(?:body\\.)?(?:max|min|num|n)_[\\w]*tokens?|(?:body\\.)?stop_token\\w*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern ASSIGNMENT = Pattern.compile("(" + SECRET_NAME + ")=('[^']*'|\"[^\"]*\"|\\S+)",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern CREDENTIALS = Pattern.compile("://[^/@\\s]+@");

    private Redaction() {}

    /**
     * Take secrets out of parameters.
     *
     * @param parameters parameters by name
     * @return the same, each secret replaced
     */
    public static Map<String, String> parameters(Map<String, String> parameters) {
        Map<String, String> clean = new LinkedHashMap<>();
        parameters.forEach((name, value) -> clean.put(name, isSecret(name) ? MARK : text(value)));
        return clean;
    }

    /**
     * Take secrets out of a command line or another text: values of {@code name=value} with a secret's name, and the user
     * part of addresses.
     *
     * @param text any text
     * @return the same, each secret replaced
     */
    public static String text(String text) {
        Matcher assignment = ASSIGNMENT.matcher(CREDENTIALS.matcher(text).replaceAll("://" + MARK + "@"));
        return assignment.replaceAll(match -> Matcher.quoteReplacement(
                isSecret(match.group(1)) ? match.group(1) + "=" + MARK : match.group()));
    }

    /**
     * Take user and password out of an address.
     *
     * @param address any address
     * @return the same without its user part, secrets of its query replaced
     */
    public static URI address(URI address) {
        try {
            return new URI(address.getScheme(), null, address.getHost(), address.getPort(), address.getPath(),
                    address.getQuery() == null ? null : text(address.getQuery().replace("&", " ")).replace(" ", "&"),
                    null);
        } catch (URISyntaxException opaque) {
            return address;
        }
    }

    private static boolean isSecret(String name) {
        return NAME.matcher(name).matches() && !COUNT.matcher(name).matches();
    }
}
