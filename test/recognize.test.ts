import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { joinSamples } from '@locutor/audio';
import { beforeAll, describe, expect, it } from 'vitest';
import { whisper } from './support/installed-models.ts';
import { AGENT, recognitionServer, SENTENCE } from './support/recognition-server.ts';
import { type Asking, CURRENT, EARLIER, recognize, statuses, texts } from './support/recognize.ts';
import { root } from './support/server.ts';
import type { SharedServer } from './support/shared-server.ts';
import {
  alaw,
  type Bytes,
  fixture,
  halved,
  pcm,
  repeated,
  samplesOf,
  silence,
  ulaw,
  wav,
} from './support/speech.ts';

const sharedData = join(root, '..', 'shared', 'data');

let server: SharedServer;
let sentence: Float32Array;
const ask = (body: Bytes | FormData | ReadableStream, asking?: Asking) => recognize(server, body, asking);

beforeAll(async () => {
  server = await recognitionServer();
  sentence = await samplesOf('sentence.flac');
});

describe('RECOGNIZE', () => {
  it.each([CURRENT, `${CURRENT}/`, EARLIER])('%s gives the words, their times and scores', async (path) => {
    const answer = await ask(wav(sentence), { path });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    const [segment, ...more] = answer.segments();
    expect(more).toEqual([]);
    expect(segment).toMatchObject({
      result_status: 'RECOGNIZED',
      segment_index: 0,
      last_segment: true,
      final_result: true,
      alternatives: [
        {
          index: 0,
          text: SENTENCE,
          lm: 'builtin:slm/general',
          interpretations: [],
          interpretation_scores: [],
        },
      ],
    });
    const { words, score } = segment!.alternatives[0]!;
    expect(words.map((word) => word.text).join(' ')).toBe(SENTENCE);
    expect(score).toBeGreaterThan(0);
    let before = segment!.start_time;
    for (const { start_time, end_time, score: wordScore } of words) {
      expect(start_time).toBeGreaterThanOrEqual(before);
      expect(end_time).toBeGreaterThanOrEqual(start_time);
      expect(end_time).toBeLessThanOrEqual(segment!.end_time);
      expect(Math.round(start_time * 1000) / 1000).toBe(start_time);
      expect(Number.isInteger(wordScore) && wordScore >= 0 && wordScore <= 100).toBe(true);
      before = start_time;
    }
    // The fixture begins with half a second of silence.
    expect(words[0]!.start_time).toBeGreaterThan(0.4);
  });

  it('answers as XML', async () => {
    const answer = await ask(wav(sentence), { headers: { accept: 'application/xml' } });
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(answer.text).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<ArrayList><item><alternatives><alternative><index>0<\/index><text>good morning .*<\/text><score>\d+<\/score><lm>builtin:slm\/general<\/lm><interpretations\/><interpretation_scores\/><words><word><text>good<\/text><score>\d+<\/score><start_time>[\d.]+<\/start_time><end_time>[\d.]+<\/end_time><\/word>.*<\/words><\/alternative><\/alternatives><result_status>RECOGNIZED<\/result_status><segment_index>0<\/segment_index><last_segment>true<\/last_segment><final_result>true<\/final_result><start_time>[\d.]+<\/start_time><end_time>[\d.]+<\/end_time><\/item><\/ArrayList>$/,
    );
  });

  it.each([
    ['FLAC', 'sentence.flac', 'audio/flac'],
    ['FLAC under no name', 'sentence.flac', ''],
    ['MP3', 'sentence.mp3', 'audio/mpeg'],
    ['Ogg Opus', 'sentence.opus', 'application/octet-stream'],
    ['Ogg Vorbis', 'sentence.ogg', 'audio/ogg'],
    ['WebM', 'sentence.webm', 'audio/webm;codecs=opus'],
    ['WAV with GSM', 'sentence-gsm.wav', 'audio/wav'],
    ['raw GSM', 'sentence.gsm', 'audio/raw;encoding=gsm'],
  ])('recognises %s', async (_what, name, type) => {
    const answer = await ask(fixture(name), { headers: { 'content-type': type } });
    // GSM loses most above 4 kHz and some of the rest.
    expect(texts(answer.segments())[0]).toMatch(/i want to speak with an agent/);
  });

  it.each<[string, (samples: Float32Array) => Bytes]>([
    ['audio/raw', pcm],
    ['audio/raw; rate=16000; encoding=pcm', pcm],
    ['audio/raw; rate=8000', (samples) => pcm(halved(samples))],
    ['audio/raw; rate=8000; encoding=alaw', (samples) => alaw(halved(samples))],
    ['audio/raw; rate=8000; encoding=ulaw', (samples) => ulaw(halved(samples))],
    ['audio/raw; encoding="ulaw"', ulaw],
    ['audio/x-wav', (samples) => wav(halved(samples), 8000)],
  ])('recognises %s', async (type, write) => {
    const answer = await ask(write(sentence), { headers: { 'content-type': type } });
    expect(texts(answer.segments())[0]).toMatch(/i want to speak with an agent/);
  });

  it('recognises audio that comes in chunks, of unknown length', async () => {
    const bytes = wav(sentence);
    let at = 0;
    const stream = new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) controller.close();
        else controller.enqueue(bytes.subarray(at, at + 10_000));
        at += 10_000;
      },
    });
    expect(texts((await ask(stream)).segments())).toEqual([SENTENCE]);
  });

  it('gives one result per segment, or only the first', async () => {
    const twice = wav(joinSamples([sentence, silence(2), sentence]));
    const segments = (await ask(twice)).segments();
    expect(texts(segments)).toEqual([SENTENCE, SENTENCE]);
    expect(segments.map((each) => [each.segment_index, each.last_segment])).toEqual([
      [0, false],
      [1, true],
    ]);
    expect(segments[1]!.start_time).toBeGreaterThan(segments[0]!.end_time);
    const first = (await ask(twice, { headers: { 'decoder.continuousMode': 'false' } })).segments();
    expect(first.map((each) => [each.alternatives[0]?.text, each.last_segment])).toEqual([[SENTENCE, true]]);
  });

  it('takes the whole audio as one segment without an endpointer', async () => {
    const headers = { 'endpointer-enabled': 'false' };
    const segments = (await ask(wav(joinSamples([sentence, silence(2), sentence])), { headers })).segments();
    expect(segments).toHaveLength(1);
    expect(segments[0]!.start_time).toBe(0);
  });

  it('gives alternatives, best first, and words for those that are asked for', async () => {
    const shape = async (details: string) => {
      const headers = { 'decoder.maxSentences': '3', 'decoder.wordDetails': details };
      const { alternatives } = (await ask(fixture('doubtful.opus'), { headers })).segments()[0]!;
      const scores = alternatives.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      return alternatives.map(({ index, words }) => [index, words.length > 0]);
    };
    expect((await shape('0')).slice(0, 2)).toEqual([
      [0, false],
      [1, false],
    ]);
    expect((await shape('1')).slice(0, 2)).toEqual([
      [0, true],
      [1, false],
    ]);
    expect((await shape('2')).slice(0, 2)).toEqual([
      [0, true],
      [1, true],
    ]);
  });

  it('writes text as people do where textify asks for it', async () => {
    const [text] = texts((await ask(wav(sentence), { headers: { 'textify.enabled': 'true' } })).segments());
    expect(text).toBe('Good morning, I want to speak with an agent.');
  });

  it('takes hints', async () => {
    const headers = { 'hints-words': 'agent:20, an agent:5' };
    expect(texts((await ask(wav(sentence), { headers })).segments())).toEqual([SENTENCE]);
  });
});

