export { type Caller, type GrammarSource, Grammars, type GrammarsOptions } from './grammars.ts';
export { lmInvalid, lmNotFound } from './load-failure.ts';
export { type LmAliases, type LmReference, parseLm, readLms } from './reference.ts';
export { refuseStrayParameters } from './stray-parameters.ts';
