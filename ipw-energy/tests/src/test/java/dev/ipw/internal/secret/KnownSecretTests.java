package dev.ipw.internal.secret;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class KnownSecretTests {
    private static final String SECRET = "AbC/dEf+123=XyZ";
    private static final KnownSecret KNOWN = KnownSecret.of(SECRET);

    @Test
    void findsItInLettersOfEitherCaseAndEscaped() {
        for (String form : List.of(SECRET, SECRET.toLowerCase(Locale.ROOT), SECRET.toUpperCase(Locale.ROOT),
                URLEncoder.encode(SECRET, StandardCharsets.UTF_8), SECRET.replace("/", "\\/"))) {
            assertThat(KNOWN.redact("got '" + form + "'!", false)).isEqualTo("got '" + Redaction.MARK + "'!");
        }
    }

    @Test
    void findsItWithinBase64() {
        for (String user : List.of("", "u:", "me:", "her:", "Bearer ")) {
            for (String behind : List.of("", "\n", "ab")) {
                String encoded = Base64.getEncoder()
                        .encodeToString((user + SECRET + behind).getBytes(StandardCharsets.UTF_8));
                String clean = KNOWN.redact("Basic " + encoded, false);
                assertThat(clean).contains(Redaction.MARK);
                // What stays are the digits that it shares with its neighbours.
                assertThat(clean.length()).isLessThan(encoded.length() + 6 + Redaction.MARK.length() - SECRET.length());
            }
        }
    }

    @Test
    void leavesNoPartOfItWhereATextWasCut() {
        for (int cut = 3; cut < SECRET.length(); cut++) {
            assertThat(KNOWN.redact("key " + SECRET.substring(0, cut), true)).isEqualTo("key " + Redaction.MARK);
        }
        assertThat(KNOWN.redact("key " + SECRET.substring(0, 6), false)).isEqualTo("key AbC/dE");
    }

    @Test
    void findsAShortOneAsAWordOnlyAndAVeryShortOneNowhere() {
        assertThat(KnownSecret.of("token").redact("token, tokens and 'token'", false))
                .isEqualTo(Redaction.MARK + ", tokens and '" + Redaction.MARK + "'");
        assertThat(KnownSecret.of("a").redact("a word of a sentence", false)).isEqualTo("a word of a sentence");
    }

    @Test
    void showsNothingOfIt() {
        assertThat(KNOWN).hasToString(Redaction.MARK);
    }
}
