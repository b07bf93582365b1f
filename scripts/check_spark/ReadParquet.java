import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Reads the Parquet file of a run as a DataFrame and writes its sums. */
class ReadParquet {
    public static void main(String[] arguments) throws Exception {
        try (SparkSession spark = SparkSession.builder().master("local[1]").config("spark.ui.enabled", false)
                .config("spark.driver.host", "127.0.0.1").getOrCreate()) {
            Dataset<Row> queries = spark.read().parquet(arguments[0]);
            queries.createOrReplaceTempView("queries");
            Row sums = spark.sql("SELECT count(*), count(DISTINCT record_id), "
                    + "count_if(model_metrics.fake.evaluation.is_correct), "
                    + "sum(model_metrics.fake.token_metrics.output) FROM queries").first();
            Files.writeString(Path.of(arguments[1]), "rows " + sums.get(0) + "\nids " + sums.get(1) + "\ncorrect "
                    + sums.get(2) + "\noutput_tokens " + sums.get(3) + "\n");
        }
    }
}
