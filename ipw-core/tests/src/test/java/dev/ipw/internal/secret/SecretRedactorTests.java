package dev.ipw.internal.secret;

import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.json.Json;
import dev.ipw.internal.json.JsonSyntaxException;
import dev.ipw.internal.tree.TreeBuilder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class SecretRedactorTests {
    private static final String SECRET = "Kq/8wJ-4vNs+Rb7Lx2=Tg9Hy5Mf";
    private static final String MARK = Redaction.MARK;

    @BeforeEach
    void learn() {
        SecretRedactor.learn(SECRET);
    }

    @Test
    void findsASecretInEveryForm() {
        for (String form : List.of(SECRET, SECRET.toLowerCase(Locale.ROOT), SECRET.toUpperCase(Locale.ROOT),
                URLEncoder.encode(SECRET, StandardCharsets.UTF_8), SECRET.replace("/", "\\/"))) {
            assertThat(SecretRedactor.clean("got '" + form + "'!")).isEqualTo("got '" + MARK + "'!");
        }
        String login = Base64.getEncoder().encodeToString(("me:" + SECRET).getBytes(StandardCharsets.UTF_8));
        assertThat(SecretRedactor.clean("Basic " + login)).startsWith("Basic ").contains(MARK)
                .hasSizeLessThan(login.length());
    }

    @Test
    void findsFragmentsOf12CharactersAndLeavesShorterOnes() {
        for (int from = 0; from < SECRET.length(); from++) {
            for (int end = from + 1; end <= SECRET.length(); end++) {
                String text = "<" + SECRET.substring(from, end) + ">";
                assertThat(SecretRedactor.clean(text)).isEqualTo(end - from < 12 ? text : "<" + MARK + ">");
            }
        }
    }

    @Test
    void findsBothHalvesOfASecretWithALineEndInIt() {
        String broken = SECRET.substring(0, 13) + "\n" + SECRET.substring(13);

        assertThat(SecretRedactor.clean(broken)).isEqualTo(MARK + "\n" + MARK);
    }

    @Test
    void findsAShortSecretAsAWholeOnly() {
        SecretRedactor.learn("p4ss-W0rd");

        assertThat(SecretRedactor.clean("it is p4ss-W0rd, not p4ss-W0r")).isEqualTo("it is " + MARK + ", not p4ss-W0r");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"EMPTY", "ollama", "none", "password", "not-needed", "sk-no-key-required", "lm-studio", "abc123",
                    "1234567890123456", "1.234567890123e10", "xxxxxxxxxxxxxxxx", "------------------"})
    void takesNoWordAndNoNumberForASecret(String word) {
        SecretRedactor.learn(word);

        assertThat(SecretRedactor.clean("a " + word + " b")).isEqualTo("a " + word + " b");
    }

    @Test
    void leavesNumbersEvenWhereASecretHoldsThem() {
        SecretRedactor.learn("x1234567890123456789y");
        String json = TreeBuilder.object().put("nanos", 1234567890123456789L).put("joules", 12345.678901234567)
                .put("text", "x1234567890123456789y").json();

        assertThat(json)
                .isEqualTo("{\"nanos\":1234567890123456789,\"joules\":12345.678901234567,\"text\":\"" + MARK + "\"}");
    }

    @Test
    void keepsJsonWholeWhateverTheSecretIsMadeOf() throws Exception {
        String quoted = "aB3\",\"cD4\":[\"eF5\\gH6";
        SecretRedactor.learn(quoted);
        Map<String, String> fields = Map.of("aB3", quoted, "b", "aB3", "c", "eF5\\gH6", "d", SECRET);
        String json = Json.write(Json.fromPlain(fields));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SecretRedactor.write(to -> to.write(json.getBytes(StandardCharsets.UTF_8)), out);

        assertThat(Json.parse(out.toByteArray()).path("b").asText()).isEqualTo("aB3");
        assertThat(Json.parse(out.toByteArray()).path("d").asText()).isEqualTo(MARK);
        assertThat(Json.parse(SecretRedactor.clean(json)).size()).isEqualTo(4);
    }

    /** A fragment may begin with what is an escape's letter in the JSON around it, or end within one. */
    @ParameterizedTest
    @ValueSource(strings = {"n1234-Kw7Rt2Zp9", "u00e9-Kw7Rt2Zp9", "e9bf-Kw7Rt2Zp9Xc4", "9bf-Kw7Rt2Zp9Xc4"})
    void keepsAnEscapeWholeOfWhichAFragmentBegins(String secret) throws Exception {
        SecretRedactor.learn(secret);
        for (String before : List.of("\\", "\\u00", "\\u0", "\\\\", "\\\\\\", "\\\"", "\\u005c")) {
            for (int from = 0; from <= secret.length() - 12; from++) {
                for (int end = from + 12; end <= secret.length(); end++) {
                    String text = before + secret.substring(from, end) + "\\n";
                    String json = "{\"text\": \"" + text + "\"}";
                    if (isJson(json)) {
                        assertThat(Json.parse(SecretRedactor.clean(json)).path("text").asText()).as(json)
                                .contains(MARK);
                    }
                }
            }
        }
    }

    private static boolean isJson(String text) {
        try {
            Json.parse(text);
            return true;
        } catch (JsonSyntaxException e) {
            return false;
        }
    }

    @Test
    void keepsCharactersWholeOfWhichASecretHoldsSome() throws IOException {
        String secret = "Pä55wört-Größe-7ß9-Ünique";
        SecretRedactor.learn(secret);
        for (int from = 0; from < secret.length(); from++) {
            for (int end = from + 1; end <= secret.length(); end++) {
                byte[] text = ("ü" + secret.substring(from, end) + "é").getBytes(StandardCharsets.UTF_8);
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                SecretRedactor.write(to -> to.write(text), out);
                assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("ü").endsWith("é").doesNotContain("\uFFFD");
            }
        }
    }

    @Test
    void findsASecretThatComesInPieces() throws IOException {
        String text = "before é " + SECRET + " between " + SECRET.substring(3, 17) + " behind";
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut <= bytes.length; cut++) {
            int at = cut;
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            SecretRedactor.write(to -> {
                to.write(bytes, 0, at);
                to.flush();
                to.write(bytes, at, bytes.length - at);
            }, out);
            assertThat(out.toString(StandardCharsets.UTF_8))
                    .isEqualTo("before é " + MARK + " between " + MARK + " behind");
        }
    }

    @Test
    void findsASecretAcrossTheBlocksOfAStream() throws IOException {
        int block = 1 << 16;
        for (int before = block - SECRET.length() - 1; before <= block + 1; before++) {
            String text = "x".repeat(before) + SECRET + "y".repeat(2 * block) + SECRET.substring(2, 15);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            SecretRedactor.write(to -> to.write(text.getBytes(StandardCharsets.UTF_8)), out);
            assertThat(out.toString(StandardCharsets.UTF_8))
                    .isEqualTo("x".repeat(before) + MARK + "y".repeat(2 * block) + MARK);
        }
        String clean = "z".repeat(3 * block + 7);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SecretRedactor.write(to -> to.write(clean.getBytes(StandardCharsets.UTF_8)), out);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(clean);
    }

    @Test
    void findsASecretAcrossTheChunksOfAFile() throws IOException {
        for (int before = (1 << 16) - SECRET.length() - 1; before <= (1 << 16) + 1; before++) {
            byte[] bytes = ("x".repeat(before) + SECRET).getBytes(StandardCharsets.UTF_8);
            assertThat(SecretRedactor.occursIn(new ByteArrayInputStream(bytes))).isTrue();
        }
        assertThat(SecretRedactor.occursIn(new ByteArrayInputStream(new byte[200_000]))).isFalse();
    }

    @Test
    void standsBeforeEveryFile(@TempDir Path folder) throws IOException {
        byte[] text = ("key " + SECRET + "\n").repeat(5_000).getBytes(StandardCharsets.UTF_8);
        AtomicFile.write(folder.resolve("a"), text);
        AtomicFile.write(folder.resolve("b"), out -> {
            for (byte one : text) {
                out.write(one);
            }
        });
        AtomicFile.writeUnsynced(folder.resolve("c"), text);

        for (String name : List.of("a", "b", "c")) {
            assertThat(Files.readString(folder.resolve(name))).isEqualTo(("key " + MARK + "\n").repeat(5_000));
        }
    }

    @Test
    void givesATextWithoutASecretBackAsItIs() {
        String text = "nothing to see, " + "x".repeat(100_000);

        assertThat(SecretRedactor.clean(text)).isSameAs(text);
    }

    @Test
    void learnsWhatANameCallsASecret() {
        SecretRedactor.learn("SOME_API_KEY", "Aa1-first-secret-of-all");
        SecretRedactor.learn("sort_key", "Bb2-column-of-a-table");
        SecretRedactor.learnHeader("X-Team", "Cc3-team, Dd4-0123456789-abcdef");
        SecretRedactor.learnHeader("X-Goog-Api-Key", "Ee5-short");
        SecretRedactor.learnHeader("HTTP-Referer", "https://example.com/Ff6-0123456789");

        assertThat(SecretRedactor.clean("Aa1-first-secret-of-all Bb2-column-of-a-table Cc3-team Dd4-0123456789-abcdef "
                + "Ee5-short https://example.com/Ff6-0123456789")).isEqualTo(MARK + " Bb2-column-of-a-table Cc3-team "
                        + MARK + " " + MARK + " https://example.com/Ff6-0123456789");
    }

    @Test
    void forgetsTheOldestOfVeryMany() {
        for (int number = 0; number < 150; number++) {
            SecretRedactor.learn("One4-of-very-many-" + number + "-Kx" + number * number);
        }
        SecretRedactor.learn(SECRET);

        assertThat(SecretRedactor.clean(SECRET)).isEqualTo(MARK);
        assertThat(SecretRedactor.clean("One4-of-very-many-149-Kx22201")).isEqualTo(MARK);
    }
}
