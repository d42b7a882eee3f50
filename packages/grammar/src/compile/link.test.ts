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

  it.each([
    'application/srgs',
    'application/x-grammar; charset=utf-8',
    'text/plain',
    'application/octet-stream',
  ])('may say that what they find is %s', async (type) => {
    expect((await compile(`$<other.gram>~<${type}>`)).accepts('a')).toBe(true);
  });

  it.each([
    ['xml', 'application/srgs+xml'],
    ['xml', 'application/xml'],
    ['xml', 'text/xml'],
    ['xml', 'application/grammar+xml'],
    ['jsgf', 'application/jsgf'],
    ['jsgf', 'application/x-jsgf'],
    ['jsgf', 'text/jsgf'],
  ])('find %s by the media type %s, and no other syntax', async (format, type) => {
    const found = readGrammar(
      format === 'xml'
        ? '<grammar version="1.0" xmlns="http://www.w3.org/2001/06/grammar" xml:lang="en" root="r"><rule id="r">x</rule></grammar>'
        : '#JSGF V1.0;\ngrammar g;\npublic <r> = x;',
    );
    const refer = (document: GrammarDocument) =>
      compileGrammar(abnf(`$main = $<http://host/g#r>~<${type}>;`), { resolve: async () => document });
    const shown = { ...found, rules: found.rules.map((rule) => ({ ...rule, scope: 'public' as const })) };
    expect((await refer(shown)).accepts('x')).toBe(true);
    await expect(refer(abnf('public $r = x;', undefined, 'language en;\n'))).rejects.toMatchObject({
      code: 'invalid',
    });
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

describe('special rules', () => {
  const jsgf = (rules: string) => readGrammar(`#JSGF V1.0;\ngrammar g;\n${rules}`, { uri: 'http://host/g' });
  const xml = (rules: string) =>
    `<grammar version="1.0" xmlns="http://www.w3.org/2001/06/grammar" xml:lang="en" root="main">${rules}</grammar>`;

  it('are NULL and VOID in JSGF, where GARBAGE is a name like any other', async () => {
    const document = jsgf('public <main> = a <GARBAGE> <NULL> | <VOID>; public <GARBAGE> = b;');
    const grammar = await compileGrammar(document);
    expect(['a b', 'a x', 'a', 'b'].map((text) => grammar.accepts(text))).toEqual([true, false, false, true]);
    const other = await compileGrammar(abnf('$main = $<http://host/g#GARBAGE>;'), {
      resolve: async () => document,
    });
    expect(['b', 'x'].map((text) => other.accepts(text))).toEqual([true, false]);
    expect(() => jsgf('public <main> = <GARBAGE>;')).toThrow(GrammarError);
  });

  it('are all three in SRGS', async () => {
    const forms = [
      abnf('$main = a $GARBAGE b $NULL | $VOID;'),
      readGrammar(
        xml(
          '<rule id="main"><one-of><item>a <ruleref special="GARBAGE"/> b <ruleref special="NULL"/></item><item><ruleref special="VOID"/></item></one-of></rule>',
        ),
      ),
    ];
    for (const form of forms) {
      const grammar = await compileGrammar(form);
      expect(['a x b', 'a x'].map((text) => grammar.accepts(text))).toEqual([true, false]);
    }
  });

  it.each(['NULL', 'VOID', 'GARBAGE'])('cannot be defined: %s', (name) => {
    expect(() => abnf(`$main = a; $${name} = b;`)).toThrow('is reserved');
    expect(() => readGrammar(xml(`<rule id="main">a</rule><rule id="${name}">b</rule>`))).toThrow(
      'is reserved',
    );
    if (name !== 'GARBAGE') expect(() => jsgf(`public <main> = a; <${name}> = b;`)).toThrow('is reserved');
  });
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