describe('the language models of RECOGNIZE', () => {
  it('are repeated by name, and the one that matched is named', async () => {
    const answer = await ask(wav(sentence), {
      lm: ['file:agent.abnf', 'builtin:slm/en'],
      headers: { 'decoder.maxSentences': '2' },
    });
    expect(answer.segments()[0]!.alternatives).toMatchObject([
      {
        index: 0,
        lm: 'file:agent.abnf',
        text: 'good morning I want to speak with an agent',
        interpretations: ['{"who":"agent"}'],
      },
      { index: 1, lm: 'builtin:slm/en', text: SENTENCE, interpretations: [] },
    ]);
  });

  it.each([
    ['builtin:grammar/digits', 'digits.flac', '1234'],
    ['builtin:grammar/digits?length=4', 'digits.flac', '1234'],
    ['builtin:grammar/boolean', 'yes.flac', 'true'],
  ])('%s gives the meaning of %s', async (lm, name, meaning) => {
    const [segment] = (await ask(fixture(name), { lm })).segments();
    expect(segment).toMatchObject({
      result_status: 'RECOGNIZED',
      alternatives: [{ lm, interpretations: [meaning] }],
    });
  });

  it('may come along with the audio', async () => {
    const form = new FormData();
    form.append('lm', new Blob([AGENT], { type: 'application/srgs' }), 'agent');
    form.append('audio', new Blob([pcm(halved(sentence))], { type: 'audio/raw; rate=8000' }), 'speech');
    const [segment] = (await ask(form, { lm: undefined })).segments();
    expect(segment).toMatchObject({
      result_status: 'RECOGNIZED',
      alternatives: [{ lm: 'inline:0', interpretations: ['{"who":"agent"}'] }],
    });
  });

  it.skipIf(whisper === undefined)(
    `in Portuguese and with detection (${whisper ?? 'no Whisper model is here'})`,
    async () => {
      const recognized = async (lm: string) =>
        texts((await ask(fixture('portuguese.opus'), { lm })).segments())[0];
      expect(await recognized('builtin:slm/pt')).toBe('previsão do tempo para amanhã em são paulo');
      expect(await recognized('builtin:slm/auto')).toBe('previsão do tempo para amanhã em são paulo');
      const named = async (headers = {}) =>
        (await ask(fixture('portuguese.opus'), { lm: 'builtin:slm/auto', headers })).text;
      expect(await named()).toContain('"lm":"builtin:slm/pt"');
      expect(await named({ accept: 'application/xml' })).toContain('<lm>builtin:slm/pt</lm>');
    },
    300_000,
  );

  it('are found behind noise, which can be suppressed', async () => {
    let state = 7;
    const noisy = sentence.map((sample) => {
      state = (48_271 * state) % 2_147_483_647;
      return sample + 0.02 * (state / 2_147_483_647 - 0.5);
    });
    for (const name of ['enhancement.enabled', 'enhancement-enabled']) {
      const headers = { [name]: 'true' };
      expect(texts((await ask(wav(noisy), { headers })).segments())).toEqual([SENTENCE]);
    }
  });

  it.skipIf(whisper === undefined)(
    `are judged by a second model where high accuracy is asked for (${whisper ?? 'no Whisper model is here'})`,
    async () => {
      const headers = { 'decoder.accuracy': 'high', 'decoder.maxSentences': '5', 'decoder.wordDetails': '2' };
      const [segment] = (await ask(wav(sentence), { headers })).segments();
      expect(segment!.alternatives[0]!.text).toBe(SENTENCE);
      expect(segment!.alternatives.length).toBeGreaterThan(1);
      for (const { text, score, words } of segment!.alternatives) {
        expect(words.map((word) => word.text).join(' ')).toBe(text);
        expect(words.map(({ end_time }) => end_time).every((end) => end <= segment!.end_time)).toBe(true);
        expect(score).toBeLessThanOrEqual(segment!.alternatives[0]!.score);
      }
      const one = { 'decoder-accuracy': 'high' };
      expect(texts((await ask(wav(sentence), { headers: one })).segments())).toEqual([SENTENCE]);
    },
    300_000,
  );

  it('differ by what is wrong with them', async () => {
    const wrong = async (lm: string | undefined) => {
      const answer = await ask(wav(sentence), { lm });
      return [answer.status, answer.code()];
    };
    expect(await wrong(undefined)).toEqual([400, 'ERR_LM_REQUIRED']);
    expect(await wrong('')).toEqual([400, 'ERR_LM_REQUIRED']);
    expect(await wrong('builtin:slm/xx')).toEqual([404, 'ERR_LM_NOT_FOUND']);
    expect(await wrong('builtin:grammar/nothing')).toEqual([404, 'ERR_LM_NOT_FOUND']);
    expect(await wrong('file:nothing.abnf')).toEqual([404, 'ERR_LM_NOT_FOUND']);
    expect(await wrong('file:../../etc/passwd')).toEqual([403, 'ERR_LM_FORBIDDEN']);
    expect(await wrong('http://127.0.0.2:1/x')).toEqual([403, 'ERR_LM_FORBIDDEN']);
    expect(await wrong('file:broken.abnf')).toEqual([422, 'ERR_LM_INVALID']);
    expect(await wrong('file:keys.abnf')).toEqual([422, 'ERR_LM_INVALID']);
    expect(await wrong('builtin:grammar/digits?length=x')).toEqual([400, 'ERR_INVALID_PARAMETER']);
  });
});

