// The public face of the package; everything else is internal. Signatures the parts are written against:
//
//   readGrammar(source: Uint8Array | string, options?: { mediaType?: string; uri?: string }): GrammarDocument
//     src/read/index.ts — detects the syntax (media type, then extension, then content), throws GrammarError.
//   printGrammar(document: GrammarDocument, format: 'xml' | 'abnf' | 'jsgf'): string
//     src/print/index.ts — throws GrammarError 'not-expressible'.
//   lintGrammar(document: GrammarDocument, …): Promise<LintFinding[]>
//     src/print or src/read, as its author likes.
//   builtinGrammar(uri: string): GrammarDocument   // 'builtin:grammar/date?language=pt'
//     src/builtin/index.ts — throws GrammarError 'not-found'.
//   compileGrammar(document, { resolve?(uri, mediaType): Promise<GrammarDocument>; rules?: string[]; limits?, tokens? }): Promise<CompiledGrammar>
//   compiled.match(text | words, { nBest?, limits? }): { matches: GrammarMatch[] }
//   compiled.start() / advance(state, word) / expected(state) / isFinal(state) / result(state)
//   printParse(match.parse): string — the W3C notation, `$main["hello",$optional_world["world"]]`
export { GrammarError, type GrammarErrorCode, type GrammarErrorPlace } from './errors.ts';
export * from './model.ts';
