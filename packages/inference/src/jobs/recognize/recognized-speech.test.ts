import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodeAudio, joinSamples } from '@locutor/audio';
import { defaultEndpointer, type EndpointerOptions, type RecognizedSegment } from '@locutor/contract';
import { Recognizer } from '@locutor/engine';
import { describe, expect, type TestContext, test } from 'vitest';
import { modelsDir, speechPool } from '../../../test/speech-pool.ts';
import { wav } from '../../../test/wav.ts';

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const recording = file('../../../../../../shared/data/speech-en/jfk/jfk.wav');
const fixture = (n: number) => file(`../../../test/fixtures/voices/bright-${n}.ogg`);

interface Speech {
  readonly what: string;
  readonly files: readonly string[];
  /** Three sentences or parts of one, with pauses between them. */
  readonly said: string;
  /** A word before a pause, and between which times it is said. */
  readonly word: { readonly at: number; readonly after: number; readonly before: number };
}

/** Our own fixtures, and a recording where those for development are beside the clone. */
const speeches: readonly Speech[] = [
  {
    what: 'synthetic speech',
    files: [fixture(1), fixture(2), fixture(1)],
    said: 'the weather in the north is cold and clear please transfer forty pounds to my account the weather in the north is cold and clear',
    word: { at: 15, after: 5.1, before: 5.8 },
  },
  {
    what: 'a recording',
    files: [recording],
    said: 'and so my fellow americans ask not what your country can do for you ask what you can do for your country',
    word: { at: 9, after: 5.6, before: 6.8 },
  },
].filter(({ files }) => files.every(existsSync));
const MODEL = 'moonshine-base';

const pool = speechPool(2);

async function samplesOf({ files }: Speech): Promise<Float32Array> {
  const decoded = await Promise.all(files.map((each) => decodeAudio(readFileSync(each))));
  return joinSamples(decoded.map(({ samples }) => samples));
}

async function recognize(context: TestContext, speech: Speech, options: Partial<EndpointerOptions>) {
  if (!existsSync(join(modelsDir, MODEL))) context.skip(`the model ${MODEL} has not been fetched`);
  return new Recognizer(pool()).recognize({
    audio: { bytes: wav(await samplesOf(speech)) },
    endpointer: { ...defaultEndpointer, ...options },
    continuous: true,
    model: MODEL,
    language: 'en',
    sentences: 1,
    words: 'first',
    written: false,
  });
}

function textOf(results: readonly RecognizedSegment[]): string {
  return results.map(({ alternatives }) => alternatives[0]?.text).join(' ');
}

describe.each(speeches)('$what', (speech) => {
  const { said, word } = speech;

  test('is recognised sentence by sentence, with the times of its words', async (context) => {
    const results = await recognize(context, speech, {});
    expect(results.map(({ status }) => status)).toEqual(['recognized', 'recognized', 'recognized']);
    expect(textOf(results)).toBe(said);
    const words = results.flatMap(({ alternatives }) => alternatives[0]!.words);
    expect(words.map(({ text }) => text).join(' ')).toBe(said);
    expect(words[word.at]!.start).toBeGreaterThan(word.after);
    expect(words[word.at]!.end).toBeLessThan(word.before);
    for (const [n, { start }] of words.entries()) {
      expect(start).toBeGreaterThanOrEqual(words[n - 1]?.start ?? 0);
    }
  });

  test('that is cut every two seconds has each word once', async (context) => {
    const results = await recognize(context, speech, { maxSegment: 2000, overlap: 1000 });
    expect(results.length).toBeGreaterThan(4);
    expect(textOf(results)).toBe(said);
  });

  test('is one result without the endpointer', async (context) => {
    const results = await recognize(context, speech, { enabled: false });
    const end = (await samplesOf(speech)).length / 16_000;
    expect(results).toMatchObject([{ status: 'recognized', start: 0, end }]);
    expect(textOf(results)).toBe(said);
  });
});
