import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { defaultModelsDir, ModelStore } from '@locutor/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Asking, recognize, type Segment, statuses, texts } from './support/recognize.ts';
import { newFolder, root, startServer, type TestServer } from './support/server.ts';
import { type Bytes, fixture, joined, samplesOf, silence, wav } from './support/speech.ts';

const sample = (name: string) => readFileSync(join(root, 'grammars', name), 'utf8');

const ORDER = `#ABNF 1.0 UTF-8;
language en; root $order; tag-format <semantics/1.0>;
public $order = $count $size pepperoni (pizza | pizzas) [please]
  {!{out = {count: rules.count, size: rules.size}}!};
$count = (a | one) {out = 1} | two {out = 2};
$size = small | medium | large;
`;
const ORDER_XML = `<?xml version="1.0"?>
<grammar version="1.0" xmlns="http://www.w3.org/2001/06/grammar" xml:lang="en" root="order" tag-format="semantics/1.0">
  <rule id="order" scope="public">
    <one-of><item>one<tag>out.count = 1;</tag></item><item>two<tag>out.count = 2;</tag></item></one-of>
    <ruleref uri="#size"/><tag>out.size = rules.size;</tag> pepperoni pizzas
    <item repeat="0-1">please</item>
  </rule>
  <rule id="size"><one-of><item>small</item><item>large</item></one-of></rule>
</grammar>`;
const ORDER_JSGF =
  '#JSGF V1.0 UTF-8 en;\ngrammar order;\npublic <order> = (one {1} | two {2}) (small | large) pepperoni (pizza | pizzas) [please];\n';
const FILLER = `#ABNF 1.0;
language en; root $order; tag-format <semantics/1.0>;
public $order = [$GARBAGE] (a | one) $size {out.size = rules.size} (coffee | tea) [please | thank you];
$size = small | large;
`;
const POLITE = `#ABNF 1.0;
language en; root $order; tag-format <semantics/1.0-literals>;
public $order = [um | well] [I (want | would like)] (a large coffee {coffee} | a large tea {tea}) [please];
`;
const NESTED = `#ABNF 1.0;
language en; root $who; tag-format <semantics/1.0>;
public $who = the $noun {out = rules.noun} [of $who {!{out = out + " < " + rules.who}!}];
$noun = dog | friend | king | cat;
`;
const BROKEN = '#ABNF 1.0;\nlanguage en;\nroot $r;\npublic $r = hello | ;\n';
const KEYS = '#ABNF 1.0;\nmode dtmf; root $r;\npublic $r = 1 | 2;\n';
const KLINGON = '#ABNF 1.0;\nlanguage tlh; root $r;\npublic $r = qapla;\n';
const THROWS =
  '#ABNF 1.0;\nlanguage en; root $r; tag-format <semantics/1.0>;\npublic $r = yes {throw new Error("no")};\n';
const LOOPS =
  '#ABNF 1.0;\nlanguage en; root $r; tag-format <semantics/1.0>;\npublic $r = yes {!{while (true) {}}!};\n';

const sharedData = join(root, '..', 'shared', 'data');
const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir() });
const hasWhisper = store.missing(['whisper-small']).length === 0;

let server: TestServer;
let web: Server;
let webUrl: string;
let fetches = 0;

const ask = (body: Bytes | FormData, asking?: Asking) => recognize(server, body, asking);
const hear = async (name: string, asking: Asking) => (await ask(fixture(name), asking)).segments();
const meanings = (segments: readonly Segment[]) =>
  segments.map((each) => each.alternatives[0]?.interpretations);

function form(grammar: string, type: string, audio: Bytes): FormData {
  const parts = new FormData();
  parts.append('lm', new Blob([grammar], { type }), 'grammar');
  parts.append('audio', new Blob([audio], { type: 'audio/ogg' }), 'speech');
  return parts;
}

