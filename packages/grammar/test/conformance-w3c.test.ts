import { describe, expect, it } from 'vitest';
import { GrammarError, type GrammarErrorCode } from '../src/errors.ts';
import type { GrammarDocument, GrammarFormat } from '../src/model.ts';
import { printGrammar } from '../src/print/index.ts';
import { readGrammar } from '../src/read/index.ts';
import {
  type ConformanceCase,
  conformanceCases,
  hasConformanceGrammars,
  REJECT,
  readCase,
  runCase,
} from './conformance-w3c.ts';

/** "The root rule and the rule 'parallel' must be activated in parallel." */
const ACTIVE: Readonly<Record<string, readonly string[]>> = {
  'conformance-3.grxml': ['main', 'parallel'],
  'conformance-4.grxml': ['main', 'parallel'],
};

/** Cases whose result differs from the report, with what comes instead. */
const DIFFERENT: Readonly<Record<string, { readonly instead: string; readonly why: string }>> = {
  'conformance-5.grxml 1': {
    instead: REJECT,
    why: 'the report lets a processor ignore elements of other namespaces, and their words with them',
  },
  'lang-ruleref.grxml 1': {
    instead:
      '$main[$<http://www.example.com/multilingual1.grx>["Jose"],"in the US and",$<http://www.example.com/multilingual2.grx>["Jose"],"in Mexico"]',
    why: 'the report splits what the grammar puts in one <token>, and closes a bracket too many',
  },
};

/** Grammars that are refused themselves; elsewhere REJECT is about the input. */
const REFUSED: Readonly<Record<string, GrammarErrorCode>> = {
  'conformance-6.grxml': 'not-found',
  'duplicated-rulenames.grxml': 'invalid',
  'duplicated-special-rulenames.grxml': 'invalid',
  'language-missing.grxml': 'invalid',
  'no-language-no-mode.grxml': 'invalid',
  'no-namespace.grxml': 'invalid',
  'no-rules.grxml': 'invalid',
  'no-version.grxml': 'invalid',
  'rule-no-empty.grxml': 'invalid',
  'ruleref-ext-private-rule.grxml': 'undefined-rule',
  'ruleref-mismatch-mediatype.grxml': 'invalid',
  'ruleref-mismatch-modes.grxml': 'invalid',
  'ruleref-nonexistent-local.grxml': 'undefined-rule',
  'undefined-root.grxml': 'invalid',
  'uri-ref-undefined-root-referring.grxml': 'invalid',
};

function expectedOf({ file, number, expected }: ConformanceCase): string {
  const code = REFUSED[file];
  return DIFFERENT[`${file} ${number}`]?.instead ?? (code === undefined ? expected : `${expected} ${code}`);
}

const cases = conformanceCases();
const suite = describe.skipIf(!hasConformanceGrammars());

suite('the W3C grammars (skipped where shared/conformance is absent)', () => {
  it('are all there', () => {
    expect(new Set(cases.map(({ file }) => file)).size).toBeGreaterThan(95);
    for (const name of Object.keys(DIFFERENT)) {
      expect(cases.map(({ file, number }) => `${file} ${number}`)).toContain(name);
    }
  });

  it.each(cases.map((each) => [`${each.file} ${each.number}`, each] as const))('%s', async (_name, each) => {
    const why = DIFFERENT[`${each.file} ${each.number}`]?.why;
    expect(await outcome(each, (document) => document), why).toBe(expectedOf(each));
  });

  it.each(['abnf', 'xml', 'jsgf'] as const)('mean the same printed as %s', async (format) => {
    const reprinted: string[] = [];
    for (const each of cases) {
      const result = await outcome(each, (document) => reprint(document, format));
      if (result === undefined) continue;
      reprinted.push(each.file);
      expect(`${each.file} ${each.number}: ${result}`).toBe(
        `${each.file} ${each.number}: ${expectedOf(each)}`,
      );
    }
    // JSGF has no DTMF, no GARBAGE, no languages inside a grammar and no references by URI.
    expect(new Set(reprinted).size).toBeGreaterThan(format === 'jsgf' ? 60 : 95);
  });
});

async function outcome(
  { file, input }: ConformanceCase,
  change: (document: GrammarDocument) => GrammarDocument | undefined,
): Promise<string | undefined> {
  let document: GrammarDocument;
  try {
    document = readCase(file);
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error;
    return `${REJECT} ${error.code}`;
  }
  const changed = change(document);
  return changed === undefined ? undefined : runCase(changed, input, ACTIVE[file]);
}

/** The document printed and read again; undefined where the syntax cannot express it. */
function reprint(document: GrammarDocument, format: GrammarFormat): GrammarDocument | undefined {
  let printed: string;
  try {
    printed = printGrammar(document, format);
  } catch (error) {
    if (format !== 'jsgf' || !(error instanceof GrammarError) || error.code !== 'not-expressible')
      throw error;
    return undefined;
  }
  return readGrammar(printed, { uri: document.uri! });
}
