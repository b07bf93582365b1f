package dev.ipw.compute;

import dev.ipw.compute.ModelCard.AttentionShape;
import dev.ipw.compute.ModelCard.Parameters;
import dev.ipw.compute.ModelCard.Shape;
import dev.ipw.error.InputException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The count of a model's parameters from the tensors of its GGUF file, which relies on the file's own list only. */
final class GgufCard {
    private static final String EMBEDDING = "token_embd.weight";
    private static final String HEAD = "output.weight";
    private static final int LARGEST = 1 << 24;
    private static final String OF_ALL_EXPERTS = "_exps.";

    private final GgufHeader header;
    private final String kind;

    private GgufCard(GgufHeader header) {
        this.header = header;
        kind = header.text("general.architecture")
                .orElseThrow(() -> missing("general.architecture"));
    }

    static ModelCard read(Path file) {
        GgufHeader header = GgufHeader.read(file);
        if (header.whole("split.count").orElse(1) > 1) {
            throw new InputException(header.place() + " is one of " + header.whole("split.count").getAsLong()
                    + " parts and lists its own tensors only. Give a file of the whole model, or its config.json");
        }
        return new GgufCard(header).card(String.valueOf(file.getFileName()));
    }

    private ModelCard card(String file) {
        Counts counts = count();
        int layers = size("block_count");
        int hidden = size("embedding_length");
        int heads = size("attention.head_count");
        int keyValueHeads = optional("attention.head_count_kv").orElse(heads);
        int key = optional("attention.key_length_mla").or(() -> optional("attention.key_length"))
                .orElseGet(() -> headSize(hidden, heads));
        int value = optional("attention.value_length_mla").or(() -> optional("attention.value_length"))
                .orElseGet(() -> headSize(hidden, heads));
        Optional<Integer> latent = optional("attention.kv_lora_rank");
        long cache = latent.isPresent()
                ? latent.get() + (long) optional("rope.dimension_count").orElse(0)
                : (long) keyValueHeads * (key + value);
        boolean isTied = counts.head == 0;
        long head = isTied ? counts.embedding : counts.head;
        return new ModelCard(header.text("general.name").orElse(file), "GGUF header of " + file + " (" + kind + ")",
                new Parameters(counts.total, counts.active, counts.embedding, head, isTied),
                new Shape(layers, hidden, heads, keyValueHeads, key,
                        bounded("vocabulary", counts.embedding / hidden)),
                // If a GGUF file has a window, it applies only to a part of the layers.
                List.of(new AttentionShape(attending(layers), (long) heads * key, (long) heads * value, cache,
                        OptionalLong.empty(), false)),
                counts.precision(),
                counts.isRoomKnown ? OptionalLong.of(counts.bytes) : OptionalLong.empty());
    }

    /**
     * Counts the layers whose attention grows with the context; if others lie between, such a layer comes at regular
     * intervals.
     */
    private int attending(int layers) {
        return layers / optional("full_attention_interval").orElse(1);
    }

    /** Divides the width among the heads, if the file does not give the width of a head. */
    private int headSize(int hidden, int heads) {
        if (heads > hidden) {
            throw new InputException(header.place() + ": " + kind + ".attention.head_count is " + heads
                    + ", more than the width of " + hidden + " has room for. The file is damaged; get it again");
        }
        return hidden / heads;
    }

    private Counts count() {
        Counts counts = new Counts();
        long experts = header.whole(kind + ".expert_count").orElse(0);
        long used = header.whole(kind + ".expert_used_count").orElse(0);
        if (experts > 0 && (used < 1 || used > experts)) {
            throw new InputException(header.place() + " says that a token passes through " + used + " of " + experts
                    + " experts. The file is damaged; get it again");
        }
        for (GgufHeader.Tensor tensor : header.tensors()) {
            long elements = tensor.elements();
            counts.total += elements;
            Optional<GgmlType> type = GgmlType.of(tensor.type());
            counts.isRoomKnown &= type.isPresent();
            counts.bytes += type.map(known -> known.roomOf(elements)).orElse(0L);
            type.ifPresent(known -> counts.byPrecision.merge(known.precision(), elements, Long::sum));
            if (tensor.name().equals(EMBEDDING)) {
                counts.embedding = elements;
            } else if (tensor.name().equals(HEAD)) {
                counts.head = elements;
            } else {
                boolean isOfExperts = experts > 0 && tensor.name().contains(OF_ALL_EXPERTS);
                counts.active += isOfExperts ? elements / experts * used : elements;
            }
        }
        if (counts.embedding == 0) {
            throw new InputException(header.place() + " has no tensor " + EMBEDDING
                    + ", so it is no language model that is known. Give the model's own file or its config.json");
        }
        return counts;
    }