describe('the outcomes of RECOGNIZE', () => {
  it('NO_MATCH: no grammar accepts what was said, or nobody is confident enough', async () => {
    const unmatched = (await ask(fixture('yes.flac'), { lm: 'file:agent.abnf' })).segments();
    expect(unmatched).toMatchObject([{ result_status: 'NO_MATCH', alternatives: [], last_segment: true }]);
    const headers = { 'decoder.confidenceThreshold': '100' };
    const doubtful = (await ask(fixture('doubtful.opus'), { headers })).segments();
    expect(doubtful).toMatchObject([{ result_status: 'NO_MATCH', alternatives: [] }]);
  });

  it('NO_SPEECH: nobody speaks', async () => {
    const [segment, ...more] = (await ask(wav(silence(3)))).segments();
    expect(more).toEqual([]);
    expect(segment).toMatchObject({
      result_status: 'NO_SPEECH',
      alternatives: [],
      start_time: 0,
      end_time: 3,
    });
  });

  it('NO_INPUT_TIMEOUT: nobody speaks in time', async () => {
    const late = wav(joinSamples([silence(3), sentence]));
    const headers = { 'noInputTimeout.enabled': 'true', 'noInputTimeout.value': '1500' };
    expect((await ask(late, { headers })).segments()).toMatchObject([
      { result_status: 'NO_INPUT_TIMEOUT', alternatives: [], last_segment: true },
    ]);
    const status = async (seconds: number) =>
      statuses((await ask(wav(silence(seconds)), { headers })).segments());
    expect(await status(1.5)).toEqual(['NO_INPUT_TIMEOUT']);
    expect(await status(1.499)).toEqual(['NO_SPEECH']);
    const unstarted = { ...headers, 'decoder.startInputTimers': 'false' };
    expect(texts((await ask(late, { headers: unstarted })).segments())).toEqual([SENTENCE]);
  });

  it('EARLY_SPEECH: somebody speaks at once', async () => {
    const headers = { 'endpointer-requireInitialSilence': 'true' };
    const cut = sentence.subarray(12_000);
    expect((await ask(wav(cut), { headers })).segments()).toMatchObject([
      { result_status: 'EARLY_SPEECH', alternatives: [], last_segment: true },
    ]);
    expect(statuses((await ask(wav(sentence), { headers })).segments())).toEqual(['RECOGNIZED']);
  });

  it('RECOGNITION_TIMEOUT: time runs out', async () => {
    const headers = { 'recognitionTimeout.enabled': 'true', 'recognitionTimeout.value': '1' };
    const segments = (await ask(wav(sentence), { headers })).segments();
    expect(segments.at(-1)).toMatchObject({
      result_status: 'RECOGNITION_TIMEOUT',
      alternatives: [],
      last_segment: true,
    });
  });
});

