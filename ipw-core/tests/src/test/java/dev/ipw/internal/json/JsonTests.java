package dev.ipw.internal.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ipw.internal.io.VisibleText;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class JsonTests {
    @Test
    void takesNumbersOfPythonThatAreNoneForNullWhereItIsTolerant() throws JsonSyntaxException {
        byte[] python = "{\"a\": NaN, \"b\": [1.5, -Infinity, {\"c\": Infinity}], \"d\": \"NaN\"}"
                .getBytes(StandardCharsets.UTF_8);

        assertThat(Json.write(Json.parseTolerant(python)))
                .isEqualTo("{\"a\":null,\"b\":[1.5,null,{\"c\":null}],\"d\":\"NaN\"}");
        assertThatExceptionOfType(JsonSyntaxException.class).isThrownBy(() -> Json.parse(python));
        assertThatExceptionOfType(JsonSyntaxException.class)
                .isThrownBy(() -> Json.parseTolerant("{\"a\": Nan}".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void readsAndWritesAValueUnchanged() throws JsonSyntaxException {
        String text = "{\"z\":[1,2.5,null,true,\"\\u00e9\\n\"],\"a\":{},\"big\":123456789012345678901234567890}";

        assertThat(Json.write(Json.parse(text))).isEqualTo(text.replace("\\u00e9", "é"));
        assertThat(Json.parse(Json.writeBytes(Json.parse(text)))).isEqualTo(Json.parse(text));
    }

    @Test
    void readsAPartOfABuffer() throws JsonSyntaxException {
        byte[] buffer = "xx{\"a\":1}yy".getBytes(StandardCharsets.UTF_8);

        assertThat(Json.parse(buffer, 2, 7).path("a").intValue()).isOne();
    }

    @Test
    void saysWhereReadingStopped() {
        assertThatExceptionOfType(JsonSyntaxException.class).isThrownBy(() -> Json.parse("{\n  \"a\": oops}"))
                .withMessageContaining("line 2").satisfies(exception -> assertThat(exception.line()).isEqualTo(2));
    }

    @Test
    void saysWhatIsNotClosedWithoutSettingsOfTheParser() {
        assertThatExceptionOfType(JsonSyntaxException.class).isThrownBy(() -> Json.parse("{\n  \"a\": ["))
                .withMessageContaining("that began at line 2, column 8").withMessageNotContaining("INCLUDE_SOURCE");
    }

    @Test
    void refusesWhatIsNotOneWholeValue() {
        for (String text : List.of("", "  ", "{} {}", "{\"a\":1", "nul", "{'a':1}", "[1,]", "NaN")) {
            assertThatExceptionOfType(JsonSyntaxException.class).as(text).isThrownBy(() -> Json.parse(text));
        }
        byte[] brokenUtf8 = {'"', (byte) 0xc3, '"'};
        assertThatExceptionOfType(JsonSyntaxException.class).isThrownBy(() -> Json.parse(brokenUtf8));
    }

    @Test
    void refusesNestingWithoutEnd() {
        assertThatExceptionOfType(JsonSyntaxException.class).isThrownBy(() -> Json.parse("[".repeat(100_000)));
    }

    @Test
    void writesForPeopleWithLineFeedsAndOneAtTheEnd() throws JsonSyntaxException {
        assertThat(Json.pretty(Json.parse("{\"a\":[1],\"b\":{}}")))
                .isEqualTo("{\n  \"a\" : [\n    1\n  ],\n  \"b\" : { }\n}\n");
    }

    @Test
    void turnsPlainValuesIntoJsonAndBack() {
        Map<String, Object> plain = new LinkedHashMap<>();
        plain.put("text", "é");
        plain.put("whole", 7L);
        plain.put("huge", new BigInteger("123456789012345678901234567890"));
        plain.put("real", 2.5);
        plain.put("yes", true);
        plain.put("nothing", null);
        plain.put("list", Arrays.asList(1L, null, Map.of("inner", "x")));

        assertThat(Json.toPlain(Json.fromPlain(plain))).isEqualTo(plain);
        assertThat(Json.write(Json.fromPlain(plain))).startsWith("{\"text\":\"é\",\"whole\":7,\"huge\":");
    }

    @Test
    void refusesNumbersThatJsonCannotHold() {
        assertThatIllegalArgumentException().isThrownBy(() -> Json.fromPlain(List.of(Double.NaN)))
                .withMessageContaining("NaN");
        assertThatIllegalArgumentException().isThrownBy(() -> Json.fromPlain(new Object()));
    }

    @Test
    void escapesWhatATerminalObeys() throws JsonSyntaxException {
        String hostile = "a\u001b]0;x\u0007\u009b31m\u202e\u2066\u200f\u061c\u2028\u007fb\ud83d\ude00\u4f60";
        JsonNode value = Json.object().put(hostile, hostile);
        for (String json : List.of(Json.write(value), Json.pretty(value).strip())) {
            assertThat(json.codePoints().filter(point -> point != '\n' && VisibleText.isHidden(point))).isEmpty();
            assertThat(Json.parse(json)).isEqualTo(value);
        }
    }

    @Test
    void writesNothingThatItCannotRead() throws JsonSyntaxException {
        JsonNode halves = Json.object().put("a\udc00", "\ud800b\udc00").put("end", "\ud800");
        JsonNode marked = Json.object().put("a\ufffd", "\ufffdb\ufffd").put("end", "\ufffd");
        assertThat(Json.parse(Json.write(halves))).isEqualTo(marked);
        assertThat(Json.parse(Json.writeBytes(halves))).isEqualTo(marked);
    }
}
