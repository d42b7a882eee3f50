import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../src/compile/compile.ts';
import { GrammarError } from '../src/errors.ts';
import type { GrammarDocument } from '../src/model.ts';
import { lintGrammar, readGrammar } from '../src/read/index.ts';
import { conformanceCases, hasConformanceGrammars, readCase, resolveCase } from './conformance-w3c.ts';

/** A rule by itself: any rule can be a root, private ones too. */
async function matches(document: GrammarDocument, rule: string, sentence: string): Promise<boolean> {
  const grammar = await compileGrammar({ ...document, root: rule }, { resolve: resolveCase });
  return grammar.accepts(sentence);
}

describe('lint with the matcher', () => {
  it('tries every example on its own rule', async () => {
    const document = readGrammar(`#ABNF 1.0;\nlanguage en;\nroot $main;
      /** @example open the door
       *  @example shut the door */
      public $main = open the $what;
      /** @example gate
       *  @example */
      $what = door | gate;`);
    const findings = await lintGrammar(document, {
      matches: (rule, sentence) => matches(document, rule, sentence),
    });
    expect(findings.map(({ code, message }) => [code, message])).toEqual([
      ['example-mismatch', "The rule 'main' does not match its example 'shut the door'."],
      ['example-mismatch', "The rule 'what' does not match its example ''."],
    ]);
  });

  it.skipIf(!hasConformanceGrammars())('knows which examples of the W3C grammars are wrong', async () => {
    const wrong: string[] = [];
    for (const file of new Set(conformanceCases().map((each) => each.file))) {
      let document: GrammarDocument;
      try {
        document = readCase(file);
      } catch (error) {
        if (!(error instanceof GrammarError)) throw error;
        continue;
      }
      if (/mismatch/.test(file)) continue;
      const findings = await lintGrammar(document, {
        matches: (rule, sentence) => matches(document, rule, sentence),
      });
      for (const { code, message } of findings)
        if (code === 'example-mismatch') wrong.push(`${file}: ${message}`);
    }
    expect(wrong).toEqual([
      "alternative-null.grxml: The rule 'optional_world' does not match its example '*epsilon*'.",
      "alternative-one-tag.grxml: The rule 'optional_world' does not match its example '*epsilon*'.",
    ]);
  });
});
