import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../compile/compile.ts';
import { readGrammar } from '../read/index.ts';
import { builtinGrammar } from './index.ts';

// The sample grammars of the repository are documentation: what they promise must hold.
const folder = new URL('../../../../grammars/', import.meta.url);
const files = readdirSync(folder).filter((file) => /\.(abnf|grxml|jsgf)$/.test(file));

function read(file: string) {
  return readGrammar(readFileSync(new URL(file, folder)), { uri: new URL(file, folder).href });
}

async function interpreter(file: string) {
  const grammar = await compileGrammar(read(file), { resolve: async (uri) => builtinGrammar(uri) });
  return async (text: string) => {
    const { matches } = await grammar.match(text);
    return matches[0]?.interpretations[0]?.value ?? 'nothing';
  };
}

describe('sample grammars', () => {
  it('are there', () => {
    expect(files).toEqual(
      expect.arrayContaining(['bank-transfer-pt.abnf', 'menu-en.jsgf', 'pizza-en.abnf', 'pizza-pt.grxml']),
    );
  });

  it.each(files)('%s accepts its examples and nothing else', async (file) => {
    const examples = read(file).rules.flatMap((rule) => rule.examples);
    const meaning = await interpreter(file);
    expect(examples.length).toBeGreaterThan(2);
    for (const example of examples) {
      expect([example, await meaning(example)]).not.toEqual([example, 'nothing']);
      expect(await meaning(`${example} elephant`)).toBe('nothing');
    }
  });

  it.each([
    [
      'pizza-en.abnf',
      'can I have a medium hawaiian and two large vegetarian pizzas without onions to take away',
      {
        pizzas: [
          { count: 1, size: 'medium', kind: 'hawaiian' },
          { count: 2, size: 'large', kind: 'vegetarian', without: ['onions'] },
        ],
        service: 'take away',
      },
    ],
    [
      'pizza-pt.grxml',
      'boa noite, me vê uma portuguesa sem cebola e duas calabresas grandes',
      {
        pizzas: [
          { quantidade: 1, tamanho: 'média', sabor: 'portuguesa', sem: 'cebola' },
          { quantidade: 2, tamanho: 'grande', sabor: 'calabresa' },
        ],
      },
    ],
    ['menu-en.jsgf', 'Could you repeat that?', 'repeat'],
    ['menu-en.jsgf', 'I want to pay my bill', 'bill'],
    ['menu-en.jsgf', 'no thanks', 'no'],
    [
      'bank-transfer-pt.abnf',
      'quero fazer um pix de R$ 250,00 para o João no dia 13 de janeiro',
      { meio: 'pix', valor: 'BRL250.00', destino: { nome: 'João' }, quando: '????0113' },
    ],
    [
      'bank-transfer-pt.abnf',
      'transfere 100 reais da poupança para o CPF 123.456.789-09',
      { meio: 'transferência', valor: 'BRL100.00', conta: 'poupança', destino: { cpf: '12345678909' } },
    ],
    ['bank-transfer-pt.abnf', 'transfere 100 reais para o CPF 123.456.789-00', 'nothing'],
  ])('%s: %s', async (file, text, expected) => {
    expect(await (await interpreter(file))(text)).toEqual(expected);
  });
});
