import org.apache.spark.launcher.JavaModuleOptions;

/** Prints the options that spark-submit gives the Java runtime of a driver. */
class ModuleOptions {
    public static void main(String[] arguments) {
        System.out.println(JavaModuleOptions.defaultModuleOptions());
    }
}
