import fc from 'fast-check';
import type { Choice, Expansion, GrammarDocument, Item, Repeat, Rule } from '../src/model.ts';
import { emptyDocument } from '../src/model.ts';

/** Random documents that one family of syntaxes can express, and the form in which two documents say the same. */

const RULES = ['main', 'other', 'Über', 'r_3'];
const LANGUAGES = ['fr', 'pt-BR', 'zh-Hant-TW'];

const word = fc.oneof(
  fc.constantFrom(
    'yes',
    'no',
    "o'clock",
    'c#',
    '*',
    '+',
    '?',
    '<b>',
    '&',
    'a/b',
    '[',
    '{',
    '}',
    ';',
    '=',
    '$x',
    '!',
    '|',
    '\\',
  ),
  fc.constantFrom(
    'New York',
    'a  b',
    'été',
    '東京',
    '💥',
    '//',
    '/*',
    'public',
    'import',
    '#ABNF',
    ']]>',
    '\u00a0',
  ),
);

const PIECES = [
  '}',
  '{',
  '!',
  '}!}',
  '\\',
  '"',
  "'",
  '<',
  '&',
  ']]>',
  '\n',
  '\r\n',
  '\t',
  'out',
  '=',
  ' ',
  '💥',
  '&amp;',
  '/*',
];
const rawTag = fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((pieces) => pieces.join(''));
/** ABNF cannot write a tag that holds the end of its second form. */
const srgsTag = rawTag.filter((text) => `${text}}!}`.indexOf('}!}') === text.length);

const number = fc.oneof(
  fc.constantFrom(0, 1, 10, 0.5, 1e-7, 1.5e22, 1 / 3),
  fc.double({ min: 0, max: 1e30, noNaN: true }).map((value) => value + 0),
);
const probability = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0);

const countedRepeat = fc
  .tuple(
    fc.nat(4),
    fc.option(fc.nat(4), { nil: Number.POSITIVE_INFINITY }),
    fc.option(probability, { nil: undefined }),
  )
  .map(
    ([min, extra, chance]): Repeat => ({
      min,
      max: min + extra,
      ...(chance === undefined ? {} : { probability: chance }),
    }),
  );
const starRepeat = fc.constantFrom<Repeat>(
  { min: 0, max: 1 },
  { min: 0, max: Number.POSITIVE_INFINITY },
  { min: 1, max: Number.POSITIVE_INFINITY },
);

const uri = fc.constantFrom('a.grxml', './b.gram', 'http://x.example/c?d=1&e="2"', 'builtin:grammar/date');
const language = fc.option(fc.constantFrom(...LANGUAGES), { nil: undefined });

function withLanguage<T extends object>(value: T, code: string | undefined): T {
  return code === undefined ? value : { ...value, language: code };
}

interface Family {
  readonly languages: boolean;
  readonly repeat: fc.Arbitrary<Repeat>;
  readonly tag: fc.Arbitrary<string>;
  readonly leaf: fc.Arbitrary<Expansion>;
}

const localReference = fc
  .constantFrom(...RULES)
  .map((name): Expansion => ({ kind: 'reference', target: { kind: 'local', name } }));

const srgsFamily: Family = {
  languages: true,
  repeat: countedRepeat,
  tag: srgsTag,
  leaf: fc.oneof(
    localReference,
    fc.constantFrom<Expansion>(
      ...(['NULL', 'VOID', 'GARBAGE'] as const).map((name) => ({ kind: 'special' as const, name })),
    ),
    fc
      .tuple(uri, fc.option(fc.constantFrom('rule', 'x-y'), { nil: undefined }), fc.boolean(), language)
      .map(([address, fragment, typed, code]): Expansion => {
        const target = {
          kind: 'external' as const,
          uri: address,
          ...(fragment === undefined ? {} : { fragment }),
          ...(typed ? { mediaType: 'application/srgs+xml' } : {}),
        };
        return withLanguage({ kind: 'reference' as const, target }, code);
      }),
  ),
};

const jsgfFamily: Family = {
  languages: false,
  repeat: starRepeat,
  tag: rawTag,
  leaf: fc.oneof(
    localReference,
    fc.constantFrom<Expansion>(
      ...(['NULL', 'VOID'] as const).map((name) => ({ kind: 'special' as const, name })),
    ),
  ),
};

function expansions(family: Family): fc.Arbitrary<Expansion> {
  const code = family.languages ? language : fc.constant(undefined);
  return fc.letrec<{ expansion: Expansion }>((tie) => ({
    expansion: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc
        .tuple(word, code)
        .map(([text, own]): Expansion => withLanguage({ kind: 'token' as const, text }, own)),
      family.tag.map((text): Expansion => ({ kind: 'tag', text })),
      family.leaf,
      fc.array(tie('expansion'), { maxLength: 4 }).map((items): Expansion => ({ kind: 'sequence', items })),
      fc
        .tuple(
          fc.array(fc.tuple(fc.option(number, { nil: undefined }), tie('expansion')), { maxLength: 3 }),
          code,
        )
        .map(([entries, own]): Expansion => {
          const choices = entries.map(
            ([weight, expansion]): Choice => (weight === undefined ? { expansion } : { weight, expansion }),
          );
          return withLanguage({ kind: 'alternatives' as const, choices }, own);
        }),
      fc
        .tuple(tie('expansion'), fc.option(family.repeat, { nil: undefined }), code)
        .map(([expansion, repeat, own]): Expansion => {
          const item: Item = { kind: 'item', expansion, ...(repeat === undefined ? {} : { repeat }) };
          return withLanguage(item, own);
        }),
    ),
  })).expansion;
}

