package dev.ipw.compute;

import dev.ipw.error.ConfigurationException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apiguardian.api.API;

/** The precision of a model's matrix multiplications. */
@API(status = API.Status.EXPERIMENTAL)
public enum Precision {
    /** Four bytes. */
    FP32(4),
    /** Two bytes, eight of their bits the exponent. */
    BF16(2),
    /** Two bytes, five of their bits the exponent. */
    FP16(2),
    /** One byte of floating point. */
    FP8(1),
    /** One byte of whole numbers. */
    INT8(1),
    /** Half a byte of floating point. */
    FP4(0.5);

    private final double bytes;

    Precision(double bytes) {
        this.bytes = bytes;
    }

    /**
     * Parses the user's text.
     *
     * @param text for example {@code bf16}
     * @return the precision
     * @throws ConfigurationException if there is none of that name
     */
    public static Precision named(String text) {
        return find(text).orElseThrow(() -> new ConfigurationException("Unknown precision '" + text + "'. Give one of "
                + Arrays.stream(values()).map(Precision::label).collect(Collectors.joining(", "))));
    }

    /** Finds a precision by its name, or by its name in model files. */
    static Optional<Precision> find(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "bf16", "bfloat16" -> Optional.of(BF16);
            case "fp16", "float16", "half" -> Optional.of(FP16);
            case "fp32", "float32", "float" -> Optional.of(FP32);
            case "fp8", "float8_e4m3fn" -> Optional.of(FP8);
            case "int8" -> Optional.of(INT8);
            case "fp4" -> Optional.of(FP4);
            default -> Optional.empty();
        };
    }

    /**
     * Returns the name used in files.
     *
     * @return for example {@code bf16}
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the size of a number.
     *
     * @return bytes
     */
    public double bytes() {
        return bytes;
    }
}
