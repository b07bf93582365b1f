package dev.ipw.benchmarks.math;

import dev.ipw.benchmarks.math.LatexToken.Kind;
import dev.ipw.benchmarks.math.MathNode.Call;
import dev.ipw.benchmarks.math.MathNode.Group;
import dev.ipw.benchmarks.math.MathNode.Matrix;
import dev.ipw.benchmarks.math.MathNode.Operator;
import dev.ipw.benchmarks.math.MathNode.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A reader of lists, relations, unions, tuples, intervals, sets and matrices. */
final class GroupReader {
    private static final Set<String> MATRICES = Set.of("pmatrix", "bmatrix", "Bmatrix", "matrix", "smallmatrix",
            "array",
            "vmatrix");
    private static final Map<String, Operator> OPERATORS = Map.of("=", Operator.EQUAL, "approx", Operator.ABOUT, "ne",
            Operator.NOT_EQUAL, "<", Operator.LESS, "le", Operator.LESS_OR_EQUAL, ">", Operator.GREATER, "ge",
            Operator.GREATER_OR_EQUAL, "in", Operator.IN);
    private static final Map<String, MathNode.Kind> SET_OPERATORS = Map.of("cup", MathNode.Kind.UNION, "cap",
            MathNode.Kind.INTERSECTION, "setminus", MathNode.Kind.DIFFERENCE);
    private static final int MAX_CELLS = 256;

    private final LatexTokens tokens;
    private final ExpressionReader expressions;

    GroupReader(LatexTokens tokens) {
        this.tokens = tokens;
        expressions = new ExpressionReader(tokens, this);
    }

    /** Reads all of the text. */
    static MathNode read(String latex, WorkBudget budget) {
        budget.take(latex.length());
        LatexTokens tokens = new LatexTokens(LatexLexer.tokens(latex), budget);
        GroupReader reader = new GroupReader(tokens);
        MathNode list = reader.list();
        if (!tokens.isAtEnd()) {
            throw new UnreadableMathException("'" + tokens.peek().text() + "' cannot be read here");
        }
        return list;
    }

    /** Returns whether a token is the word between two elements. */
    static boolean isJoin(LatexToken token) {
        String word = token.is(Kind.WORDS) ? token.text().toLowerCase(Locale.ROOT) : "";
        return word.equals("and") || word.equals("or");
    }

    private MathNode list() {
        List<MathNode> elements = elements();
        return elements.size() == 1 ? elements.getFirst() : new Group(MathNode.Kind.LIST, "", elements);
    }

    private List<MathNode> elements() {
        List<MathNode> elements = new ArrayList<>();
        elements.add(relation());
        while (takeSeparator()) {
            elements.add(relation());
        }
        return List.copyOf(elements);
    }

    private boolean takeSeparator() {
        boolean found = tokens.takeSign(",") || tokens.takeSign(";");
        if (isJoin(tokens.peek())) {
            tokens.take();
            found = true;
        }
        return found;
    }

    private MathNode relation() {
        tokens.enter();
        List<MathNode> sides = new ArrayList<>();
        List<Operator> operators = new ArrayList<>();
        sides.add(side());
        Optional<Operator> operator = takeOperator();
        while (operator.isPresent()) {
            operators.add(operator.get());
            sides.add(side());
            operator = takeOperator();
        }
        tokens.leave();
        return operators.isEmpty() ? sides.getFirst() : new Relation(List.copyOf(operators), List.copyOf(sides));
    }

    private Optional<Operator> takeOperator() {
        LatexToken token = tokens.peek();
        boolean isOperator = (token.is(Kind.SIGN) || token.is(Kind.COMMAND)) && OPERATORS.containsKey(token.text());
        return isOperator ? Optional.ofNullable(OPERATORS.get(tokens.take().text())) : Optional.empty();
    }

    private MathNode side() {
        MathNode side = ratio();
        while (tokens.peek().is(Kind.COMMAND) && SET_OPERATORS.containsKey(tokens.peek().text())) {
            MathNode.Kind kind = SET_OPERATORS.getOrDefault(tokens.take().text(), MathNode.Kind.UNION);
            side = joined(kind, side, ratio());
        }
        return side;
    }

    private static MathNode joined(MathNode.Kind kind, MathNode left, MathNode right) {
        List<MathNode> parts = new ArrayList<>();
        boolean same = left instanceof Group group && group.kind() == kind && kind != MathNode.Kind.DIFFERENCE;
        parts.addAll(same ? left.children() : List.of(left));
        parts.add(right);
        return new Group(kind, "", List.copyOf(parts));
    }

    private MathNode ratio() {
        List<MathNode> parts = new ArrayList<>();
        parts.add(expressions.sum());
        while (tokens.takeSign(":")) {
            parts.add(expressions.sum());
        }
        return parts.size() == 1 ? parts.getFirst() : new Group(MathNode.Kind.RATIO, "", List.copyOf(parts));
    }

    /** Reads the content of brackets, whose opening bracket was read before. */
    MathNode bracketed(String opening) {
        tokens.enter();
        MathNode group = switch (opening) {
            case "{" -> braced("}");
            case "\\{" -> set();
            default -> tuple(opening);
        };
        tokens.leave();
        return group;
    }

    private MathNode braced(String closing) {
        List<MathNode> elements = elements();
        tokens.expectSign(closing);
        return elements.size() == 1 ? elements.getFirst() : new Group(MathNode.Kind.LIST, "", elements);
    }

    private MathNode set() {
        if (tokens.takeSign("\\}")) {
            return new Group(MathNode.Kind.SET, "", List.of());
        }
        List<MathNode> elements = elements();
        tokens.expectSign("\\}");
        return new Group(MathNode.Kind.SET, "", elements);
    }

    private MathNode tuple(String opening) {
        List<MathNode> elements = elements();
        LatexToken closing = tokens.take();
        boolean isClosed = closing.isSign(")") || closing.isSign("]") || closing.isCommand("rangle");
        if (!isClosed) {
            throw new UnreadableMathException("A bracket is not closed");
        }
        String close = closing.is(Kind.SIGN) ? closing.text() : ")";
        return elements.size() == 1
                ? elements.getFirst()
                : new Group(MathNode.Kind.TUPLE, opening + close, elements);
    }

    /** Reads a matrix, whose beginning was read before. */
    MathNode matrix(String environment) {
        if (!MATRICES.contains(environment)) {
            throw new UnreadableMathException("The environment '" + environment + "' cannot be read");
        }
        if (environment.equals("array")) {
            tokens.takeRaw();
        }
        List<MathNode> cells = new ArrayList<>();
        int rows = 0;
        while (!tokens.peek().isCommand("end:" + environment)) {
            row(cells);
            rows++;
        }
        tokens.take();
        if (rows == 0 || cells.size() % rows != 0 || cells.size() > MAX_CELLS) {
            throw new UnreadableMathException("A matrix has rows of different lengths, or none, or too many cells");
        }
        Matrix matrix = new Matrix(cells.size() / rows, List.copyOf(cells));
        return environment.equals("vmatrix") ? new Call("determinant", List.of(matrix)) : matrix;
    }

    private void row(List<MathNode> cells) {
        cells.add(expressions.sum());
        while (tokens.takeSign("&")) {
            cells.add(expressions.sum());
        }
        boolean ends = tokens.peek().is(Kind.COMMAND) && tokens.peek().text().startsWith("end:");
        if (!ends) {
            tokens.expectSign("\\\\");
        }
    }
}