describe('around RECOGNIZE', () => {
  it('the caller is noted and nothing that was said', async () => {
    await ask(wav(sentence), { headers: { 'user-agent': 'Phone/3', loggingTag: 'call 9' } });
    await expect.poll(() => server.log()).toMatch(/"id":"[\w-]+","agent":"Phone\/3","tag":"call 9"/);
    expect(server.log()).not.toMatch(/good morning|speak with/);
  });

  it('sixteen clients at once all get their own words', async () => {
    const [yes, digits] = [fixture('yes.flac'), fixture('digits.flac')];
    const answers = await Promise.all(
      Array.from({ length: 16 }, async (_, n) => texts((await ask(n % 2 ? yes : digits)).segments())[0]),
    );
    expect(answers).toEqual(Array.from({ length: 16 }, (_, n) => (n % 2 ? 'yes' : 'one two three four')));
  });

  it('real speech, where recordings are available', async (context) => {
    const clip = join(sharedData, 'speech-en', 'jfk', 'jfk.wav');
    if (!existsSync(clip)) context.skip('no recordings beside the clone; synthetic speech is tested above');
    const recognized = texts((await ask(new Uint8Array(await readFile(clip)))).segments()).join(' ');
    expect(recognized).toBe(
      'and so my fellow americans ask not what your country can do for you ask what you can do for your country',
    );
  });

  it('long audio comes back segment by segment, in order', async () => {
    const segments = (await ask(wav(repeated(joinSamples([sentence, silence(1)]), 8)))).segments();
    expect(texts(segments)).toEqual(Array.from({ length: 8 }, () => SENTENCE));
    expect(segments.map((each) => each.segment_index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });
});
