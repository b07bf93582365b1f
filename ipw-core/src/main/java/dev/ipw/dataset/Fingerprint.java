package dev.ipw.dataset;

import dev.ipw.dataset.DatasetRecord.Turn;
import dev.ipw.internal.file.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;

/** SHA-256 over typed values, each written with its type and length so that different contents differ. */
final class Fingerprint {
    private final Sha256 digest = new Sha256();

    private Fingerprint() {}

    /** Returns the digest of a whole record; hexadecimal, lower case. */
    static String of(DatasetRecord record) {
        Fingerprint fingerprint = new Fingerprint();
        fingerprint.add(List.of(record.questionId(), record.problem(), record.answer(),
                record.subject().stream().toList(), record.evaluator().stream().toList(), record.choices(),
                record.metadata()));
        List<Object> more = List.of(record.system().stream().toList(),
                record.turns().stream().map(Fingerprint::turn).toList(), length(record.lengths().input()),
                length(record.lengths().output()));
        if (!more.stream().allMatch(List.of()::equals)) {
            fingerprint.add(more);
        }
        return fingerprint.digest.hex();
    }

    private static List<Object> turn(Turn turn) {
        return List.of(turn.text(), turn.delay().toNanos(), turn.answer().stream().toList());
    }

    private static List<Object> length(OptionalInt tokens) {
        return tokens.isPresent() ? List.of((long) tokens.getAsInt()) : List.of();
    }

    /**
     * Returns the rank of a name in a seed's order: the digest of the seed and the name, read as an unsigned number.
     */
    static byte[] rank(long seed, String name) {
        return new Sha256().add(seed + "\n" + name).bytes();
    }

    private void add(Object value) {
        switch (value) {
            case String text -> {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                header('s', bytes.length);
                digest.add(bytes);
            }
            case Boolean flag -> header('b', flag ? 1 : 0);
            case Long number -> header('l', number);
            case Double number -> header('d', Double.doubleToLongBits(number));
            case List<?> list -> {
                header('[', list.size());
                list.forEach(this::add);
            }
            case Map<?, ?> map -> {
                header('{', map.size());
                Map<String, Object> sorted = new TreeMap<>();
                map.forEach((key, item) -> sorted.put(String.valueOf(key), item));
                sorted.forEach((key, item) -> {
                    add(key);
                    add(item);
                });
            }
            default -> throw new IllegalArgumentException("A record's metadata holds a " + value.getClass().getName()
                    + "; only text, booleans, Long, Double, and lists and maps of such may be there");
        }
    }

    private void header(char type, long number) {
        digest.add(ByteBuffer.allocate(9).put((byte) type).putLong(number).array());
    }
}
