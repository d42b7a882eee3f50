import type { RecognizeRequest } from '@locutor/contract';
import { describe, expect, it } from 'vitest';
import { ask, spoken } from './testing.ts';

describe('a recognition', () => {
  it('is the segments in the words of the interface', async () => {
    const { status, json } = await ask(() => [spoken(['hello world']), { ...spoken(['again'], 0.5, 3) }]);
    expect(status).toBe(200);
    expect(json()).toEqual([
      {
        alternatives: [
          {
            index: 0,
            text: 'hello world',
            score: 90,
            lm: 'builtin:slm/general',
            interpretations: [],
            interpretation_scores: [],
            words: [
              { text: 'hello', score: 45, start_time: 0.123, end_time: 0.623 },
              { text: 'world', score: 45, start_time: 1.123, end_time: 1.623 },
            ],
          },
        ],
        result_status: 'RECOGNIZED',
        segment_index: 0,
        last_segment: false,
        final_result: true,
        start_time: 0.123,
        end_time: 2.123,
      },
      expect.objectContaining({ segment_index: 1, last_segment: true, start_time: 3 }),
    ]);
    expect(Object.keys(json()[0])).toEqual([
      'alternatives',
      'result_status',
      'segment_index',
      'last_segment',
      'final_result',
      'start_time',
      'end_time',
    ]);
  });

  it('is an ArrayList of items in XML', async () => {
    const segments = [
      spoken(['hi']),
      { status: 'recognition-timeout' as const, start: 3, end: 4.5, alternatives: [], bound: [] },
    ];
    const { body, headers } = await ask(() => segments, { headers: { accept: 'application/xml' } });
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(body).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<ArrayList><item><alternatives><alternative><index>0</index><text>hi</text><score>90</score><lm>builtin:slm/general</lm><interpretations/><interpretation_scores/><words><word><text>hi</text><score>45</score><start_time>0.123</start_time><end_time>0.623</end_time></word></words></alternative></alternatives><result_status>RECOGNIZED</result_status><segment_index>0</segment_index><last_segment>false</last_segment><final_result>true</final_result><start_time>0.123</start_time><end_time>2.123</end_time></item><item><alternatives/><result_status>RECOGNITION_TIMEOUT</result_status><segment_index>1</segment_index><last_segment>true</last_segment><final_result>true</final_result><start_time>3</start_time><end_time>4.5</end_time></item></ArrayList>',
    );
  });

  it('names the model of the language that was detected, in JSON and XML', async () => {
    const segments = [
      { ...spoken(['bom dia']), language: 'pt' },
      { ...spoken(['hello'], 0.9, 4), language: 'en' },
    ];
    const lms = ['builtin:slm/auto'];
    const { json } = await ask(() => segments, { lms });
    expect(json().map((each: { alternatives: { lm: string }[] }) => each.alternatives[0]!.lm)).toEqual([
      'builtin:slm/pt',
      'builtin:slm/en',
    ]);
    const { body } = await ask(() => segments, { lms, headers: { accept: 'application/xml' } });
    expect(body.match(/<lm>[^<]*/g)).toEqual(['<lm>builtin:slm/pt', '<lm>builtin:slm/en']);
    const asked = await ask(() => segments, { lms: ['builtin:slm/general'] });
    expect(asked.json()[0].alternatives[0].lm).toBe('builtin:slm/general');
  });

  it.each([
    ['0', [0, 0]],
    ['1', [1, 0]],
    ['2', [1, 1]],
  ])('has words as decoder.wordDetails %s asks', async (details, counts) => {
    const headers = { 'decoder-wordDetails': details, 'decoder-maxSentences': '2' };
    const { json } = await ask(() => [spoken(['yes', 'yeah', 'yep'])], { headers });
    expect(json()[0].alternatives.map((each: { words: unknown[] }) => each.words.length)).toEqual(counts);
  });

  it('drops alternatives below the threshold, and is NO_MATCH without any', async () => {
    const recognized = () => [spoken(['yes', 'yeah', 'yep'])];
    const some = await ask(recognized, {
      headers: { 'decoder.maxSentences': '3', 'decoder.confidenceThreshold': '75' },
    });
    expect(some.json()[0].alternatives.map((each: { score: number }) => each.score)).toEqual([90, 80]);
    const none = await ask(recognized, { headers: { 'decoder.confidenceThreshold': '91' } });
    expect(none.json()[0]).toMatchObject({ result_status: 'NO_MATCH', alternatives: [], end_time: 2.123 });
  });

  it('asks for any sentence of a grammar at a threshold of 0, and leaves it to the engine by default', async () => {
    const lms = ['builtin:grammar/digits'];
    const asked = async (headers: Record<string, string>) =>
      (await ask(() => [spoken(['x'])], { lms, headers })).requests[0]!;
    expect(await asked({ 'decoder.confidenceThreshold': '0' })).toMatchObject({ leastChance: 0 });
    expect(await asked({ 'decoder.confidenceThreshold': '20' })).toMatchObject({ leastChance: 0.2 });
    expect(await asked({})).not.toHaveProperty('leastChance');
  });

  it('asks the engine for what the headers say', async () => {
    const headers = {
      'decoder.maxSentences': '4',
      'decoder.wordDetails': '2',
      'decoder.continuousMode': 'false',
      'noInputTimeout.enabled': 'true',
      'noInputTimeout.value': '700',
      'endpointer.enabled': 'no',
      'endpointer.headMargin': '1',
      'endpointer.tailMargin': '2',
      'endpointer.waitEnd': '103',
      'endpointer.levelMode': '2',
      'endpointer.levelThreshold': '4',
      'endpointer.autoLevelLen': '5',
      'endpointer.maxSegmentDuration': '1006',
      'endpointer.segmentOverlapTime': '7',
      'endpointer.requireInitialSilence': 'on',
      'hints.words': 'locutor:5',
      'textify.enabled': 'true',
      'content-type': 'audio/raw;rate=8000;encoding=alaw',
    };
    const { requests } = await ask(() => [spoken(['x'])], { headers });
    expect(requests).toEqual([
      {
        audio: {
          bytes: Buffer.from('audio'),
          decode: { raw: { encoding: 'alaw', rate: 8000 }, refuseHeader: true },
        },
        continuous: false,
        noInputTimeout: 700,
        endpointer: {
          enabled: false,
          headMargin: 1,
          tailMargin: 2,
          waitEnd: 103,
          levelMode: 'fixed',
          levelThreshold: 4,
          autoLevelLength: 5,
          maxSegment: 1006,
          overlap: 7,
          requireInitialSilence: true,
        },
        model: 'moonshine-base',
        language: 'en',
        sentences: 4,
        words: 'all',
        written: true,
        hints: [{ phrase: 'locutor', boost: 5 }],
      },
    ]);
  });

  it('starts no timer that is not wanted', async () => {
    const on = { 'noInputTimeout.enabled': '1', 'recognitionTimeout.enabled': '1' };
    const recognized = () => [spoken(['x'])];
    const [timed] = (await ask(recognized, { headers: on })).requests;
    expect(timed).toMatchObject({ noInputTimeout: 5000, recognitionTimeout: expect.any(Number) });
    expect(timed!.recognitionTimeout).toBeLessThanOrEqual(30_000);
    const [off] = (await ask(recognized, { headers: { ...on, 'decoder.startInputTimers': 'false' } }))
      .requests;
    expect(off).not.toHaveProperty('noInputTimeout');
    expect(off).not.toHaveProperty('recognitionTimeout');
  });

  it.each([
    [{}, 'builtin:slm/general', 'moonshine-base', 'en'],
    [{ LOCUTOR_LANGUAGE: 'pt' }, 'builtin:slm/general', 'whisper-small', 'pt'],
    [{ LOCUTOR_LANGUAGE: 'pt' }, 'builtin:slm/en', 'moonshine-base', 'en'],
    [{ LOCUTOR_MULTILINGUAL_MODEL: 'whisper-tiny' }, 'builtin:slm/auto', 'whisper-tiny', 'auto'],
    [{ LOCUTOR_ENGLISH_MODEL: 'whisper-base' }, 'builtin:slm/en', 'whisper-base', 'en'],
    [{}, 'builtin:grammar/digits?language=pt', 'whisper-small', 'pt'],
  ])('with %j and %s is made by %s in %s', async (env, lm, model, language) => {
    const { requests } = await ask(() => [spoken(['x'])], { env, lms: [lm] });
    expect(requests).toMatchObject([{ model, language }]);
  });

  it('is written where the configuration says so and the request does not', async () => {
    const env = { LOCUTOR_TEXTIFY: 'true' };
    const recognized = () => [spoken(['x'])];
    expect((await ask(recognized, { env })).requests).toMatchObject([{ written: true }]);
    const plain = await ask(recognized, { env, headers: { 'textify-enabled': 'off' } });
    expect(plain.requests).toMatchObject([{ written: false }]);
  });
});

