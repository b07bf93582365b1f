package dev.ipw.energy.simulation.server;

/** The sizes of a model; expertBytes are those of all experts together, of which each token uses expertShare. */
record ModelShape(double denseBytes, double expertBytes, double expertShare, double activeParameters, int layers,
        int hidden,
        double keyValueBytes) {

    static final ModelShape DENSE_3B = new ModelShape(6.4e9, 0, 0, 3.2e9, 28, 3072, 114_688);
    static final ModelShape DENSE_8B = new ModelShape(16e9, 0, 0, 8e9, 32, 4096, 131_072);
    static final ModelShape DENSE_13B = new ModelShape(26e9, 0, 0, 13e9, 40, 5120, 819_200);
    static final ModelShape DENSE_8B_BYTES = new ModelShape(8e9, 0, 0, 8e9, 32, 4096, 65_536);
    static final ModelShape DENSE_70B = new ModelShape(140e9, 0, 0, 70e9, 80, 8192, 327_680);
    static final ModelShape FEW_EXPERTS = new ModelShape(3.2e9, 45e9, 0.25, 12.9e9, 32, 4096, 131_072);
    static final ModelShape MANY_EXPERTS = new ModelShape(3e9, 27e9, 0.0625, 3.3e9, 48, 2048, 98_304);

    /** The expert weights that so many tokens touch at least once. */
    double touchedBytes(double tokens) {
        return expertBytes == 0 ? 0 : expertBytes * (1 - Math.pow(1 - expertShare, tokens));
    }
}
