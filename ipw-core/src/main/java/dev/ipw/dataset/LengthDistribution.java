package dev.ipw.dataset;

import java.util.Optional;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A distribution of lengths in tokens. */
sealed interface LengthDistribution {
    /** The maximum length of a prompt or answer. */
    int MAX = 10_000_000;

    /** The syntax of a length distribution. */
    String FORMS = "a number of tokens such as 512, normal:512:64 (mean and standard deviation) or uniform:100..500";

    /** Draws the next length, from 1 to {@link #MAX}. */
    int draw(Random random);

    /** Returns the length in the middle. */
    int typical();

    /** The same length each time. */
    record Fixed(int typical) implements LengthDistribution {
        @Override
        public int draw(Random random) {
            return typical;
        }
    }

    /** Normally distributed lengths, clamped to the bounds. */
    record Normal(int typical, int deviation) implements LengthDistribution {
        @Override
        public int draw(Random random) {
            return Math.clamp(Math.round(typical + deviation * random.nextGaussian()), 1, MAX);
        }
    }

    /** Lengths uniform between two bounds, both included. */
    record Uniform(int least, int most) implements LengthDistribution {
        @Override
        public int draw(Random random) {
            return random.nextInt(least, most + 1);
        }

        @Override
        public int typical() {
            return least + (most - least) / 2;
        }
    }

    /** Parses a distribution; empty if the text is not one. */
    static Optional<LengthDistribution> parse(String text) {
        Matcher form = Pattern.compile("(\\d{1,8})|normal:(\\d{1,8}):(\\d{1,8})|uniform:(\\d{1,8})\\.\\.(\\d{1,8})")
                .matcher(text.strip());
        if (!form.matches()) {
            return Optional.empty();
        }
        LengthDistribution read = form.group(1) != null
                ? new Fixed(Integer.parseInt(form.group(1)))
                : form.group(2) != null
                        ? new Normal(Integer.parseInt(form.group(2)), Integer.parseInt(form.group(3)))
                        : new Uniform(Integer.parseInt(form.group(4)), Integer.parseInt(form.group(5)));
        boolean possible = switch (read) {
            case Fixed fixed -> fixed.typical() >= 1 && fixed.typical() <= MAX;
            case Normal normal -> normal.typical() >= 1 && normal.typical() <= MAX;
            case Uniform uniform -> uniform.least() >= 1 && uniform.least() <= uniform.most() && uniform.most() <= MAX;
        };
        return possible ? Optional.of(read) : Optional.empty();
    }
}
