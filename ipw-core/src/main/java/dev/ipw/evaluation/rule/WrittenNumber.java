package dev.ipw.evaluation.rule;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number as a text writes it.
 *
 * <p>A comma or full stop before exactly three digits, and again before each further three, groups thousands
 * ({@code 1,234}, {@code 1.234.567}, Indian {@code 12,34,567}), except that one full stop alone is a decimal point
 * ({@code 1.234} is a little more than one). With both, the last one is the decimal mark ({@code 1.234,5} is
 * {@code 1,234.5}). Another single comma is a decimal mark ({@code 3,5}). Apostrophes and narrow or unbreakable spaces
 * group thousands. Plain spaces do from a million on ({@code 1 234 567}); {@code 1 234} may be two numbers.
 *
 * <p>A small power is computed ({@code 6^2} is 36). Under a root, in a fraction of more than digits, or times pi a
 * number has no value of its own. An ordinal ({@code 12th}) counts only if there is no other number.
 *
 * @param start   its start, including sign and currency
 * @param end     its end, including percent sign and unit
 * @param text    the text
 * @param value   its value without percent and unit; empty if it cannot be read as one number ({@code 12:30})
 * @param percent whether a percent sign, or the word, follows
 * @param unit    its unit, if it is a known one
 */
record WrittenNumber(int start, int end, String text, Optional<BigDecimal> value, boolean percent,
        Optional<Unit> unit) {
    private static final int MAX_DIGITS = 100;
    private static final int MAX_EXPONENT = 400;
    private static final Pattern DIGITS = Pattern
            .compile("(?<![" + AnswerText.SPACED_LETTER
                    + "\\p{N}_^]|\\^[-−{])\\.?\\d[\\d.,'’\\u00A0\\u2009\\u202F]{0,1000}+");
    private static final Pattern BEFORE = Pattern
            .compile("(?<sign>(?<![" + AnswerText.SPACED_LETTER
                    + "\\p{N})\\]}])[-−–]|(?<!\\p{L}|\\d\\s)(?:minus|negative)\\s{1,2})?"
                    + "(?<currency>[$€£¥]\\s?)?(?<inner>(?<=[$€£¥])[-−])?$", Pattern.CASE_INSENSITIVE);
    private static final Pattern OPERAND_BEFORE = Pattern
            .compile("(?:√|\\\\sqrt(?:\\[\\d\\])?|\\\\[dt]?frac|\\}|\\\\(?:log|ln|sin|cos|tan))\\s?[({]?$");
    private static final Pattern OPERAND_AFTER = Pattern.compile("\\s?(?:π|\\\\?pi(?!\\p{L})|\\\\sqrt|√)");
    private static final Pattern POWER = Pattern.compile("\\^\\{?(-?\\d{1,2})\\}?(?![\\d.,/^]{0,100}\\d)");
    private static final Pattern ORDINAL = Pattern.compile("(?:st|nd|rd|th)(?!\\p{L})(?!\\s{1,2}one)");
    private static final Pattern TORN = Pattern.compile("[:/^]\\d[\\d:/^.,]{0,1000}+");
    private static final Pattern FRACTION = Pattern.compile("\\s?/\\s?(\\d{1,30}(?:\\.\\d{1,10})?)(?![\\d/:^])");
    private static final Pattern MIXED = Pattern.compile("\\s(\\d{1,9})/(\\d{1,9})(?![\\d/:^])");
    private static final Pattern EXPONENT = Pattern
            .compile("[eE]([-−+]?\\d{1,9})(?![\\d\\p{L}])|\\s{0,2}[×*xX]\\s{0,2}10\\^\\{?([-−+]?\\d{1,9})\\}?");
    private static final Pattern SCALE = Pattern.compile(
            "\\s{1,2}(hundred|thousand|million|billion|trillion)(?!\\p{L})|\\s?([万萬亿億])|(?-i:k)(?!\\p{L})",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern PERCENT = Pattern.compile("\\s{0,2}(?:%|per ?cent(?!\\p{L}))",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern UNIT = Pattern.compile("[\\s-]{0,2}([$€£¥]|km/h|m/s|\\p{L}{1,14}(?!\\p{L}))",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern UNIT_POWER = Pattern.compile("\\^\\{?[-−]?\\d\\}?(?!\\d)");
    /** An unknown unit that touches the number; a letter such as x or n is a variable. */
    private static final Pattern TOUCHING_UNIT = Pattern
            .compile(
                    "(?:[VAΩ]|(?![xyznab]{2,3}(?!\\p{L})|st(?!\\p{L})|nd(?!\\p{L})|rd(?!\\p{L})|th(?!\\p{L}))\\p{L}{2,14})(?![\\p{L}\\p{N}_])");
    private static final Map<String, Integer> SCALES = Map.of("hundred", 2, "thousand", 3, "million", 6, "billion", 9,
            "trillion", 12, "万", 4, "萬", 4, "亿", 8, "億", 8);
    private static final int THOUSAND = 3;
    private static final int MAX_RAISED_DIGITS = 12;
    private static final int CONTEXT = 12;

    /** Finds the numbers in a text that {@link NumberNotation} has converted, from first to last. */
    static List<WrittenNumber> find(String text) {
        List<WrittenNumber> numbers = new ArrayList<>();
        List<WrittenNumber> ordinals = new ArrayList<>();
        Matcher digits = DIGITS.matcher(text);
        int from = 0;
        while (digits.find(from)) {
            Reader reader = new Reader(text, digits.start(), endOfDigits(digits.group(), digits.end()));
            reader.read().ifPresent(reader.ordinal ? ordinals::add : numbers::add);
            from = Math.max(reader.position, digits.end());
        }
        return numbers.isEmpty() ? ordinals : numbers;
    }

    private static int endOfDigits(String digits, int end) {
        int last = end;
        for (int index = digits.length() - 1; !Character.isDigit(digits.charAt(index)); index--) {
            last--;
        }
        return last;
    }

    /** A reader of one number from its digits outwards. */
    private static final class Reader {
        private final String text;
        private final int digitsStart;
        private final int digitsEnd;
        private int position;
        private boolean ordinal;

        Reader(String text, int digitsStart, int digitsEnd) {
            this.text = text;
            this.digitsStart = digitsStart;
            this.digitsEnd = digitsEnd;
            position = digitsEnd;
        }

        /** Reads the number; empty if the digits are part of a name, such as {@code 3D}. */
        Optional<WrittenNumber> read() {
            Matcher before = BEFORE.matcher(text).region(Math.max(0, digitsStart - CONTEXT), digitsStart)
                    .useTransparentBounds(true);
            int start = before.find() ? before.start() : digitsStart;
            boolean negative = before.group("sign") != null || before.group("inner") != null;
            String currency = before.group("currency");

            Optional<BigDecimal> size = scaled(magnitude());
            boolean operand = OPERAND_BEFORE.matcher(text).region(Math.max(0, start - CONTEXT), start).find();
            boolean constant = take(OPERAND_AFTER).isPresent();
            Optional<BigDecimal> value = size.filter(one -> !operand && !constant)
                    .map(one -> negative ? one.negate() : one);
            boolean percent = take(PERCENT).isPresent();
            Optional<Unit> unit = percent ? Optional.empty() : unit();
            boolean raised = unit.isPresent() && take(UNIT_POWER).isPresent();
            ordinal = unit.isEmpty() && take(ORDINAL).isPresent();
            boolean named = unit.isPresent() || ordinal || take(TOUCHING_UNIT).isPresent();
            if (!percent && !named && position < text.length()
                    && AnswerText.isSpacedLetter(text.charAt(position))) {
                return Optional.empty();
            }
            Optional<Unit> carried = raised
                    ? Optional.empty()
                    : unit.isPresent() || currency == null ? unit : Unit.named(currency.strip());
            return Optional
                    .of(new WrittenNumber(start, position, text.substring(start, position), value, percent, carried));
        }

        private Optional<BigDecimal> magnitude() {
            Optional<BigDecimal> whole = parse(text.substring(digitsStart, digitsEnd));
            Optional<Matcher> mixed = take(MIXED);
            if (mixed.isPresent()) {
                Optional<BigDecimal> part = quotient(new BigDecimal(mixed.get().group(1)), mixed.get().group(2));
                return whole.flatMap(one -> part.map(one::add));
            }
            Optional<Matcher> fraction = take(FRACTION);
            if (fraction.isPresent()) {
                return whole.flatMap(one -> quotient(one, fraction.get().group(1)));
            }
            Optional<Matcher> power = take(POWER);
            if (power.isPresent()) {
                int exponent = Integer.parseInt(power.get().group(1));
                return whole.filter(one -> one.precision() <= MAX_RAISED_DIGITS && one.scale() <= MAX_RAISED_DIGITS)
                        .flatMap(one -> raised(one, exponent));
            }
            return take(TORN).isPresent() ? Optional.empty() : whole;
        }

        private Optional<BigDecimal> scaled(Optional<BigDecimal> magnitude) {
            Optional<Matcher> exponent = take(EXPONENT);
            Optional<Matcher> scale = take(SCALE);
            long power = 0;
            if (exponent.isPresent()) {
                String digits = exponent.get().group(1) == null ? exponent.get().group(2) : exponent.get().group(1);
                power = Long.parseLong(digits.replace('−', '-'));
            }
            if (scale.isPresent()) {
                String word = scale.get().group(1) == null ? scale.get().group(2) : scale.get().group(1);
                power += word == null ? THOUSAND : SCALES.getOrDefault(word.toLowerCase(Locale.ROOT), 0);
            }
            int shift = (int) power;
            return Math.abs(power) > MAX_EXPONENT
                    ? Optional.empty()
                    : magnitude.map(one -> one.scaleByPowerOfTen(shift));
        }

        private Optional<Unit> unit() {
            Matcher matcher = UNIT.matcher(text).region(position, text.length());
            if (!matcher.lookingAt()) {
                return Optional.empty();
            }
            Optional<Unit> unit = Unit.named(matcher.group(1));
            unit.ifPresent(known -> position = matcher.end());
            return unit;
        }

        private Optional<Matcher> take(Pattern pattern) {
            Matcher matcher = pattern.matcher(text).region(position, text.length());
            matcher.useTransparentBounds(true);
            if (!matcher.lookingAt()) {
                return Optional.empty();
            }
            position = matcher.end();
            return Optional.of(matcher);
        }
    }

    private static Optional<BigDecimal> quotient(BigDecimal over, String under) {
        BigDecimal divisor = new BigDecimal(under);
        return divisor.signum() == 0 ? Optional.empty() : Optional.of(over.divide(divisor, MathContext.DECIMAL128));
    }

    private static Optional<BigDecimal> raised(BigDecimal base, int exponent) {
        if (exponent >= 0) {
            return Optional.of(base.pow(exponent));
        }
        return base.signum() == 0
                ? Optional.empty()
                : Optional.of(BigDecimal.ONE.divide(base.pow(-exponent), MathContext.DECIMAL128));
    }

    /** Reads digits with grouping and decimal marks; empty if they do not follow the rule above. */
    private static Optional<BigDecimal> parse(String digits) {
        if (digits.length() > MAX_DIGITS) {
            return Optional.empty();
        }
        String spaced = digits.replaceAll("['’\\u00A0\\u2009\\u202F]", "'");
        if (spaced.contains("'")) {
            if (!spaced.matches("\\d{1,3}(?:'\\d{3})+(?:[.,]\\d+)?")) {
                return Optional.empty();
            }
            return Optional.of(new BigDecimal(spaced.replace("'", "").replace(',', '.')));
        }
        boolean decimalComma = digits.lastIndexOf(',') > digits.lastIndexOf('.');
        boolean both = digits.contains(",") && digits.contains(".");
        boolean grouped = digits
                .matches("[1-9]\\d{0,2}(?:,\\d{3})+|[1-9]\\d{0,2}(?:\\.\\d{3}){2,}|[1-9]\\d?(?:,\\d{2})+,\\d{3}");
        boolean groupedWithFraction = digits
                .matches("[1-9]\\d{0,2}(?:,\\d{3})+\\.\\d+|[1-9]\\d{0,2}(?:\\.\\d{3})+,\\d+");
        boolean simple = digits.matches("\\d+|\\d*[.,]\\d+");
        if (grouped) {
            return Optional.of(new BigDecimal(digits.replaceAll("[.,]", "")));
        }
        if (both ? !groupedWithFraction : !simple) {
            return Optional.empty();
        }
        String english = decimalComma ? digits.replace(".", "").replace(',', '.') : digits.replace(",", "");
        return Optional.of(new BigDecimal(english));
    }
}
