/** Intelligence Per Watt: the queries of runs as Parquet files. */
module dev.ipw.parquet {
    requires com.github.luben.zstd_jni;
    requires transitive dev.ipw.core;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.ipw.parquet;
}
