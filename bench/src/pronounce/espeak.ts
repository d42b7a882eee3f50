import { spawnSync } from 'node:child_process';

export const espeakVoices: Readonly<Record<string, string>> = { en: 'en-us', pt: 'pt-br', es: 'es-419' };

/** espeak-ng is a yardstick here and no part of the product, which must not contain GPL code. */
export function hasEspeak(): boolean {
  return spawnSync('espeak-ng', ['--version']).status === 0;
}

/** The phonemes of each line, in espeak's signs; diphthongs are tied with ^. */
export function espeakLines(lines: readonly string[], language: string): string[] {
  const out = spawnSync('espeak-ng', ['-q', '--ipa', '--tie=^', '-v', espeakVoices[language]!, '--stdin'], {
    // Lines are sentences; within one, espeak puts clauses on lines of their own.
    input: lines.map((line) => line.replaceAll('\n', ' ')).join('\n\n'),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (out.status !== 0) throw new Error(`espeak-ng: ${out.stderr}`);
  return out.stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.trim());
}

/** The phonemes of a text in the model's signs, clause by clause with the punctuation of the text. */
export function espeakText(text: string, language: string): string {
  const parts = text.split(/(?<=[,;:.!?])\s+/);
  const said = parts.map((part) => {
    const sign = /[,;:.!?]$/.exec(part)?.[0] ?? '';
    return espeakLines([part], language).join(' ') + sign;
  });
  return modelSigns(said.join(' '), language);
}

const COMMON: readonly (readonly [string, string])[] = [
  ['a^ɪ', 'I'],
  ['a^ʊ', 'W'],
  ['d^ʒ', 'ʤ'],
  ['e^ɪ', 'A'],
  ['o^ʊ', 'O'],
  ['t^ʃ', 'ʧ'],
  ['ɔ^ɪ', 'Y'],
];
const ENGLISH: readonly (readonly [string, string])[] = [
  ['ə^l', 'ᵊl'],
  ['ɚ', 'əɹ'],
  ['ɜː', 'ɜɹ'],
  ['ː', ''],
  ['ɾ', 'T'],
  ['r', 'ɹ'],
  ['ɐ', 'ə'],
  ['o', 'ɔ'],
  ['e', 'A'],
];

/** espeak's signs as the makers of the model turned them into theirs. */
export function modelSigns(phonemes: string, language: string): string {
  const rules = language === 'en' ? [...COMMON, ...ENGLISH] : COMMON;
  const said = rules.reduce((text, [from, to]) => text.replaceAll(from, to), phonemes);
  return said.replaceAll('^', '').replaceAll(/[-_]/g, '');
}
