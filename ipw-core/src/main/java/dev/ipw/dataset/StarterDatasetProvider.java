package dev.ipw.dataset;

import dev.ipw.internal.rows.JsonLinesRows;
import dev.ipw.plugin.Parameters;
import java.io.FileNotFoundException;
import java.io.InputStream;
import org.apiguardian.api.API;

/**
 * The provider of the dataset {@code starter}: 120 questions written for this project, 30 each of arithmetic, multiple
 * choice over general knowledge, short reasoning and short facts. Each names its evaluator and the form of its answer.
 * It takes no parameters.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class StarterDatasetProvider implements DatasetProvider {
    private static final String RESOURCE = "starter.jsonl";

    /** Creates a provider; {@link java.util.ServiceLoader} calls this. */
    public StarterDatasetProvider() {}

    @Override
    public String id() {
        return "starter";
    }

    @Override
    public String description() {
        return "120 questions to start with: arithmetic, multiple choice, short reasoning, short facts";
    }

    @Override
    public Dataset open(DatasetContext context, Parameters parameters) {
        return new RowsDataset(id(), id(), "exact", StarterDatasetProvider::resource, JsonLinesRows::new);
    }

    private static InputStream resource() throws FileNotFoundException {
        InputStream resource = StarterDatasetProvider.class.getResourceAsStream(RESOURCE);
        if (resource == null) {
            throw new FileNotFoundException("the jar of ipw-core lacks " + RESOURCE + "; build it again");
        }
        return resource;
    }
}
