import { createHash } from 'node:crypto';
import type { GrammarInput } from '@locutor/contract';
import { type Expansion, emptyDocument, type GrammarDocument } from '@locutor/grammar';
import { digitWords, isDigitWords } from './digit-words.ts';
import { type SpokenUnit, spokenUnits } from './spoken-units.ts';

/** More digits than half a minute of speech has. */
const MOST_DIGITS = 100;
const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/** The grammars that a text is checked with. */
export interface TextGrammars {
  /** The ways to say the text, and nothing else. */
  readonly text: GrammarInput;
  /** For a text of digits, all strings of digits: a string that differs in one of them must not pass. */
  readonly rivals?: GrammarInput;
  /** For a text with words, how it is said: free speech must resemble it. */
  readonly resembles?: string;
  /** For a text without digits: some words of a long one may be recognised as others. */
  readonly sentence?: string;
}

export function textGrammars(text: string, language: string): TextGrammars {
  const units = spokenUnits(text);
  const grammar = grammarInput(textDocument(units, language));
  // Digits that are written in words are digits, too: a string of them has no word that may be another.
  const digits = units.every((unit) => unit.kind === 'digit' || isDigitWords(unit.text, language));
  if (digits) return { text: grammar, rivals: grammarInput(digitsDocument(language)) };
  const words = units.filter(({ kind }) => kind === 'word').length;
  const said = units.map((unit) => (unit.kind === 'word' ? unit.text : digitWords(unit.digit, language)[0]!));
  const resembles = said.join(' ');
  return { text: grammar, resembles, ...(words === units.length && { sentence: text }) };
}

export function textDocument(units: readonly SpokenUnit[], language: string): GrammarDocument {
  const items = units.map((unit) =>
    unit.kind === 'digit' ? oneOf(digitWords(unit.digit, language)) : token(unit.text),
  );
  return document(language, { kind: 'sequence', items });
}

function digitsDocument(language: string): GrammarDocument {
  const expansion = oneOf(DIGITS.flatMap((digit) => digitWords(digit, language)));
  return document(language, { kind: 'item', expansion, repeat: { min: 1, max: MOST_DIGITS } });
}

function document(language: string, expansion: Expansion): GrammarDocument {
  const rule = { name: 'text', scope: 'public', examples: [], expansion } as const;
  return { ...emptyDocument('abnf'), language, root: 'text', rules: [rule] };
}

function oneOf(words: readonly string[]): Expansion {
  return { kind: 'alternatives', choices: words.map((word) => ({ expansion: token(word) })) };
}

function token(text: string): Expansion {
  return { kind: 'token', text };
}

/** Made of tokens only, so that it always compiles; nothing of the text is read as a grammar. */
function grammarInput(source: GrammarDocument): GrammarInput {
  const key = createHash('sha256').update(JSON.stringify(source)).digest('hex');
  return { key: `expected-text ${key}`, source, documents: new Map() };
}
