import { type CompileOptions, compileGrammar } from './compile/compile.ts';
import type { CompiledGrammar } from './compiled-grammar.ts';
import type { GrammarDocument } from './model.ts';
import { type LintFinding, lintGrammar } from './read/lint.ts';

/**
 * Compiles a grammar with all that it refers to and lints it, examples included. Throws the GrammarError that keeps it
 * from being used.
 */
export async function checkGrammar(
  document: GrammarDocument,
  options: CompileOptions = {},
): Promise<LintFinding[]> {
  await compileGrammar(document, options);
  // Examples belong to rules, most of which are private.
  const opened: GrammarDocument = {
    ...document,
    rules: document.rules.map((rule) => ({ ...rule, scope: 'public' })),
  };
  const compiled = new Map<string, Promise<CompiledGrammar>>();
  return lintGrammar(document, {
    async matches(rule, sentence) {
      const grammar = compiled.get(rule) ?? compileGrammar(opened, { ...options, rules: [rule] });
      compiled.set(rule, grammar);
      return (await grammar).accepts(sentence);
    },
  });
}