    private int size(String key) {
        return optional(key).orElseThrow(() -> missing(kind + "." + key));
    }

    private Optional<Integer> optional(String key) {
        OptionalLong value = header.whole(kind + "." + key);
        if (value.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(bounded(kind + "." + key, value.getAsLong()));
    }

    private int bounded(String name, long size) {
        if (size < 1 || size > LARGEST) {
            throw new InputException(header.place() + ": " + name + " is " + size
                    + ". The file is damaged; get it again");
        }
        return (int) size;
    }

    private InputException missing(String key) {
        return new InputException(header.place() + " does not tell " + key + (header.length(key).isPresent()
                ? " as one number for all layers, and models whose layers differ are not known"
                : "") + ". Give the model's config.json instead");
    }

    private static final class Counts {
        private final Map<Optional<Precision>, Long> byPrecision = new HashMap<>();
        private long total;
        private long active;
        private long embedding;
        private long head;
        private long bytes;
        private boolean isRoomKnown = true;

        /** The precision of most of the stored numbers is that of the multiplications. */
        private Optional<Precision> precision() {
            return byPrecision.entrySet().stream().max(Comparator.comparingLong(Map.Entry::getValue))
                    .flatMap(Map.Entry::getKey);
        }
    }

    /**
     * The storage of numbers in GGML, in blocks of a fixed number of numbers and bytes.
     *
     * @param numbers   the numbers of a block
     * @param bytes     the bytes of a block
     * @param precision the precision of their multiplication; empty for quantised ones, which each program multiplies in
     *                  its own way
     */
    private record GgmlType(long numbers, long bytes, Optional<Precision> precision) {
        private static final int SMALL = 32;
        private static final int LARGE = 256;
        private static final Map<Integer, GgmlType> TYPES = Map.ofEntries(plain(0, 4, Precision.FP32),
                plain(1, 2, Precision.FP16), plain(30, 2, Precision.BF16), block(2, SMALL, 18), block(3, SMALL, 20),
                block(6, SMALL, 22), block(7, SMALL, 24), block(8, SMALL, 34), block(9, SMALL, 36),
                block(10, LARGE, 84),
                block(11, LARGE, 110), block(12, LARGE, 144), block(13, LARGE, 176), block(14, LARGE, 210),
                block(15, LARGE, 292), block(16, LARGE, 66), block(17, LARGE, 74), block(18, LARGE, 98),
                block(19, LARGE, 50), block(20, SMALL, 18), block(21, LARGE, 110), block(22, LARGE, 82),
                block(23, LARGE, 136), block(24, 1, 1), block(25, 1, 2), block(26, 1, 4), block(27, 1, 8),
                block(28, 1, 8), block(29, LARGE, 56), block(34, LARGE, 54), block(35, LARGE, 66),
                block(39, SMALL, 17));

        static Optional<GgmlType> of(int number) {
            return Optional.ofNullable(TYPES.get(number));
        }

        /** Returns the bytes of a tensor, whose last block may not be full. */
        long roomOf(long elements) {
            return (elements + numbers - 1) / numbers * bytes;
        }

        private static Map.Entry<Integer, GgmlType> plain(int number, long bytes, Precision precision) {
            return Map.entry(number, new GgmlType(1, bytes, Optional.of(precision)));
        }

        private static Map.Entry<Integer, GgmlType> block(int number, long numbers, long bytes) {
            return Map.entry(number, new GgmlType(numbers, bytes, Optional.empty()));
        }
    }
}
