/**
 * Speech grammars: text and a grammar in, matches and meanings out.
 *
 * ```ts
 * import { compileGrammar, readGrammar } from '@locutor/grammar';
 *
 * const source = `#ABNF 1.0;
 * language en;
 * root $order;
 * tag-format <semantics/1.0>;
 * $order = (a | one) $size pizza {out.size = rules.size};
 * $size = small {out = "S"} | large {out = "L"};`;
 * const grammar = await compileGrammar(readGrammar(source));
 * const { matches } = await grammar.match('One large pizza, please!');
 * ```
 */
export {
  type BuiltinEntry,
  type BuiltinLanguage,
  type BuiltinOptions,
  builtinCatalogue,
  builtinGrammar,
  builtinLanguages,
} from './builtin/index.ts';
export { checkGrammar } from './check-grammar.ts';
export { type CompileOptions, compileGrammar } from './compile/compile.ts';
export type { ResolveDocument } from './compile/link.ts';
export { CompiledGrammar, type MatchOptions, type MatchResult } from './compiled-grammar.ts';
export { GrammarError, type GrammarErrorCode, type GrammarErrorPlace } from './errors.ts';
export type { SentenceOptions } from './generate/sentences.ts';
export { defaultLimits, type GrammarLimits } from './limits.ts';
export type { GrammarMatch, Interpretation } from './match/collect.ts';
export type { Expected } from './match/expected.ts';
export type { Futures } from './match/futures.ts';
export type { MatchState } from './match/match-state.ts';
export { type ParseStep, printParse } from './match/parse-steps.ts';
export { meaningText } from './meaning/canonical.ts';
export type { TagFailure } from './meaning/interpreter.ts';
export type { Meaning } from './meaning/simple-tag.ts';
export * from './model.ts';
export { printGrammar } from './print/index.ts';
export {
  type LintFinding,
  type LintOptions,
  lintGrammar,
  type ReadOptions,
  readGrammar,
} from './read/index.ts';
export { grammarMediaTypes } from './read/media-types.ts';
export { type FrozenGrammar, thawGrammar, WordGrammar } from './word-grammar.ts';
export { fold } from './words/fold.ts';
export type { WordOptions } from './words/options.ts';
export type { GrammarFacts, GrammarSource } from './worker/messages.ts';
export { GrammarPool, type PoolCaller, type PoolCompileOptions, type PoolOptions } from './worker/pool.ts';
export type { ResolveSource } from './worker/pool-thread.ts';
