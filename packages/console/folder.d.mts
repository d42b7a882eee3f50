/** The folder of the built page; undefined where it was not built. */
export declare function consoleFolder(): string | undefined;
