import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { joinSamples } from '@locutor/audio';
import { afterAll, describe, expect, it } from 'vitest';
import { grammarServer, meanings } from './support/grammar-server.ts';
import { texts } from './support/recognize.ts';
import { root } from './support/server.ts';
import { halved, pcm, samplesOf, silence, voiced, wav } from './support/speech.ts';

const sharedData = join(root, '..', 'shared', 'data');

const { ask, segmentsOf, stop } = await grammarServer();
afterAll(stop);

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
  ])('%s recognises %s as %j, which means %s', async (name, file, text, meaning) => {
    const lm = `builtin:grammar/${name}`;
    const [segment, ...more] = await segmentsOf(file, { lm });
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
  ])('%s does not accept %s', async (name, file) => {
    expect(await segmentsOf(file, { lm: `builtin:grammar/${name}` })).toMatchObject([
      { result_status: 'NO_MATCH', alternatives: [], last_segment: true },
    ]);
  });

  it('give their best sentence at a threshold of 0, with a score that says how likely it is', async () => {
    const headers = { 'decoder.confidenceThreshold': '0' };
    const [segment] = await segmentsOf('filler.opus', { lm: 'builtin:grammar/boolean', headers });
    expect(segment!.result_status).toBe('RECOGNIZED');
    expect(segment!.alternatives[0]!.score).toBeLessThan(25);
  });

  it('accept a soft word that fills a telephone clip', async () => {
    const headers = { 'content-type': 'audio/raw;rate=8000' };
    const word = halved(voiced(await samplesOf('no.opus'))).map((sample) => sample / 20);
    const answer = await ask(pcm(word), { lm: 'builtin:grammar/boolean', headers });
    expect(meanings(answer.segments())).toEqual([['false']]);
  });

  it.each(['digits?length=5', 'digits?minlength=1;maxlength=3'])(
    '%s is not sure that four digits are meant',
    async (name) => {
      const headers = { 'decoder.confidenceThreshold': '50' };
      const segments = await segmentsOf('digits.flac', { lm: `builtin:grammar/${name}`, headers });
      expect(segments).toMatchObject([{ result_status: 'NO_MATCH', alternatives: [] }]);
    },
  );

  it('give the meanings of what can be meant in several ways, with scores that share that of the text', async () => {
    const [segment] = await segmentsOf('number.opus', { lm: 'builtin:grammar/digits' });
    const { score, interpretations, interpretation_scores } = segment!.alternatives[0]!;
    expect(interpretations).toEqual(['25', '205']);
    expect(interpretation_scores[0]).toBeGreaterThan(interpretation_scores[1]!);
    expect(Math.abs(interpretation_scores[0]! + interpretation_scores[1]! - score)).toBeLessThanOrEqual(1);
  });

  it('recognise single digits, each by itself', async () => {
    const all = await samplesOf('digits.flac');
    const times = [0.5, 1.15, 1.75, 2.4, 3.1];
    for (const [n, text] of ['one', 'two', 'three', 'four'].entries()) {
      const digit = all.subarray(times[n]! * 16_000, times[n + 1]! * 16_000);
      const audio = wav(joinSamples([silence(0.5), digit, silence(0.5)]));
      const segments = (await ask(audio, { lm: 'builtin:grammar/digits?length=1' })).segments();
      expect(texts(segments)).toEqual([text]);
    }
  });

  it('recognise single digits of real speech, where recordings are available', async (context) => {
    const folder = join(sharedData, 'digits-en');
    if (!existsSync(folder))
      context.skip('no recordings beside the clone; synthetic digits are tested above');
    const clips = readFileSync(join(folder, 'index.tsv'), 'utf8').trim().split('\n').slice(1, 11);
    for (const clip of clips) {
      const [file, , , , text] = clip.split('\t');
      const audio = new Uint8Array(readFileSync(join(folder, file!)));
      const segments = (await ask(audio, { lm: 'builtin:grammar/digits?length=1' })).segments();
      expect([file, texts(segments)]).toEqual([file, [text]]);
    }
  });
});
