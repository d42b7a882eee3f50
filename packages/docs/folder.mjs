import { fileURLToPath } from 'node:url';

/** Where the built site lies, or will lie: a first start builds it while it serves. */
export const docsFolder = fileURLToPath(new URL('dist/site', import.meta.url));