const example = fc
  .array(fc.constantFrom('yes', '"New York"', '@example', '*', 'é'), { maxLength: 3 })
  .map((parts) => parts.join(' '));

function rules(family: Family): fc.Arbitrary<Rule[]> {
  const rule = fc.tuple(expansions(family), fc.boolean(), fc.array(example, { maxLength: 2 }));
  return fc.tuple(...RULES.map(() => rule)).map((bodies) =>
    bodies.map(([expansion, isPublic, examples], index) => ({
      name: RULES[index]!,
      scope: isPublic ? 'public' : 'private',
      examples,
      expansion,
    })),
  );
}

const quotedText = fc
  .array(fc.constantFrom('a', ' ', '"', '\n', '\t', '<', '&', 'é'), { maxLength: 5 })
  .map((parts) => parts.join(''));

/** Documents for XML and ABNF. */
export const srgsDocuments: fc.Arbitrary<GrammarDocument> = fc
  .record({
    rules: rules(srgsFamily),
    mode: fc.constantFrom('voice' as const, 'dtmf' as const),
    root: fc.option(fc.constantFrom(...RULES), { nil: undefined }),
    tagFormat: fc.option(fc.constantFrom('semantics/1.0', 'x&y'), { nil: undefined }),
    base: fc.option(uri, { nil: undefined }),
    tags: fc.array(srgsTag, { maxLength: 2 }),
    metas: fc.array(fc.record({ http: fc.boolean(), name: quotedText, content: quotedText }), {
      maxLength: 2,
    }),
    lexicons: fc.array(fc.record({ uri, mediaType: fc.constant('application/pls+xml') }), { maxLength: 2 }),
  })
  .map(({ root, tagFormat, base, tags, ...rest }) => ({
    ...emptyDocument(),
    ...rest,
    language: 'en-US',
    ...(root === undefined ? {} : { root }),
    ...(tagFormat === undefined ? {} : { tagFormat }),
    ...(base === undefined ? {} : { base }),
    headerTags: tags.map((text) => ({ kind: 'tag' as const, text })),
  }));

/** Documents for all three syntaxes. */
export const commonDocuments: fc.Arbitrary<GrammarDocument> = rules({ ...jsgfFamily, tag: srgsTag }).map(
  (all) => ({
    ...emptyDocument('jsgf'),
    language: 'en',
    packageName: 'com.acme.test',
    rules: all,
  }),
);

/** Documents for JSGF alone: names, tags and imports that SRGS has not. */
export const jsgfDocuments: fc.Arbitrary<GrammarDocument> = rules({
  ...jsgfFamily,
  leaf: fc.oneof(
    jsgfFamily.leaf,
    fc
      .constantFrom('far', 'more.far', 'com.acme.more.far')
      .map((name): Expansion => ({ kind: 'reference', target: { kind: 'imported', name } })),
    fc.constant<Expansion>({ kind: 'token', text: 'say "it"' }),
  ),
}).map((all) => ({
  ...emptyDocument('jsgf'),
  packageName: 'com.acme.test',
  imports: [{ grammar: 'com.acme.more', rule: '*' }],
  rules: [...all, { name: 'a-b:c', scope: 'public', examples: [], expansion: { kind: 'token', text: 'x' } }],
}));

/** The form in which two documents are equal when they say the same: see printGrammar for what may differ. */
export function normalForm(document: GrammarDocument): unknown {
  const { format: _format, uri: _uri, packageName: _name, ...rest } = document;
  return {
    ...rest,
    imports: document.imports.map(({ grammar, rule }) => ({ grammar, rule })),
    headerTags: document.headerTags.map(({ text }) => text),
    rules: document.rules.map(({ position: _position, ...rule }) => ({
      ...rule,
      examples: rule.examples.map((text) => text.trim()),
      expansion: normalExpansion(rule.expansion, undefined),
    })),
  };
}

const SILENCE = { kind: 'sequence', items: [] };

function normalExpansion(expansion: Expansion, inherited: string | undefined): unknown {
  switch (expansion.kind) {
    case 'sequence': {
      const items = expansion.items
        .map((part) => normalExpansion(part, inherited) as { kind: string; items?: unknown[] })
        .flatMap((part) => (part.kind === 'sequence' ? part.items! : [part]));
      return items.length === 1 ? items[0] : { kind: 'sequence', items };
    }
    case 'alternatives': {
      const language = expansion.language ?? inherited;
      const choices = expansion.choices.map((choice) => ({
        weight: choice.weight ?? 1,
        expansion: normalExpansion(choice.expansion, language),
      }));
      if (choices.length === 0) return { kind: 'special', name: 'VOID' };
      return choices.length === 1 && choices[0]!.weight !== 0
        ? choices[0]!.expansion
        : { kind: 'alternatives', choices };
    }
    case 'item': {
      const inner = normalExpansion(expansion.expansion, expansion.language ?? inherited);
      if (expansion.repeat === undefined) return inner;
      return expansion.repeat.max === 0
        ? SILENCE
        : { kind: 'item', repeat: expansion.repeat, expansion: inner };
    }
    case 'token':
      return {
        kind: 'token',
        text: expansion.text.replace(/[ \t\r\n]+/g, ' ').trim() || expansion.text,
        language: expansion.language ?? inherited,
      };
    case 'reference':
      return { kind: 'reference', target: expansion.target, language: expansion.language ?? inherited };
    case 'special':
      return expansion.name === 'NULL' ? SILENCE : { kind: 'special', name: expansion.name };
    case 'tag':
      return { kind: 'tag', text: expansion.text };
  }
}