beforeAll(async () => {
  const folder = newFolder();
  const grammars = join(folder, 'grammars');
  mkdirSync(grammars);
  const files = {
    'order.abnf': ORDER,
    'filler.abnf': FILLER,
    'polite.abnf': POLITE,
    'nested.abnf': NESTED,
    'broken.abnf': BROKEN,
    'keys.abnf': KEYS,
    'klingon.abnf': KLINGON,
    'throws.abnf': THROWS,
    'loops.abnf': LOOPS,
    'menu-en.jsgf': sample('menu-en.jsgf'),
    'pizza-en.abnf': sample('pizza-en.abnf'),
    'pizza-pt.grxml': sample('pizza-pt.grxml'),
    'bank-transfer-pt.abnf': sample('bank-transfer-pt.abnf'),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(grammars, name), content);
  web = createServer((request, response) => {
    fetches++;
    if (request.url === '/order') response.setHeader('content-type', 'application/srgs').end(ORDER);
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => web.once('listening', resolve));
  const { port } = web.address() as AddressInfo;
  webUrl = `http://127.0.0.1:${port}`;
  server = await startServer(
    {
      LOCUTOR_MODELS_FETCH: 'start',
      LOCUTOR_GRAMMAR_HOSTS: `127.0.0.1:${port}`,
      ...(hasWhisper && { LOCUTOR_MULTILINGUAL_MODEL: 'whisper-small' }),
    },
    folder,
  );
});

afterAll(async () => {
  web.close();
  await server.stop();
});

describe('builtin grammars', () => {
  it.each([
    ['boolean', 'yes.flac', 'yes', 'true'],
    ['boolean', 'no.opus', 'no', 'false'],
    ['digits', 'digits.flac', 'one two three four', '1234'],
    ['digits?length=4', 'digits.flac', 'one two three four', '1234'],
    ['digits?minlength=2;maxlength=4', 'digits.flac', 'one two three four', '1234'],
    ['number', 'number.opus', 'twenty five', '25'],
    ['currency', 'amount.opus', 'eighteen dollars and four cents', 'USD18.04'],
    ['date', 'date.opus', 'january the thirteenth', '????0113'],
  ])('%s hears %s as %j, which means %s', async (name, file, text, meaning) => {
    const lm = `builtin:grammar/${name}`;
    const [segment, ...more] = await hear(file, { lm });
    expect(more).toEqual([]);
    expect(segment).toMatchObject({
      result_status: 'RECOGNIZED',
      alternatives: [{ index: 0, text, lm }],
    });
    const { score, interpretations, interpretation_scores } = segment!.alternatives[0]!;
    expect(interpretations[0]).toBe(meaning);
    expect(interpretation_scores).toHaveLength(interpretations.length);
    expect(interpretation_scores[0]).toBeLessThanOrEqual(score);
    expect(score).toBeGreaterThanOrEqual(50);
  });

  it.each([
    ['digits?length=9', 'digits.flac'],
    ['digits', 'yes.flac'],
    ['boolean', 'filler.opus'],
    ['date', 'sentence.flac'],
    ['currency', 'bill.opus'],
  ])('%s takes %s for something else', async (name, file) => {
    expect(await hear(file, { lm: `builtin:grammar/${name}` })).toMatchObject([
      { result_status: 'NO_MATCH', alternatives: [], last_segment: true },
    ]);
  });

  it.each(['digits?length=5', 'digits?minlength=1;maxlength=3'])(
    '%s is not sure that four digits are meant',
    async (name) => {
      const headers = { 'decoder.confidenceThreshold': '50' };
      const segments = await hear('digits.flac', { lm: `builtin:grammar/${name}`, headers });
      expect(segments).toMatchObject([{ result_status: 'NO_MATCH', alternatives: [] }]);
    },
  );

  it('give the meanings of what can be meant in several ways, with scores that share that of the text', async () => {
    const [segment] = await hear('number.opus', { lm: 'builtin:grammar/digits' });
    const { score, interpretations, interpretation_scores } = segment!.alternatives[0]!;
    expect(interpretations).toEqual(['25', '205']);
    expect(interpretation_scores[0]).toBeGreaterThan(interpretation_scores[1]!);
    expect(Math.abs(interpretation_scores[0]! + interpretation_scores[1]! - score)).toBeLessThanOrEqual(1);
  });

  it('hear single digits of real speech, where it is at hand', async (context) => {
    const folder = join(sharedData, 'digits-en');
    if (!existsSync(folder)) context.skip('../shared/data is not there');
    const clips = readFileSync(join(folder, 'index.tsv'), 'utf8').trim().split('\n').slice(1, 11);
    for (const clip of clips) {
      const [file, , , , text] = clip.split('\t');
      const audio = new Uint8Array(readFileSync(join(folder, file!)));
      const segments = (await ask(audio, { lm: 'builtin:grammar/digits?length=1' })).segments();
      expect([file, texts(segments)]).toEqual([file, [text]]);
    }
  });
});

describe('grammars with slots', () => {
  const meaning = '{"count":2,"size":"large"}';

  it.each([
    ['application/srgs', ORDER, meaning],
    ['application/srgs+xml', ORDER_XML, meaning],
    ['application/jsgf', ORDER_JSGF, '2'],
  ])('come along as %s', async (type, grammar, expected) => {
    const answer = await ask(form(grammar, type, fixture('pizza.opus')), { lm: undefined });
    expect(answer.segments()).toMatchObject([
      {
        result_status: 'RECOGNIZED',
        alternatives: [
          { text: 'two large pepperoni pizzas please', lm: 'inline:0', interpretations: [expected] },
        ],
      },
    ]);
  });

  it('lie in a file or on the network, which is asked once', async () => {
    for (const lm of ['file:order.abnf', `${webUrl}/order`, `${webUrl}/order`]) {
      expect((await hear('pizza.opus', { lm }))[0]!.alternatives).toMatchObject([
        { lm, interpretations: [meaning] },
      ]);
    }
    expect(fetches).toBe(1);
  });

  it('are those of the samples', async () => {
    expect(meanings(await hear('bill.opus', { lm: 'file:menu-en.jsgf' }))).toEqual([['bill']]);
    expect(meanings(await hear('sentence.flac', { lm: 'file:menu-en.jsgf' }))).toEqual([undefined]);
    expect(meanings(await hear('pizza.opus', { lm: 'file:pizza-en.abnf' }))).toEqual([
      ['{"pizzas":[{"count":2,"size":"large","kind":"pepperoni"}]}'],
    ]);
  });

  it('give the words of the grammar with their times, in order', async () => {
    const [segment] = await hear('bill.opus', { lm: 'file:menu-en.jsgf' });
    const { text, score, words } = segment!.alternatives[0]!;
    expect(text).toBe('I want to pay my bill please');
    expect(words.map((word) => word.text).join(' ')).toBe(text);
    let before = segment!.start_time;
    for (const word of words) {
      expect(word.start_time).toBeGreaterThanOrEqual(before);
      expect(word.end_time).toBeGreaterThan(word.start_time);
      expect(word.end_time).toBeLessThanOrEqual(segment!.end_time);
      expect(word.score).toBe(score);
      before = word.start_time;
    }
    // The fixture begins with half a second of silence.
    expect(words[0]!.start_time).toBeGreaterThan(0.4);
    const [plain] = await hear('bill.opus', {
      lm: 'file:menu-en.jsgf',
      headers: { 'decoder.wordDetails': '0' },
    });
    expect(plain!.alternatives).toMatchObject([{ text, words: [] }]);
  });

  it('are answered as XML', async () => {
    const answer = await ask(fixture('bill.opus'), {
      lm: 'file:menu-en.jsgf',
      headers: { accept: 'application/xml', 'decoder.wordDetails': '0' },
    });
    expect(answer.text).toMatch(
      /<alternatives><alternative><index>0<\/index><text>I want to pay my bill please<\/text><score>\d+<\/score><lm>file:menu-en\.jsgf<\/lm><interpretations><interpretation>bill<\/interpretation><\/interpretations><interpretation_scores><interpretation_score>\d+<\/interpretation_score><\/interpretation_scores><words\/><\/alternative><\/alternatives><result_status>RECOGNIZED<\/result_status>/,
    );
  });

  it('are matched segment by segment', async () => {
    const [yes, bill] = [await samplesOf('yes.flac'), await samplesOf('bill.opus')];
    const audio = wav(joined(yes, silence(1), bill, silence(1), yes));
    const segments = (await ask(audio, { lm: 'builtin:grammar/boolean' })).segments();
    expect(statuses(segments)).toEqual(['RECOGNIZED', 'NO_MATCH', 'RECOGNIZED']);
    expect(meanings(segments)).toEqual([['true'], undefined, ['true']]);
  });
});

describe('what a grammar may hold', () => {
  it('rules within themselves', async () => {
    const [segment] = await hear('nested.opus', { lm: 'file:nested.abnf' });
    expect(segment!.alternatives).toMatchObject([
      { text: 'the friend of the friend of the king', interpretations: ['friend < friend < king'] },
    ]);
  });

  it('GARBAGE, which takes filler words and leaves the others their times', async () => {
    const [segment] = await hear('filler.opus', { lm: 'file:filler.abnf' });
    const [best] = segment!.alternatives;
    expect(best).toMatchObject({ text: 'a large coffee', interpretations: ['{"size":"large"}'] });
    expect(best!.words.map(({ text }) => text)).toEqual(['a', 'large', 'coffee']);
    // "Um, I would like" comes first.
    expect(best!.words[0]!.start_time).toBeGreaterThan(1.4);
    expect(statuses(await hear('bill.opus', { lm: 'file:filler.abnf' }))).toEqual(['NO_MATCH']);
  });

  it('politeness that may be left out', async () => {
    expect(texts(await hear('filler.opus', { lm: 'file:polite.abnf' }))[0]).toMatch(
      /^(um )?I would like a large coffee$/,
    );
  });

  it('tags that refuse a meaning, or never end', async () => {
    expect(await hear('yes.flac', { lm: 'file:throws.abnf' })).toMatchObject([
      { result_status: 'NO_MATCH', alternatives: [] },
    ]);
    expect(await hear('yes.flac', { lm: 'file:loops.abnf' })).toMatchObject([
      { result_status: 'FAILURE', alternatives: [] },
    ]);
    expect(statuses(await hear('yes.flac', { lm: 'builtin:grammar/boolean' }))).toEqual(['RECOGNIZED']);
  });
});

describe('several language models at once', () => {
  it('the one that matches is told', async () => {
    const lm = ['builtin:grammar/digits', 'builtin:grammar/boolean', 'file:menu-en.jsgf', 'file:order.abnf'];
    const matching = async (name: string) => (await hear(name, { lm }))[0]!.alternatives[0]?.lm;
    expect(await matching('digits.flac')).toBe('builtin:grammar/digits');
    expect(await matching('no.opus')).toBe('builtin:grammar/boolean');
    expect(await matching('bill.opus')).toBe('file:menu-en.jsgf');
    expect(await matching('pizza.opus')).toBe('file:order.abnf');
    expect(await matching('nested.opus')).toBeUndefined();
  });

  it('all that match are told in the order they were named in, free speech behind them', async () => {
    const [segment] = await hear('number.opus', {
      lm: ['builtin:grammar/number', 'builtin:grammar/digits', 'builtin:slm/general'],
      // Less sure ones would fill the list.
      headers: {
        'decoder.maxSentences': '10',
        'decoder.wordDetails': '2',
        'decoder.confidenceThreshold': '60',
      },
    });
    const { alternatives } = segment!;
    expect(alternatives.map(({ lm, interpretations }) => [lm, interpretations[0]])).toEqual([
      ['builtin:grammar/number', '25'],
      ['builtin:grammar/digits', '25'],
      ['builtin:slm/general', undefined],
    ]);
    expect(alternatives[0]!.score).toBe(alternatives[1]!.score);
    for (const { text, words } of alternatives) {
      expect(text).toBe('twenty five');
      expect(words.map((word) => word.text)).toEqual(['twenty', 'five']);
    }
  });

  it('free speech says what grammars do not know', async () => {
    const [segment] = await hear('nested.opus', { lm: ['builtin:grammar/boolean', 'builtin:slm/en'] });
    expect(segment).toMatchObject({
      result_status: 'RECOGNIZED',
      alternatives: [
        { text: 'the friend of the friend of the king', lm: 'builtin:slm/en', interpretations: [] },
      ],
    });
  });

  it('alternatives come best first, no more than asked for, none below the threshold', async () => {
    const lm = ['builtin:grammar/number', 'builtin:grammar/digits'];
    const scores = async (headers: Record<string, string>) =>
      (await hear('number.opus', { lm, headers }))[0]!.alternatives.map(({ score }) => score);
    const all = await scores({ 'decoder.maxSentences': '10' });
    expect(all.length).toBeGreaterThan(1);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(await scores({ 'decoder.maxSentences': '1' })).toHaveLength(1);
    const sure = await scores({ 'decoder.maxSentences': '10', 'decoder.confidenceThreshold': '50' });
    expect(sure).toEqual(all.filter((score) => score >= 50));
    expect(await scores({ 'decoder.confidenceThreshold': '100' })).toEqual([]);
  });
});

describe('language models that cannot be used', () => {
  it.each<[string, number, string, string | undefined, RegExp]>([
    ['none', 400, 'ERR_LM_REQUIRED', undefined, /lm/],
    ['an empty one', 400, 'ERR_LM_REQUIRED', '', /lm/],
    ['no scheme', 404, 'ERR_LM_NOT_FOUND', 'pizza', /pizza/],
    ['a scheme nobody knows', 404, 'ERR_LM_NOT_FOUND', 'ftp://x/y', /ftp:/],
    ['an unknown builtin', 404, 'ERR_LM_NOT_FOUND', 'builtin:grammar/nothing', /builtin:grammar\/nothing/],
    ['a language nobody speaks', 404, 'ERR_LM_NOT_FOUND', 'builtin:slm/xx', /builtin:slm\/xx/],
    ['a missing file', 404, 'ERR_LM_NOT_FOUND', 'file:nothing.abnf', /file:nothing\.abnf/],
    ['a file outside the folder', 403, 'ERR_LM_FORBIDDEN', 'file:../secret.abnf', /secret/],
    ['a loopback address', 403, 'ERR_LM_FORBIDDEN', 'http://127.0.0.1:1/x', /127\.0\.0\.1/],
    ['a metadata address', 403, 'ERR_LM_FORBIDDEN', 'http://169.254.169.254/latest', /169\.254/],
    ['a mistake', 422, 'ERR_LM_INVALID', 'file:broken.abnf', /line 4, column \d+/],
    ['keys instead of speech', 422, 'ERR_LM_INVALID', 'file:keys.abnf', /dtmf/],
    ['a language without a model', 422, 'ERR_LM_INVALID', 'file:klingon.abnf', /tlh/],
    ['a parameter out of range', 400, 'ERR_INVALID_PARAMETER', 'builtin:grammar/digits?length=0', /length/],
  ])('%s: %i %s', async (_what, status, code, lm, message) => {
    const answer = await ask(fixture('yes.flac'), { lm });
    expect([answer.status, answer.code()]).toEqual([status, code]);
    expect(answer.json().message).toMatch(message);
    const xml = await ask(fixture('yes.flac'), { lm, headers: { accept: 'application/xml' } });
    expect(xml.text).toContain(`<ErrorResponse><code>${code}</code><message>`);
  });

  it('one that the network does not have', async () => {
    const answer = await ask(fixture('yes.flac'), { lm: `${webUrl}/nothing` });
    expect([answer.status, answer.code()]).toEqual([404, 'ERR_LM_NOT_FOUND']);
  });

  it('one bad among good ones', async () => {
    const answer = await ask(fixture('yes.flac'), { lm: ['builtin:grammar/boolean', 'file:broken.abnf'] });
    expect([answer.status, answer.code()]).toEqual([422, 'ERR_LM_INVALID']);
  });

  it.each<[string, string, number, string]>([
    ['a mistake', BROKEN, 422, 'ERR_LM_INVALID'],
    ['keys', KEYS, 422, 'ERR_LM_INVALID'],
    ['nothing', '', 422, 'ERR_LM_INVALID'],
    ['more than a mebibyte', `${ORDER}//${'x'.repeat(2 ** 20)}`, 413, 'ERR_TOO_LARGE'],
  ])('an inline grammar with %s', async (_what, grammar, status, code) => {
    const answer = await ask(form(grammar, 'application/srgs', fixture('yes.flac')), { lm: undefined });
    expect([answer.status, answer.code()]).toEqual([status, code]);
    if (grammar === BROKEN) expect(answer.json().message).toMatch(/line 4, column \d+/);
  });
});

describe.skipIf(!hasWhisper)(
  `Portuguese grammars${hasWhisper ? '' : ' (whisper-small is not in the store)'}`,
  () => {
    it('return the slots of orders', async () => {
      expect(meanings(await hear('pizza-pt.opus', { lm: 'file:pizza-pt.grxml' }))).toEqual([
        ['{"pizzas":[{"quantidade":2,"tamanho":"grande","sabor":"calabresa"}]}'],
      ]);
      expect(meanings(await hear('transfer-pt.opus', { lm: 'file:bank-transfer-pt.abnf' }))).toEqual([
        ['{"meio":"transferência","valor":"BRL25.00","destino":{"nome":"Maria"}}'],
      ]);
    }, 300_000);

    it('refuse other speech', async () => {
      expect(statuses(await hear('portuguese.opus', { lm: 'file:pizza-pt.grxml' }))).toEqual(['NO_MATCH']);
    }, 300_000);

    const transfer = '{"meio":"transferência","valor":"BRL6937.00","destino":{"conta":"corrente"}}';
    const people: [string, string, string][] = [
      ['bank-transfer-16k.wav', 'file:bank-transfer-pt.abnf', transfer],
      ['bank-transfer-8k.wav', 'file:bank-transfer-pt.abnf', transfer],
      [
        'pizza-16k.wav',
        'file:pizza-pt.grxml',
        '{"pizzas":[{"quantidade":1,"tamanho":"média","sabor":"vegetariana"}]}',
      ],
    ];
    it('understand people, where their speech is at hand', async (context) => {
      if (!existsSync(join(sharedData, 'speech-pt'))) context.skip('../shared/data is not there');
      for (const [name, lm, meaning] of people) {
        const audio = new Uint8Array(readFileSync(join(sharedData, 'speech-pt', name)));
        expect([name, meanings((await ask(audio, { lm })).segments())]).toEqual([name, [[meaning]]]);
      }
    }, 300_000);
  },
);
