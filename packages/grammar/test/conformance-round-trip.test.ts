import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GrammarError } from '../src/errors.ts';
import type { GrammarDocument, GrammarFormat } from '../src/model.ts';
import { printGrammar } from '../src/print/index.ts';
import { readGrammar } from '../src/read/index.ts';
import { commonDocuments, jsgfDocuments, normalForm, srgsDocuments } from './conformance-documents.ts';

function through(document: GrammarDocument, ...formats: GrammarFormat[]): GrammarDocument {
  return formats.reduce((current, format) => readGrammar(printGrammar(current, format)), document);
}

describe('printing and reading back', () => {
  it('keeps what a document says in XML and in ABNF, and from one to the other', () => {
    fc.assert(
      fc.property(srgsDocuments, (document) => {
        const meaning = normalForm(document);
        expect(normalForm(through(document, 'xml'))).toEqual(meaning);
        expect(normalForm(through(document, 'abnf'))).toEqual(meaning);
        expect(normalForm(through(document, 'xml', 'abnf', 'xml'))).toEqual(meaning);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps what a document says through all three', () => {
    fc.assert(
      fc.property(commonDocuments, (document) => {
        const meaning = normalForm(document);
        for (const format of ['xml', 'abnf', 'jsgf'] as const) {
          expect(normalForm(through(document, format))).toEqual(meaning);
        }
        expect(normalForm(through(document, 'jsgf', 'xml', 'jsgf', 'abnf', 'jsgf'))).toEqual(meaning);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps what only JSGF can say', () => {
    fc.assert(
      fc.property(jsgfDocuments, (document) => {
        expect(normalForm(through(document, 'jsgf'))).toEqual(normalForm(document));
      }),
      { numRuns: 300 },
    );
  });

  it('prints what it read the same way again', () => {
    fc.assert(
      fc.property(
        commonDocuments,
        fc.constantFrom('xml' as const, 'abnf' as const, 'jsgf' as const),
        (document, format) => {
          const once = printGrammar(through(document, format), format);
          expect(printGrammar(readGrammar(once), format)).toBe(once);
        },
      ),
      { numRuns: 200 },
    );
  });
});

const SEEDS = [
  '<?xml version="1.0"?>\n<!DOCTYPE grammar [<!ENTITY a "b">]>\n<grammar xmlns="http://www.w3.org/2001/06/grammar" version="1.0" xml:lang="en" root="main" tag-format="semantics/1.0"><meta name="a" content="b"/><tag>x</tag>\n<rule id="main" scope="public"><example>a</example>a "b c" &amp; <one-of><item weight="2" repeat="0-3" repeat-prob="0.5">d<tag><![CDATA[out=1<2]]></tag></item><item><ruleref uri="#r"/></item></one-of></rule><rule id="r"><token xml:lang="fr">e f</token><ruleref special="GARBAGE"/></rule></grammar>',
  '#ABNF 1.0 UTF-8;\nlanguage en;\nmode voice;\nroot $main;\ntag-format <semantics/1.0>;\nmeta "a" is \'b\';\n{x};\n/** @example a */\npublic $main = /2/ a "b c" <2-3 /0.5/> {out=1} | [$r!fr] ($<x.gram#y>~<application/srgs>)!de {!{ {} }!} | $NULL; // end\n$r = /* c */ (e | f)<0->;',
  '#JSGF V1.0 UTF-8 en;\ngrammar com.acme.x;\nimport <com.acme.y.*>;\n/** @example a */\npublic <main> = /2/ a "b \\" c" {t \\} u} | (<r> <com.acme.y.z>)+ [d]* | <NULL>; // end\n<r> = /* c */ e | f;',
];
const SPLINTERS = [
  '<',
  '>',
  '</',
  '/>',
  '"',
  "'",
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '{!{',
  '}!}',
  ';',
  '$',
  '$<',
  '/',
  '//',
  '/*',
  '*/',
  '|',
  '*',
  '+',
  '!',
  '#',
  '&',
  '&#x110000;',
  '&#xD800;',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '<?',
  '=',
  '\\',
  '~',
  '<0->',
  '<99999999999999999999>',
  '/1e999/',
  '\u0000',
  '\ud800',
  '\ufeff',
  '\r',
  '\n',
  '<item>',
  'xmlns=""',
  'encoding="UTF-16"',
];

const printedDocuments = fc
  .tuple(commonDocuments, fc.constantFrom('xml' as const, 'abnf' as const, 'jsgf' as const))
  .map(([document, format]) => printGrammar(document, format));

interface Cut {
  readonly at: number;
  readonly length: number;
  readonly insert: string;
}

const cut = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(3),
  insert: fc.oneof(
    fc.constantFrom(...SPLINTERS),
    fc.constantFrom('', ' ', 'x', '0'),
    fc.string({ unit: 'binary', maxLength: 3 }),
  ),
});

function mutate(seed: string, cuts: readonly Cut[]): string {
  return cuts.reduce((text, { at, length, insert }) => {
    const start = Math.floor(at * text.length);
    return text.slice(0, start) + insert + text.slice(start + length);
  }, seed);
}

/** Reads; whatever comes of it must be a document that prints and reads back, or a GrammarError with a place. */
function readAnything(source: string | Uint8Array): 'read' | 'refused' {
  let document: GrammarDocument;
  try {
    document = readGrammar(source);
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error;
    if (error.code !== 'limit') expect(error.line).toBeGreaterThan(0);
    return 'refused';
  }
  for (const format of ['xml', 'abnf', 'jsgf'] as const) {
    let printed: string;
    try {
      printed = printGrammar(document, format);
    } catch (error) {
      if (!(error instanceof GrammarError) || error.code !== 'not-expressible') throw error;
      continue;
    }
    const back = readGrammar(printed);
    if (format === document.format) expect(normalForm(back)).toEqual(normalForm(document));
  }
  return 'read';
}

describe('hostile text', () => {
  it('reads its own seeds', () => {
    for (const seed of SEEDS) expect(readAnything(seed)).toBe('read');
  });

  it('is read or refused with a GrammarError, however it was cut up', () => {
    const outcomes = { read: 0, refused: 0 };
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...SEEDS), printedDocuments),
        fc.array(cut, { minLength: 1, maxLength: 3 }),
        (seed, cuts) => {
          outcomes[readAnything(mutate(seed, cuts))] += 1;
        },
      ),
      { numRuns: 3000 },
    );
    // Both ways out must have been taken, or the cuts prove nothing.
    expect(outcomes.read).toBeGreaterThan(50);

    expect(outcomes.refused).toBeGreaterThan(1000);
  });

  it('is read or refused when it is bytes', () => {
    const encodings = fc.constantFrom<BufferEncoding>('utf8', 'utf16le', 'latin1');
    fc.assert(
      fc.property(
        fc.constantFrom('', ...SEEDS),
        encodings,
        fc.uint8Array({ maxLength: 40 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (seed, encoding, noise, where) => {
          const bytes = Buffer.from(seed, encoding);
          const at = Math.floor(where * bytes.length);
          readAnything(Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)]));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
