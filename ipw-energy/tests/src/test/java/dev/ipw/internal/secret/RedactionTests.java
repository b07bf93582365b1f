package dev.ipw.internal.secret;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RedactionTests {
    @ParameterizedTest
    @ValueSource(strings = {"api_key", "API-KEY", "apikey", "auth_token", "body.password", "client_secret",
            "Authorization"})
    void replacesValuesUnderASecretsName(String name) {
        assertThat(Redaction.parameters(Map.of(name, "sk-123"))).containsEntry(name, Redaction.MARK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"max_tokens", "temperature", "body.max_completion_tokens", "stream",
            "tokenizer", "author", "keyboard"})
    void keepsWhatOnlySoundsLikeOne(String name) {
        assertThat(Redaction.parameters(Map.of(name, "12"))).containsEntry(name, "12");
    }

    @Test
    void cleansACommandLine() {
        String line = "ipw profile --client-param api_key=sk-123 --client-param max_tokens=5 --client-base-url http://me:pw@host/v1";

        assertThat(Redaction.text(line)).doesNotContain("sk-123").doesNotContain("me:pw").contains("max_tokens=5")
                .contains("api_key=" + Redaction.MARK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--api-key sk-1", "--api-key=sk-1", "--client-param api_key=sk-1",
            "Authorization: Bearer sk-1",
            "{\"api_key\":\"sk-1\"}", "{\"api_key\": \"sk-1\"}", "http://h/v1?key=sk-1&x=2", "https://u:sk-1@h/v1",
            "http://u:S sk-1@h/v1",
            "href=\"https://h/v1?api_key=sk-1\"", "{\"base_url\":\"http://h?api_key=sk-1\"}", "http://h?api_key=a=sk-1",
            "ipw profile --client-param 'api_key=sk-1'", "KEY=sk-1", "KEY=VALUEsk-1", "key=VALUE-sk-1",
            "API_KEY=VALUE_sk-1"})
    void findsSecretsInText(String text) {
        assertThat(Redaction.text(text)).doesNotContain("sk-1").contains(Redaction.MARK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"it wants a key: give api_key or set OPENAI_API_KEY", "Unexpected token: X at 3",
            "the token count is 5", "no secret here", "--agent-param takes KEY=VALUE, and what was typed has no '='",
            "--agent-param=KEY=VALUE   A parameter of the agent", "--tool-param takes TOOL.KEY=VALUE."})
    void keepsProse(String text) {
        assertThat(Redaction.text(text)).isEqualTo(text);
    }

    @Test
    void keepsAddressesThatAreUnusual() {
        assertThat(Redaction.address(URI.create("http://u:p@my_host:8080/v1"))).hasToString("http://my_host:8080/v1");
    }

    @Test
    void cleansAnAddress() {
        assertThat(Redaction.address(URI.create("http://user:pw@127.0.0.1:8080/v1?api_key=x")).toString())
                .doesNotContain("pw").startsWith("http://127.0.0.1:8080/v1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"authorization: bearer s3cret-1", "AUTHORIZATION: BEARER s3cret-1", "x-api-key: s3cret-1",
            "x-goog-api-key:s3cret-1", "Cookie: a=s3cret-1; b=s3cret-1", "authorization%3A%20Bearer%20s3cret-1",
            "api_key%3Ds3cret-1", "{\"api_key\":\"s3cret-1", "{'token': 's3cret-1",
            "{\\\"api_key\\\":\\\"s3cret-1\\\"}",
            "Authorization: Token s3cret-1", "/home/me/https:/me:s3cret-1@host", "api_key: s3cret-1",
            "sent as bearer s3cret-123456",
            "{\"api_key\":\"a\\\"s3cret-1\"}", "the key sk-s3cret1234567890abcd is wrong"})
    void findsSecretsThatAServerRepeats(String text) {
        assertThat(Redaction.text(text)).doesNotContain("s3cret").contains(Redaction.MARK);
        assertThat(Redaction.text(text.toUpperCase(Locale.ROOT))).doesNotContain("S3CRET");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a bearer token is missing", "WWW-Authenticate: Bearer realm=\"x\"", "sk-learn",
            "wait: 3 s", "https://host:8080/v1/models", "mail me@example.com", "a == b", "tokens=5, tokenizer=o200k"})
    void keepsWhatHoldsNoSecret(String text) {
        assertThat(Redaction.text(text)).isEqualTo(text);
    }

    @Test
    void takesSecretsOutBeforeItCuts() {
        String text = "x".repeat(60) + " {\"api_key\": \"s3cret-4711-and-more\"} " + "y".repeat(10_000);
        for (int most = 1; most < 120; most++) {
            assertThat(Redaction.excerpt(text, most)).doesNotContain("s3c").hasSizeLessThanOrEqualTo(most + 1);
        }
    }

    @Test
    void holdsNoSecretThatBeginsWhereReadingStops() {
        // What is read of it shrinks to so little that its end is shown.
        String before = " ".repeat(4096) + "z".repeat(70);
        for (String begin : List.of("http://me:s3cret", "bearer s3cret1", "sk-s3cret", "token='s3cret",
                "api_key=s3cret")) {
            for (int cut = 0; cut < 40; cut++) {
                String text = before.substring(cut) + " " + begin + "-4711-and-more" + "w".repeat(9000);
                assertThat(Redaction.excerpt(text, 100)).doesNotContain("s3c");
            }
        }
    }

    @Test
    void showsTheStartOfATextThatIsLongerThanAnyoneReads() {
        assertThat(Redaction.excerpt("a b\n".repeat(1_000_000), 10)).isEqualTo("a b a b a …");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "=", "a=", "a='", "a=\"b='", "\"a\":", "a ", " --a", "://", "://a@", "bearer ", "key",
            "key=", "key = ", "\\", "\"\\", "a%3D", "sk-", "Authorization: Basic ", "cookie:", "-a-", "_.", "k\n",
            "'k' :", "proxy=", "proxy=@", "proxy=a@", "proxy=://", "\"proxy\":"})
    void walksOverATextInStepsThatGrowWithItsLengthOnly(String part) {
        double few = steps(part.repeat(4000 / part.length()));
        double many = steps(part.repeat(64_000 / part.length()));
        assertThat(many).isLessThan(few * 20);
    }

    private static long steps(String text) {
        CountedText counted = new CountedText(text, new AtomicLong());
        new SecretScanner(counted, false).clean();
        return counted.steps.get();
    }

    /** Counts the characters that somebody looks at or copies. */
    private record CountedText(String text, AtomicLong steps) implements CharSequence {
        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            steps.incrementAndGet();
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            steps.addAndGet(end - start);
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
