package dev.ipw.examples.embedded;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SafetensorsTests {

    private static final String TWO_BY_TWO = "{\"a\":{\"dtype\":\"F32\",\"shape\":[2,2],\"data_offsets\":[0,16]}}";

    @Test
    void readsFloatsAndMetadata() throws IOException {
        byte[] data = ByteBuffer.allocate(14)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putFloat(1.5f)
                .putFloat(-2)
                .putFloat(3)
                .putShort(Float.floatToFloat16(0.25f))
                .array();
        String header = """
                {"__metadata__": {"vocabulary": "\\n\\u0041\\\\\\"", "layers": "2"},
                 "single": {"dtype": "F32", "shape": [3, 1], "data_offsets": [0, 12]},
                 "half": {"shape": [], "dtype": "F16", "data_offsets": [12, 14]}}   \
                """;

        Safetensors file = Safetensors.read("test.safetensors", new ByteArrayInputStream(file(header, data)), 10_000);

        assertThat(file.metadata()).containsEntry("layers", "2").containsEntry("vocabulary", "\nA\\\"");
        assertThat(file.names()).containsExactly("single", "half");
        assertThat(file.floats("single", 3, 1)).containsExactly(1.5f, -2f, 3f);
        assertThat(file.floats("half")).containsExactly(0.25f);
    }

    @Test
    void refusesATruncatedFileAtEveryLength() {
        byte[] whole = file(TWO_BY_TWO, new byte[16]);
        for (int length = 0; length < whole.length; length++) {
            byte[] part = Arrays.copyOf(whole, length);
            refused(part).hasMessageStartingWith("test.safetensors: ").hasMessageContaining("; ");
        }
    }

    @Test
    void refusesAHeaderLengthBeyondTheFile() {
        byte[] bytes = file(TWO_BY_TWO, new byte[16]);
        Arrays.fill(bytes, 0, 8, (byte) 0xFF);

        refused(bytes).hasMessageContaining("claims 18446744073709551615 bytes");
    }

    @Test
    void refusesAFileOverTheLimit() {
        byte[] bytes = file(TWO_BY_TWO, new byte[16]);

        assertThatThrownBy(() -> Safetensors.read("test.safetensors", new ByteArrayInputStream(bytes), 20))
                .isInstanceOf(SafetensorsException.class)
                .hasMessageContaining("larger than 20 bytes");
    }

    @Test
    void namesAMissingTensorAndWhatThereIs() {
        Safetensors file = Safetensors.parse("test.safetensors", file(TWO_BY_TWO, new byte[16]));

        assertThatThrownBy(() -> file.floats("b", 2, 2))
                .isInstanceOf(SafetensorsException.class)
                .hasMessageContaining("no tensor \"b\"")
                .hasMessageContaining("[a]");
    }

    @Test
    void namesAWrongShape() {
        Safetensors file = Safetensors.parse("test.safetensors", file(TWO_BY_TWO, new byte[16]));

        assertThatThrownBy(() -> file.floats("a", 4))
                .isInstanceOf(SafetensorsException.class)
                .hasMessageContaining("shape [2, 2] where [4] is needed");
    }

    @Test
    void namesAnElementTypeItCannotRead() {
        Safetensors file = Safetensors.parse("test.safetensors", file(TWO_BY_TWO.replace("F32", "BF16"), new byte[16]));

        assertThatThrownBy(() -> file.floats("a", 2, 2))
                .isInstanceOf(SafetensorsException.class)
                .hasMessageContaining("BF16")
                .hasMessageContaining("export it as F16 or F32");
    }

    @Test
    void namesMissingMetadata() {
        Safetensors file = Safetensors.parse("test.safetensors", file(TWO_BY_TWO, new byte[16]));

        assertThatThrownBy(() -> Transformer.of(file))
                .isInstanceOf(SafetensorsException.class)
                .hasMessageContaining("no \"layers\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "",
            "[]",
            "{",
            "{\"a\"}",
            "{\"a\":1}",
            "{\"a\":{}}",
            "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0]}}",
            "{\"a\":{\"dtype\":\"F32\",\"shape\":[-4],\"data_offsets\":[0,16]}}",
            "{\"a\":{\"dtype\":\"F32\",\"shape\":[4.0],\"data_offsets\":[0,16]}}",
            "{\"a\":{\"dtype\":\"F32\",\"shape\":[5],\"data_offsets\":[0,16]}}",
            "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,99]}}",
            "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[16,0]}}",
            "{\"a\":{\"dtype\":\"F32\",\"shape\":[0,9999999999999999999],\"data_offsets\":[0,0]}}",
            "{\"a\":{\"dtype\":\"F32\",\"shape\":[4294967296,4294967296],\"data_offsets\":[0,0]}}",
            "{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16],\"more\":[]}}",
            "{\"a\":{\"dtype\":\"F32\",\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]}}",
            "{\"__metadata__\":{\"a\":1}}",
            "{\"__metadata__\":{\"a\":\"\\q\"}}",
            "{\"__metadata__\":{\"a\":\"\\u00g0\"}}",
            "{\"__metadata__\":{\"a\":\"b}}",
            "{} x"
    })
    void refusesAMalformedHeader(String header) {
        refused(file(header, new byte[16])).hasMessageStartingWith("test.safetensors: ").hasMessageContaining("; ");
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> refused(byte[] bytes) {
        return assertThatThrownBy(() -> Safetensors.parse("test.safetensors", bytes))
                .isInstanceOf(SafetensorsException.class);
    }

    private static byte[] file(String header, byte[] data) {
        byte[] json = header.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + json.length + data.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(json.length)
                .put(json)
                .put(data)
                .array();
    }
}
