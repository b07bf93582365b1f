package dev.ipw.examples.embedded;

/**
 * The rule for the questions that are kept for evaluation: about one in ten, never seen in training.
 *
 * <p>The rule is {@code held_out} in training/train.py, number for number:
 * <ol>
 * <li>the operands of + and * are put in ascending order, so that 58+417 is held out whenever 417+58 is;
 * <li>{@code key = (operator * 1000 + left) * 1000 + right}, with operator 0 for +, 1 for - and 2 for *;
 * <li>the key is mixed by the 32-bit finalizer of MurmurHash3 (shifts 16, 13, 16; multipliers 0x85EBCA6B and
 * 0xC2B2AE35);
 * <li>a question is held out if the result, taken as unsigned, is divisible by 10.
 * </ol>
 */
final class HeldOut {

    private static final String OPERATORS = "+-*";
    private static final int OPERANDS = 1000;
    private static final int ONE_IN = 10;

    private HeldOut() {}

    /**
     * Returns whether {@code left operator right} is kept for evaluation.
     *
     * @param left     the first operand, 0 to 999
     * @param operator one of + - *
     * @param right    the second operand, 0 to 999
     */
    static boolean contains(int left, char operator, int right) {
        int index = OPERATORS.indexOf(operator);
        if (index < 0 || left < 0 || left >= OPERANDS || right < 0 || right >= OPERANDS) {
            throw new IllegalArgumentException("\"" + left + operator + right + "\" is no question of the task;"
                    + " operands are 0 to 999 and operators + - *");
        }
        boolean swap = operator != '-' && left > right;
        int first = swap ? right : left;
        int second = swap ? left : right;
        int mixed = mix((index * OPERANDS + first) * OPERANDS + second);
        return Integer.remainderUnsigned(mixed, ONE_IN) == 0;
    }

    private static int mix(int key) {
        int mixed = (key ^ (key >>> 16)) * 0x85EBCA6B;
        mixed = (mixed ^ (mixed >>> 13)) * 0xC2B2AE35;
        return mixed ^ (mixed >>> 16);
    }
}
