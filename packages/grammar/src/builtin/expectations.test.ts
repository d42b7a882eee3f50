import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../compile/compile.ts';
import type { CompiledGrammar } from '../compiled-grammar.ts';
import { builtinCatalogue, builtinGrammar, builtinLanguages } from './index.ts';

// Each line of expectations/<language>/<name>.txt is "phrase => meaning", "-" for none, and after "|" the meanings
// that must come next in the n-best.
const tables = new URL('expectations/', import.meta.url);

function readTable(language: string, name: string): { phrase: string; expected: string[] }[] {
  return readFileSync(new URL(`${language}/${name}.txt`, tables), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [phrase = '', meanings = ''] = line.split(' => ').map((part) => part.trim());
      return { phrase, expected: meanings === '-' ? [] : meanings.split(' | ') };
    });
}

async function meaningsOf(grammar: CompiledGrammar, text: string): Promise<string[]> {
  const { matches } = await grammar.match(text);
  return matches.flatMap((match) => match.interpretations).map(({ value }) => String(value));
}

describe.each(builtinLanguages)('phrases in %s', (language) => {
  const names = [...builtinCatalogue]
    .filter(([, entry]) => entry.languages.includes(language))
    .map(([name]) => name);

  it('has a table for every grammar', () => {
    const files = readdirSync(new URL(`${language}/`, tables)).map((file) => file.replace(/\.txt$/, ''));
    expect(files.sort()).toEqual([...names].sort());
  });

  it.each(names)('%s', async (name) => {
    const grammar = await compileGrammar(builtinGrammar(`builtin:grammar/${name}?language=${language}`));
    const wrong: string[] = [];
    for (const { phrase, expected } of readTable(language, name)) {
      const meanings = await meaningsOf(grammar, phrase);
      const found = expected.length === 0 ? meanings : meanings.slice(0, expected.length);
      if (found.join(' | ') !== expected.join(' | '))
        wrong.push(
          `"${phrase}" should mean ${expected.join(' | ') || 'nothing'}, not ${meanings.join(' | ') || 'nothing'}`,
        );
    }
    expect(wrong).toEqual([]);
  });

  it.each(names)('the examples of %s', async (name) => {
    const document = builtinGrammar(`builtin:grammar/${name}?language=${language}`);
    const grammar = await compileGrammar(document);
    const examples = document.rules.flatMap((rule) => rule.examples);
    expect(examples.length).toBeGreaterThan(1);
    for (const example of examples)
      expect([example, ...(await meaningsOf(grammar, example))]).not.toHaveLength(1);
  });
});

describe('meanings are of the type that VoiceXML gives them', () => {
  it.each([
    ['boolean', 'yes', true],
    ['boolean', 'no', false],
    ['digits', '007', '007'],
    ['number', 'seven', '7'],
    ['alphanumeric', '7', '7'],
    ['phone', 'nine one one', '911'],
  ])('%s: %s', async (name, phrase, value) => {
    const grammar = await compileGrammar(builtinGrammar(`builtin:grammar/${name}`));
    const { matches } = await grammar.match(phrase);
    expect(matches[0]?.interpretations[0]?.value).toBe(value);
  });
});
