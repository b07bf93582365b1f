package dev.ipw.internal.secret;

import java.net.URI;
import java.util.Map;
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
            "ipw profile --client-param 'api_key=sk-1'"})
    void findsSecretsInText(String text) {
        assertThat(Redaction.text(text)).doesNotContain("sk-1").contains(Redaction.MARK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"it wants a key: give api_key or set OPENAI_API_KEY", "Unexpected token: X at 3",
            "the token count is 5", "no secret here"})
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
}
