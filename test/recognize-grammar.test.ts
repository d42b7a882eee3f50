import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinSamples } from '@locutor/audio';
import { afterAll, describe, expect, it } from 'vitest';
import { formOf, grammarServer, meanings, ORDER, ORDER_JSGF, ORDER_XML } from './support/grammar-server.ts';
import { hasWhisper } from './support/installed-models.ts';
import { statuses, texts } from './support/recognize.ts';
import { root } from './support/server.ts';
import { fixture, samplesOf, silence, wav } from './support/speech.ts';

const sharedData = join(root, '..', 'shared', 'data');

const { ask, segmentsOf, webUrl, fetches, stop } = await grammarServer();
afterAll(stop);

describe('grammars with slots', () => {
  const meaning = '{"count":2,"size":"large"}';

  it.each([
    ['application/srgs', ORDER, meaning],
    ['application/srgs+xml', ORDER_XML, meaning],
    ['application/jsgf', ORDER_JSGF, '2'],
  ])('come along as %s', async (type, grammar, expected) => {
    const answer = await ask(formOf(grammar, type, fixture('pizza.opus')), { lm: undefined });
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
      expect((await segmentsOf('pizza.opus', { lm }))[0]!.alternatives).toMatchObject([
        { lm, interpretations: [meaning] },
      ]);
    }
    expect(fetches()).toBe(1);
  });

  it('are those of the samples', async () => {
    expect(meanings(await segmentsOf('bill.opus', { lm: 'file:menu-en.jsgf' }))).toEqual([['bill']]);
    expect(meanings(await segmentsOf('sentence.flac', { lm: 'file:menu-en.jsgf' }))).toEqual([undefined]);
    expect(meanings(await segmentsOf('pizza.opus', { lm: 'file:pizza-en.abnf' }))).toEqual([
      ['{"pizzas":[{"count":2,"size":"large","kind":"pepperoni"}]}'],
    ]);
  });

  it('give the words of the grammar with their times, in order', async () => {
    const [segment] = await segmentsOf('bill.opus', { lm: 'file:menu-en.jsgf' });
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
    const [plain] = await segmentsOf('bill.opus', {
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
    const audio = wav(joinSamples([yes, silence(1), bill, silence(1), yes]));
    const segments = (await ask(audio, { lm: 'builtin:grammar/boolean' })).segments();
    expect(statuses(segments)).toEqual(['RECOGNIZED', 'NO_MATCH', 'RECOGNIZED']);
    expect(meanings(segments)).toEqual([['true'], undefined, ['true']]);
  });
});

describe('what a grammar may hold', () => {
  it('rules within themselves', async () => {
    const [segment] = await segmentsOf('nested.opus', { lm: 'file:nested.abnf' });
    expect(segment!.alternatives).toMatchObject([
      { text: 'the friend of the friend of the king', interpretations: ['friend < friend < king'] },
    ]);
  });

  it('GARBAGE, which takes filler words and leaves the others their times', async () => {
    const [segment] = await segmentsOf('filler.opus', { lm: 'file:filler.abnf' });
    const [best] = segment!.alternatives;
    expect(best).toMatchObject({ text: 'a large coffee', interpretations: ['{"size":"large"}'] });
    expect(best!.words.map(({ text }) => text)).toEqual(['a', 'large', 'coffee']);
    // "Um, I would like" comes first.
    expect(best!.words[0]!.start_time).toBeGreaterThan(1.4);
    expect(statuses(await segmentsOf('bill.opus', { lm: 'file:filler.abnf' }))).toEqual(['NO_MATCH']);
  });

  it('politeness that may be left out', async () => {
    expect(texts(await segmentsOf('filler.opus', { lm: 'file:polite.abnf' }))[0]).toMatch(
      /^(um )?I would like a large coffee$/,
    );
  });

  it('tags that refuse a meaning, or never end', async () => {
    expect(await segmentsOf('yes.flac', { lm: 'file:throws.abnf' })).toMatchObject([
      { result_status: 'NO_MATCH', alternatives: [] },
    ]);
    expect(await segmentsOf('yes.flac', { lm: 'file:loops.abnf' })).toMatchObject([
      { result_status: 'FAILURE', alternatives: [] },
    ]);
    expect(statuses(await segmentsOf('yes.flac', { lm: 'builtin:grammar/boolean' }))).toEqual(['RECOGNIZED']);
  });
});

describe('several language models at once', () => {
  it('the one that matches is named', async () => {
    const lm = ['builtin:grammar/digits', 'builtin:grammar/boolean', 'file:menu-en.jsgf', 'file:order.abnf'];
    const matching = async (name: string) => (await segmentsOf(name, { lm }))[0]!.alternatives[0]?.lm;
    expect(await matching('digits.flac')).toBe('builtin:grammar/digits');
    expect(await matching('no.opus')).toBe('builtin:grammar/boolean');
    expect(await matching('bill.opus')).toBe('file:menu-en.jsgf');
    expect(await matching('pizza.opus')).toBe('file:order.abnf');
    expect(await matching('nested.opus')).toBeUndefined();
  });

  it('all that match are listed in the order they were named in, free speech behind them', async () => {
    const [segment] = await segmentsOf('number.opus', {
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
    const [segment] = await segmentsOf('nested.opus', { lm: ['builtin:grammar/boolean', 'builtin:slm/en'] });
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
      (await segmentsOf('number.opus', { lm, headers }))[0]!.alternatives.map(({ score }) => score);
    const all = await scores({ 'decoder.maxSentences': '10' });
    expect(all.length).toBeGreaterThan(1);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(await scores({ 'decoder.maxSentences': '1' })).toHaveLength(1);
    const sure = await scores({ 'decoder.maxSentences': '10', 'decoder.confidenceThreshold': '50' });
    expect(sure).toEqual(all.filter((score) => score >= 50));
    expect(await scores({ 'decoder.confidenceThreshold': '100' })).toEqual([]);
  });
});

describe.skipIf(!hasWhisper)(
  `Portuguese grammars${hasWhisper ? '' : ' (whisper-small is not in the store)'}`,
  () => {
    it('return the slots of orders', async () => {
      expect(meanings(await segmentsOf('pizza-pt.opus', { lm: 'file:pizza-pt.grxml' }))).toEqual([
        ['{"pizzas":[{"quantidade":2,"tamanho":"grande","sabor":"calabresa"}]}'],
      ]);
      expect(meanings(await segmentsOf('transfer-pt.opus', { lm: 'file:bank-transfer-pt.abnf' }))).toEqual([
        ['{"meio":"transferência","valor":"BRL25.00","destino":{"nome":"Maria"}}'],
      ]);
    }, 300_000);

    it('refuse other speech', async () => {
      expect(statuses(await segmentsOf('portuguese.opus', { lm: 'file:pizza-pt.grxml' }))).toEqual([
        'NO_MATCH',
      ]);
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
    it('understand people, where recordings are available', async (context) => {
      if (!existsSync(join(sharedData, 'speech-pt'))) {
        context.skip('no recordings beside the clone; synthetic speech is tested above');
      }
      for (const [name, lm, meaning] of people) {
        const audio = new Uint8Array(readFileSync(join(sharedData, 'speech-pt', name)));
        expect([name, meanings((await ask(audio, { lm })).segments())]).toEqual([name, [[meaning]]]);
      }
    }, 300_000);
  },
);
