import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { createEnginePool } from '../../client/pool/create-engine-pool.ts';
import { Recognizer } from '../../client/recognize/recognizer.ts';
import { defaultEndpointer } from '../../contract/default-endpointer.ts';
import type { EndpointerOptions, RecognizedSegment } from '../../contract/recognition.ts';

const speechFile = fileURLToPath(
  new URL('../../../../../../shared/data/speech-en/jfk/jfk.wav', import.meta.url),
);
const said =
  'and so my fellow americans ask not what your country can do for you ask what you can do for your country';
const MODEL = 'moonshine-base';
const modelsDir = process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir();

let pool: ReturnType<typeof createEnginePool>;

beforeAll(async () => {
  const store = new ModelStore({ dir: modelsDir });
  await store.fetch(['silero-vad']);
  const voiceActivityModel = store.path('silero-vad', 'vad.onnx');
  pool = createEnginePool({ processes: 2, settings: { voiceActivityModel, modelsDir } });
  await pool.start();
});

afterAll(() => pool?.drain({ timeoutMs: 0 }));

async function recognize(context: TestContext, options: Partial<EndpointerOptions>) {
  if (!existsSync(speechFile)) context.skip('the recorded speech for development is not on this machine');
  if (!existsSync(join(modelsDir, MODEL))) context.skip(`the model ${MODEL} has not been fetched`);
  return new Recognizer(pool).recognize({
    audio: { bytes: readFileSync(speechFile) },
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

describe('real speech', () => {
  test('is recognised sentence by sentence, with the times of its words', async (context) => {
    const results = await recognize(context, {});
    expect(results.map(({ status }) => status)).toEqual(['recognized', 'recognized', 'recognized']);
    expect(textOf(results)).toBe(said);
    const words = results.flatMap(({ alternatives }) => alternatives[0]!.words);
    expect(words.map(({ text }) => text).join(' ')).toBe(said);
    // "country", between the pauses before and after it.
    expect(words[9]!.start).toBeGreaterThan(5.6);
    expect(words[9]!.end).toBeLessThan(6.8);
    for (const [n, word] of words.entries()) {
      expect(word.start).toBeGreaterThanOrEqual(words[n - 1]?.start ?? 0);
    }
  });

  test('that is cut every two seconds has each word once', async (context) => {
    const results = await recognize(context, { maxSegment: 2000, overlap: 1000 });
    expect(results.length).toBeGreaterThan(4);
    expect(textOf(results)).toBe(said);
  });

  test('is one result without the endpointer', async (context) => {
    const results = await recognize(context, { enabled: false });
    expect(results).toMatchObject([{ status: 'recognized', start: 0, end: 11 }]);
    expect(textOf(results)).toBe(said);
  });
});
