import { describe, expect, it } from 'vitest';
import { GrammarError } from '../errors.ts';
import { printParse } from '../match/parse-steps.ts';
import { emptyDocument, type GrammarDocument } from '../model.ts';
import { readGrammar } from '../read/index.ts';
import { compileGrammar } from './compile.ts';

const abnf = (rules: string, uri?: string, header = 'language en;\nroot $main;\n') =>
  readGrammar(`#ABNF 1.0;\n${header}${rules}`, uri ? { uri } : {});

/** Finds documents in a table. */
function shelf(documents: Record<string, GrammarDocument>) {
  return async (uri: string) => {
    const found = documents[uri];
    if (!found) throw new GrammarError('not-found', `there is no ${uri}`);
    return found;
  };
}

describe('references to other documents', () => {
  const other = abnf('$main = a | $hidden; public $shown = b; $hidden = c;', 'http://host/dir/other.gram');
  const resolve = shelf({ 'http://host/dir/other.gram': other, 'http://host/elsewhere/other.gram': other });
  const compile = (rule: string, uri = 'http://host/dir/main.gram', header?: string) =>
    compileGrammar(abnf(`$main = ${rule};`, uri, header), { resolve });

  it('reach the root, private or not, and public rules by name', async () => {
    const grammar = await compile('$<other.gram> | $<other.gram#shown>');
    expect(['a', 'b', 'c', 'd'].map((word) => grammar.accepts(word))).toEqual([true, true, true, false]);
    expect(printParse((await grammar.match('c')).matches[0]!.parse)).toBe(
      '$main[$<other.gram>[$hidden["c"]]]',
    );
  });

  it('resolve against the base', async () => {
    const header = 'language en;\nroot $main;\nbase <http://host/elsewhere/>;\n';
    expect((await compile('$<other.gram>', 'http://host/dir/main.gram', header)).accepts('a')).toBe(true);
  });

  it.each([
    ['$<other.gram#hidden>', 'undefined-rule'],
    ['$<other.gram#nowhere>', 'undefined-rule'],
    ['$<missing.gram>', 'not-found'],
    ['$<other.gram>~<application/srgs+xml>', 'invalid'],
  ])('%s is an error: %s', async (rule, code) => {
    await expect(compile(rule)).rejects.toMatchObject({ code });
  });

  it('need a base, a way to be found and the same mode', async () => {
    await expect(compileGrammar(abnf('$main = $<other.gram>;'), { resolve })).rejects.toThrow(
      /neither a URI nor a base/,
    );
    await expect(compileGrammar(abnf('$main = $<http://x/>;'))).rejects.toMatchObject({ code: 'not-found' });
    const keys = readGrammar('#ABNF 1.0;\nmode dtmf;\nroot $k;\n$k = "1";', { uri: 'http://host/k.gram' });
    const mixed = compileGrammar(abnf('$main = $<http://host/k.gram>;'), { resolve: async () => keys });
    await expect(mixed).rejects.toMatchObject({ code: 'invalid', line: 4 });
  });
});

it('finds JSGF imports beside the package', async () => {
  const main = readGrammar(
    '#JSGF V1.0;\ngrammar com.acme.order;\nimport <com.acme.polite.*>;\nimport <com.acme.size.size>;\npublic <order> = [<please>] <size> <com.acme.food.pizza>;',
    { uri: 'file:///g/com/acme/order.gram' },
  );
  const jsgf = (name: string, rule: string) =>
    readGrammar(`#JSGF V1.0;\ngrammar com.acme.${name};\npublic ${rule};`);
  const resolve = shelf({
    'file:///g/com/acme/polite.gram': jsgf('polite', '<please> = please'),
    'file:///g/com/acme/size.gram': jsgf('size', '<size> = small | large'),
    'file:///g/com/acme/food.gram': jsgf('food', '<pizza> = pizza'),
  });
  const grammar = await compileGrammar(main, { resolve });
  expect(grammar.accepts('please large pizza')).toBe(true);
  expect(grammar.accepts('please pizza')).toBe(false);
});

describe('active rules', () => {
  const rules = 'public $one = a; public $two = b; $three = c;';

  it('are the public ones where there is no root', async () => {
    const grammar = await compileGrammar(abnf(rules, undefined, 'language en;\n'));
    expect(['a', 'b', 'c'].map((word) => grammar.accepts(word))).toEqual([true, true, false]);
  });

  it('may be chosen', async () => {
    const grammar = await compileGrammar(abnf(rules, undefined, 'language en;\n'), { rules: ['two'] });
    expect(['a', 'b'].map((word) => grammar.accepts(word))).toEqual([false, true]);
    const chosen = (name: string) =>
      compileGrammar(abnf(rules, undefined, 'language en;\n'), { rules: [name] });
    await expect(chosen('three')).rejects.toMatchObject({ code: 'undefined-rule' });
    await expect(chosen('four')).rejects.toMatchObject({ code: 'undefined-rule' });
  });
});

it('checks documents that no reader has', async () => {
  const rule = { name: 'r', scope: 'public', examples: [], expansion: { kind: 'token', text: 'x' } } as const;
  const invalid: Partial<GrammarDocument>[] = [
    { root: 's' },
    { root: 'r', rules: [rule, rule] },
    { root: 'r', rules: [rule, { ...rule, name: 'NULL' }] },
    { rules: [] },
    { root: 'r', language: '' },
  ];
  for (const part of invalid)
    await expect(
      compileGrammar({ ...emptyDocument(), language: 'en', rules: [rule], ...part }),
    ).rejects.toMatchObject({
      code: 'invalid',
    });
});
