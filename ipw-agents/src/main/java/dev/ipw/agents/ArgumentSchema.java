package dev.ipw.agents;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import dev.ipw.benchmarks.scoring.BoundedText;
import dev.ipw.error.InputException;
import dev.ipw.inference.ToolDefinition;
import dev.ipw.internal.io.Excerpt;
import dev.ipw.internal.io.FailureText;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The validator of call arguments against a tool's JSON schema. */
final class ArgumentSchema {
    private static final int MAX_ERRORS = 5;
    private static final int MAX_CHARACTERS = 300;
    private static final long MAX_STEPS = 5_000_000;
    /** Patterns come from outside as schemas do: one on which a search takes too many steps counts as one that cannot be understood. */
    private static final SchemaRegistryConfig BOUNDED = SchemaRegistryConfig.builder()
            .regularExpressionFactory(ArgumentSchema::bounded).build();

    private final ToolDefinition tool;
    private final Optional<Schema> schema;
    private final boolean isLenient;

    private ArgumentSchema(ToolDefinition tool, Optional<Schema> schema, boolean isLenient) {
        this.tool = tool;
        this.schema = schema;
        this.isLenient = isLenient;
    }

    /**
     * Reads the schema of a tool. References to other places are not fetched.
     *
     * @param tool      the tool
     * @param isLenient true if arguments pass when the schema is not understood
     */
    static ArgumentSchema of(ToolDefinition tool, boolean isLenient) {
        try {
            SchemaExpansion.requireBounded(tool.parameters());
            return new ArgumentSchema(tool,
                    Optional.of(SchemaRegistry
                            .withDefaultDialect(SpecificationVersion.DRAFT_2020_12,
                                    builder -> builder.schemaRegistryConfig(BOUNDED))
                            .getSchema(tool.parameters(), InputFormat.JSON)),
                    isLenient);
        } catch (SchemaException | IllegalArgumentException | StackOverflowError broken) {
            if (isLenient) {
                return new ArgumentSchema(tool, Optional.empty(), true);
            }
            throw new InputException(
                    "The tool " + tool.name() + " describes its arguments by a JSON schema that cannot be"
                            + " read: " + Excerpt.of(FailureText.of(broken), MAX_CHARACTERS),
                    broken);
        }
    }

    private static RegularExpression bounded(String expression) {
        Pattern pattern = Pattern.compile(RegularExpressions
                .replaceLongformCharacterProperties(RegularExpressions.replaceDollarAnchors(expression)));
        return text -> pattern.matcher(new BoundedText(text, MAX_STEPS)).find();
    }

    /** Parses the arguments of a call; errors are described so that the model can correct them. */
    ToolArguments read(String json) throws ToolException {
        ToolArguments arguments = ToolArguments.parse(json);
        List<Error> errors;
        try {
            errors = schema.map(known -> known.validate(arguments.node())).orElse(List.of());
        } catch (SchemaException | IllegalArgumentException | BoundedText.StepsSpentException
                | StackOverflowError unusable) {
            if (isLenient) {
                return arguments;
            }
            throw new ToolException("The schema of " + tool.name() + " cannot be used: "
                    + Excerpt.of(FailureText.of(unusable), MAX_CHARACTERS), unusable);
        }
        if (!errors.isEmpty()) {
            throw new ToolException("The arguments do not fit the tool " + tool.name() + ": "
                    + errors.stream().limit(MAX_ERRORS).map(Error::toString)
                            .map(text -> Excerpt.of(text, MAX_CHARACTERS)).collect(Collectors.joining("; "))
                    + ". Its schema: " + tool.parameters());
        }
        return arguments;
    }
}
