package dev.ipw.compute;

import dev.ipw.error.InputException;
import dev.ipw.testing.Draws;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@Tag("fuzz")
class GgufCardTests {
    private static final int F32 = 0;
    private static final int F16 = 1;
    private static final int Q4_K = 12;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void countsTheTensorsOfADenseModel(int version) throws IOException {
        ModelCard card = read(dense(version).bytes());

        assertThat(card.name()).isEqualTo("Tiny");
        assertThat(card.source()).isEqualTo("GGUF header of model.gguf (llama)");
        assertThat(card.shape().layers()).isEqualTo(2);
        assertThat(card.parameters().embedding()).isEqualTo(100 * 64);
        assertThat(card.parameters().isTied()).isTrue();
        assertThat(card.parameters().head()).isEqualTo(100 * 64);
        assertThat(card.shape().vocabulary()).isEqualTo(100);
        assertThat(card.parameters().activeBlock()).isEqualTo(2 * 64 * 512 + 64);
        assertThat(card.parameters().total()).isEqualTo(100 * 64 + 2 * 64 * 512 + 64);
        assertThat(card.weightBytes()).hasValue(2L * 100 * 64 + 2L * 2 * 64 * 512 + 4 * 64);
        assertThat(card.precision()).contains(Precision.FP16);
        assertThat(card.attention().getFirst().keyWidth()).isEqualTo(64);
        assertThat(card.attention().getFirst().cacheWidth()).isEqualTo(2 * 2 * 16);
    }

    @Test
    void countsOfExpertsThoseThatATokenPassesThrough() throws IOException {
        byte[] file = new GgufFile(3).text("general.architecture", "qwen3moe").number("qwen3moe.block_count", 1)
                .number("qwen3moe.embedding_length", 256).number("qwen3moe.attention.head_count", 4)
                .number("qwen3moe.expert_count", 8).number("qwen3moe.expert_used_count", 2)
                .tensor("token_embd.weight", Q4_K, 256, 50).tensor("output.weight", Q4_K, 256, 50)
                .tensor("blk.0.attn_q.weight", Q4_K, 256, 256).tensor("blk.0.ffn_up_exps.weight", Q4_K, 256, 512, 8)
                .bytes();

        ModelCard card = read(file);

        assertThat(card.parameters().total()).isEqualTo(2 * 256 * 50 + 256 * 256 + 256 * 512 * 8);
        assertThat(card.parameters().activeBlock()).isEqualTo(256 * 256 + 256 * 512 * 2);
        assertThat(card.weightBytes()).hasValue(card.parameters().total() / 256 * 144);
        assertThat(card.precision()).isEmpty();
        assertThat(card.parameters().isTied()).isFalse();
    }

    @Test
    void leavesTheRoomOpenWhereATensorsTypeIsNotKnown() throws IOException {
        ModelCard card = read(dense(3).tensor("blk.1.new.weight", 99, 64).bytes());

        assertThat(card.weightBytes()).isEmpty();
    }

    @Test
    void refusesAFileThatIsTornAnywhere() throws IOException {
        byte[] whole = dense(3).bytes();
        for (int length = 0; length < whole.length; length++) {
            byte[] torn = Arrays.copyOf(whole, length);
            assertThatExceptionOfType(InputException.class).as("%d of %d bytes", length, whole.length)
                    .isThrownBy(() -> read(torn)).withMessageContaining("model.gguf")
                    .withMessageContaining("ends inside its header");
        }
    }

    @Test
    void survivesAnyBytesThatAreWrong() throws IOException {
        SplittableRandom random = new SplittableRandom(11);
        byte[] whole = dense(3).bytes();
        int refused = 0;
        int rounds = Draws.of(500, 5_000);
        for (int round = 0; round < rounds; round++) {
            byte[] spoilt = whole.clone();
            for (int flip = random.nextInt(1, 5); flip > 0; flip--) {
                spoilt[random.nextInt(spoilt.length)] = (byte) random.nextInt();
            }
            try {
                read(spoilt);
            } catch (InputException expected) {
                assertThat(expected).hasMessageContaining("model.gguf");
                refused++;
            }
        }
        assertThat(refused).isGreaterThanOrEqualTo(Draws.minHits(rounds, 0.2));
    }

    @Test
    void refusesClaimsThatNoFileCanKeep() throws IOException {
        assertRefused(new GgufFile(3).claim(Long.MAX_VALUE, 0), "claims 9223372036854775807 tensors");
        assertRefused(new GgufFile(3).claim(0, -1), "claims 18446744073709551615 entries");
        assertRefused(new GgufFile(3).longText("general.architecture", 1L << 40), "a text claims 1099511627776 bytes");
        assertRefused(new GgufFile(3).list("tokens", 8, 1L << 60), "the list 'tokens' claims");
        assertRefused(new GgufFile(3).deepList("deep", 9), "nested too deeply");
        assertRefused(dense(3).tensor("huge", F16, 1L << 40, 1L << 40), "tensor 'huge' has a dimension");
        assertRefused(dense(3).tensor("none", F16, 0), "tensor 'none' has a dimension of 0");
        assertRefused(new GgufFile(3).value("odd", 77), "of the unknown type 77");
    }

