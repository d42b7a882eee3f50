export type { LoadedDocument } from './document.ts';
export { DocumentLoader, type DocumentLoaderOptions } from './document-loader.ts';
export { defaultLimits, type LoaderLimits } from './limits.ts';
export { lmInvalid, lmNotFound } from './load-failure.ts';
export { type LmReference, parseLm, readLms } from './reference.ts';
export { shownUri } from './shown-uri.ts';
export { refuseStrayParameters } from './stray-parameters.ts';