describe('several language models', () => {
  it('of one recogniser are one run, and the first named is the one that matched', async () => {
    const { requests, json } = await ask(() => [spoken(['x'])], {
      lms: ['builtin:slm/en', 'builtin:slm/general'],
    });
    expect(requests).toHaveLength(1);
    expect(json()[0].alternatives).toMatchObject([{ lm: 'builtin:slm/en' }]);
  });

  it('of several languages are recognised side by side, the likeliest first', async () => {
    const recognized = ({ language }: RecognizeRequest) =>
      language === 'en'
        ? [spoken(['sing', 'ciao'], 0.4)]
        : [spoken(['sim', 'ciao'], 0.8), spoken(['tchau'], 0.7, 3)];
    const { json } = await ask(recognized, {
      lms: ['builtin:slm/en', 'builtin:slm/pt'],
      headers: { 'decoder.maxSentences': '5' },
    });
    const alternatives = json().map(({ alternatives }: { alternatives: { lm: string; text: string }[] }) =>
      alternatives.map(({ lm, text }) => [lm.slice(-2), text]),
    );
    expect(alternatives).toEqual([
      [
        ['pt', 'sim'],
        ['pt', 'ciao'],
        ['en', 'sing'],
      ],
      [['pt', 'tchau']],
    ]);
  });

  it('are not of more than four languages', async () => {
    const lms = ['en', 'pt', 'es', 'fr', 'de'].map((code) => `builtin:slm/${code}`);
    expect((await ask(() => [], { lms })).json()).toMatchObject({ code: 'ERR_INVALID_PARAMETER' });
  });
});