    @Test
    void refusesWhatIsNoGgufFileOrAnotherVersion() throws IOException {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> read("{\"model_type\":\"llama\"}".getBytes(StandardCharsets.UTF_8)))
                .withMessageContaining("no GGUF file").withMessageContaining("config.json");
        assertRefused(new GgufFile(1), "its version is 1;");
        assertRefused(new GgufFile(Integer.reverseBytes(3)), "3 in big-endian order");
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> ModelCard.read(folder.resolve("no.gguf")))
                .withMessageContaining("there is no such file");
    }

    @Test
    void refusesPartsAndModelsThatDoNotTellTheirSizes() throws IOException {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> read(dense(3).number("split.count", 4).bytes()))
                .withMessageContaining("one of 4 parts");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> read(new GgufFile(3).text("general.architecture", "llama")
                        .tensor("token_embd.weight", F16, 64, 100).bytes()))
                .withMessageContaining("does not tell llama.block_count").withMessageContaining("config.json");
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> read(new GgufFile(3).text("general.architecture", "clip").bytes()))
                .withMessageContaining("token_embd.weight");
    }

    @Test
    void refusesMoreHeadsThanTheWidthHasRoomFor() throws IOException {
        byte[] file = dense(3).number("llama.attention.head_count", 65).bytes();

        assertThatExceptionOfType(InputException.class).isThrownBy(() -> read(file))
                .withMessageContaining("model.gguf: llama.attention.head_count is 65, more than the width of 64");
        assertThat(read(dense(3).number("llama.attention.head_count", 65).number("llama.attention.key_length", 16)
                .number("llama.attention.value_length", 16).bytes()).shape().headSize()).isEqualTo(16);
    }

    private static GgufFile dense(int version) {
        return new GgufFile(version).text("general.architecture", "llama").text("general.name", "Tiny")
                .number("llama.block_count", 2).number("llama.embedding_length", 64)
                .number("llama.attention.head_count", 4).number("llama.attention.head_count_kv", 2)
                .texts("tokenizer.ggml.tokens", "a", "b", "c").tensor("token_embd.weight", F16, 64, 100)
                .tensor("blk.0.ffn_up.weight", F16, 64, 512).tensor("blk.1.ffn_up.weight", F16, 64, 512)
                .tensor("output_norm.weight", F32, 64);
    }

    private void assertRefused(GgufFile file, String message) throws IOException {
        byte[] content = file.bytes();
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> read(content)).withMessageContaining(message)
                .withMessageContaining("model.gguf").withMessageContaining("get it again");
    }

    private ModelCard read(byte[] content) throws IOException {
        return ModelCard.read(Files.write(folder.resolve("model.gguf"), content));
    }

    /** Write headers byte by byte after the format's description. */
    private static final class GgufFile {
        private final int version;
        private final ByteArrayOutputStream entries = new ByteArrayOutputStream();
        private final ByteArrayOutputStream tensors = new ByteArrayOutputStream();
        private long entryCount;
        private long tensorCount;

        GgufFile(int version) {
            this.version = version;
        }

        GgufFile text(String key, String value) {
            begin(key, 8);
            put(entries, value);
            return this;
        }

        GgufFile number(String key, int value) {
            begin(key, 4);
            whole(entries, value, 4);
            return this;
        }

        GgufFile texts(String key, String... values) {
            begin(key, 9);
            whole(entries, 8, 4);
            whole(entries, values.length, 8);
            for (String value : values) {
                put(entries, value);
            }
            return this;
        }

        GgufFile longText(String key, long length) {
            begin(key, 8);
            whole(entries, length, 8);
            return this;
        }

        GgufFile list(String key, int type, long length) {
            begin(key, 9);
            whole(entries, type, 4);
            whole(entries, length, 8);
            return this;
        }

        GgufFile deepList(String key, int depth) {
            begin(key, 9);
            for (int level = 0; level < depth; level++) {
                whole(entries, 9, 4);
                whole(entries, 1, 8);
            }
            return this;
        }

        GgufFile value(String key, int type) {
            begin(key, type);
            return this;
        }

        GgufFile claim(long tensorClaim, long entryClaim) {
            tensorCount = tensorClaim;
            entryCount = entryClaim;
            return this;
        }

        GgufFile tensor(String name, int type, long... dimensions) {
            tensorCount++;
            put(tensors, name);
            whole(tensors, dimensions.length, 4);
            for (long dimension : dimensions) {
                whole(tensors, dimension, 8);
            }
            whole(tensors, type, 4);
            whole(tensors, 0, 8);
            return this;
        }

        byte[] bytes() {
            ByteArrayOutputStream file = new ByteArrayOutputStream();
            file.writeBytes("GGUF".getBytes(StandardCharsets.US_ASCII));
            whole(file, version, 4);
            whole(file, tensorCount, 8);
            whole(file, entryCount, 8);
            file.writeBytes(entries.toByteArray());
            file.writeBytes(tensors.toByteArray());
            return file.toByteArray();
        }

        private void begin(String key, int type) {
            entryCount++;
            put(entries, key);
            whole(entries, type, 4);
        }

        private static void put(ByteArrayOutputStream out, String text) {
            byte[] content = text.getBytes(StandardCharsets.UTF_8);
            whole(out, content.length, 8);
            out.writeBytes(content);
        }

        private static void whole(ByteArrayOutputStream out, long value, int bytes) {
            byte[] all = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
            out.write(all, 0, bytes);
        }
    }
}
