/** Where the built site lies, or will lie: a first start builds it while it serves. */
export declare const docsFolder: string;
