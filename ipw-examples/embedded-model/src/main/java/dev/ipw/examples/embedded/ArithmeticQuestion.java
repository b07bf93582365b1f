package dev.ipw.examples.embedded;

/**
 * A question for one sum, difference or product.
 *
 * @param left     the first operand, 0 to 999
 * @param operator one of + - *
 * @param right    the second operand, 0 to 999
 */
record ArithmeticQuestion(int left, char operator, int right) {

    /** Returns the question in the notation of a person, for example {@code 417+58}. */
    String expression() {
        return "" + left + operator + right;
    }

    /** Returns the right answer, which can be negative for a difference. */
    int answer() {
        return switch (operator) {
            case '+' -> left + right;
            case '-' -> left - right;
            case '*' -> left * right;
            default -> throw new IllegalStateException("There is no operator '" + operator + "', only + - *");
        };
    }
}
