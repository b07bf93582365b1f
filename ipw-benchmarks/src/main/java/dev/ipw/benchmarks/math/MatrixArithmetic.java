package dev.ipw.benchmarks.math;

import dev.ipw.benchmarks.math.MathNode.Call;
import dev.ipw.benchmarks.math.MathNode.Matrix;
import dev.ipw.benchmarks.math.MathNode.Product;
import dev.ipw.benchmarks.math.MathNode.Sum;
import java.util.ArrayList;
import java.util.List;

/** Addition and multiplication of matrices, and small determinants. */
final class MatrixArithmetic {
    private static final int LARGEST_DETERMINANT = 4;

    private MatrixArithmetic() {}

    /** Does all arithmetic with matrices in an expression. */
    static MathNode done(MathNode node) {
        return node.has(Matrix.class::isInstance) ? node.rewritten(MatrixArithmetic::step) : node;
    }

    private static MathNode step(MathNode node) {
        return switch (node) {
            case Sum sum when sum.children().stream().allMatch(Matrix.class::isInstance) -> sum.children().stream()
                    .reduce(MatrixArithmetic::sum).orElseThrow();
            case Product product when product.children().stream()
                    .anyMatch(Matrix.class::isInstance) ->
                product.children()
                        .stream().reduce(MatrixArithmetic::product).orElseThrow();
            case Call(String function, List<MathNode> arguments) when function.equals("determinant")
                    && arguments.getFirst() instanceof Matrix matrix ->
                determinant(matrix);
            default -> node;
        };
    }

    private static MathNode sum(MathNode one, MathNode other) {
        if (!(one instanceof Matrix left) || !(other instanceof Matrix right) || left.columns() != right.columns()
                || left.rows() != right.rows()) {
            throw new UnreadableMathException("Matrices of different sizes cannot be added");
        }
        List<MathNode> cells = new ArrayList<>();
        for (int index = 0; index < left.children().size(); index++) {
            cells.add(new Sum(List.of(left.children().get(index), right.children().get(index))));
        }
        return new Matrix(left.columns(), List.copyOf(cells));
    }

    private static MathNode product(MathNode one, MathNode other) {
        if (one instanceof Matrix left && other instanceof Matrix right) {
            return product(left, right);
        }
        if (one instanceof Matrix left) {
            return scaled(left, other);
        }
        return other instanceof Matrix right ? scaled(right, one) : new Product(List.of(one, other));
    }

    private static Matrix scaled(Matrix matrix, MathNode factor) {
        return new Matrix(matrix.columns(), matrix.children().stream()
                .<MathNode>map(cell -> new Product(List.of(factor, cell))).toList());
    }

    private static Matrix product(Matrix left, Matrix right) {
        if (left.columns() != right.rows()) {
            throw new UnreadableMathException("Matrices of these sizes cannot be multiplied");
        }
        List<MathNode> cells = new ArrayList<>();
        for (int row = 0; row < left.rows(); row++) {
            for (int column = 0; column < right.columns(); column++) {
                List<MathNode> terms = new ArrayList<>();
                for (int index = 0; index < left.columns(); index++) {
                    terms.add(new Product(List.of(left.cell(row, index), right.cell(index, column))));
                }
                cells.add(new Sum(List.copyOf(terms)));
            }
        }
        return new Matrix(right.columns(), List.copyOf(cells));
    }

    private static MathNode determinant(Matrix matrix) {
        if (matrix.rows() != matrix.columns() || matrix.rows() > LARGEST_DETERMINANT) {
            throw new UnreadableMathException("A determinant of this size cannot be taken");
        }
        if (matrix.rows() == 1) {
            return matrix.cell(0, 0);
        }
        List<MathNode> terms = new ArrayList<>();
        for (int column = 0; column < matrix.columns(); column++) {
            MathNode term = new Product(List.of(matrix.cell(0, column), determinant(minor(matrix, column))));
            terms.add(column % 2 == 0 ? term : MathNode.negated(term));
        }
        return new Sum(List.copyOf(terms));
    }

    /** Returns the matrix without the first row and one column. */
    private static Matrix minor(Matrix matrix, int without) {
        List<MathNode> cells = new ArrayList<>();
        for (int row = 1; row < matrix.rows(); row++) {
            for (int column = 0; column < matrix.columns(); column++) {
                if (column != without) {
                    cells.add(matrix.cell(row, column));
                }
            }
        }
        return new Matrix(matrix.columns() - 1, List.copyOf(cells));
    }
}
