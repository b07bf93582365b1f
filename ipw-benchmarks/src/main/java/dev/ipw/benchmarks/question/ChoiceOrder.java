package dev.ipw.benchmarks.question;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32;

/**
 * The order in which choices are shown. It depends only on the question's id and a seed, so that each run shows the
 * same order.
 *
 * @param shown for each place the index of the choice in its source, from 0
 */
public record ChoiceOrder(List<Integer> shown) {
    private static final char FIRST_LETTER = 'A';

    /** Copies the order. */
    public ChoiceOrder {
        shown = List.copyOf(shown);
    }

    /**
     * Draws an order.
     *
     * @param id    the question's id
     * @param seed  the seed; other seeds give other orders
     * @param count the number of choices
     * @return the order
     */
    public static ChoiceOrder of(String id, long seed, int count) {
        CRC32 hash = new CRC32();
        hash.update((id + "\n" + seed).getBytes(StandardCharsets.UTF_8));
        List<Integer> order = new ArrayList<>(IntStream.range(0, count).boxed().toList());
        Collections.shuffle(order, new Random(hash.getValue()));
        return new ChoiceOrder(order);
    }

    /**
     * Arranges choices in this order.
     *
     * @param choices the choices in the order of the source
     * @return the choices in the shown order
     */
    public List<String> apply(List<String> choices) {
        return shown.stream().map(choices::get).toList();
    }

    /**
     * Returns the letter under which a choice is shown.
     *
     * @param source its index in the source, from 0
     * @return the letter
     */
    public String letter(int source) {
        return String.valueOf((char) (FIRST_LETTER + shown.indexOf(source)));
    }

    /** Writes the order as it is kept with a record: the indexes in the source, separated by commas. */
    @Override
    public String toString() {
        return shown.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
