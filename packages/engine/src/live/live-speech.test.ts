import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { decodeAudio, joinSamples } from '@locutor/audio';
import type { LiveJobs, RecognizeSegmentInput, RunOptions } from '@locutor/contract';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEnginePool } from '../pool/create-engine-pool.ts';
import { segmentRequest } from '../recognize/recognition.ts';
import { plainPass } from '../recognize/test-support/plain-request.ts';
import type { LivePool } from './live-pool.ts';
import { LiveRecognizer } from './live-recognizer.ts';

const modelsDir = process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir();
const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const readers = folder('../../../../../shared/data/readers-en');
const fixtures = folder('../../../inference/test/fixtures/voices');
/** Every fourth of the readers. */
const STEP = 4;
const SILENCE = new Float32Array(24_000);
const DECODE = { raw: { encoding: 'pcm', rate: 16_000 } } as const;

let pool: ReturnType<typeof createEnginePool>;

beforeAll(async () => {
  const store = new ModelStore({ dir: modelsDir });
  await store.fetch(['silero-vad', 'moonshine-base']);
  const voiceActivityModel = store.path('silero-vad', 'vad.onnx');
  pool = createEnginePool({ processes: 2, settings: { voiceActivityModel, modelsDir } });
  await pool.start();
});

afterAll(() => pool?.drain({ timeoutMs: 0 }));

/** Recordings where they are beside the clone, and our own fixtures otherwise. */
function recordings(): string[] {
  const [from, step] = existsSync(readers) ? [readers, STEP] : [fixtures, 1];
  const files = readdirSync(from).filter((name) => /\.(flac|ogg)$/.test(name));
  return files.filter((_, n) => n % step === 0).map((name) => join(from, name));
}

async function bytesOf(file: string): Promise<Uint8Array> {
  const { samples } = await decodeAudio(readFileSync(file));
  const values = joinSamples([samples, SILENCE]);
  return new Uint8Array(Int16Array.from(values, (value) => Math.round(value * 32_767)).buffer);
}

/** The segments that RECOGNIZE recognises. */
async function cutWhole(bytes: Uint8Array): Promise<Float32Array[]> {
  const found: Float32Array[] = [];
  const input = { audio: { bytes, decode: DECODE }, endpointer: plainPass.endpointer, firstOnly: false };
  await pool.run('find-segments', input, { onPartial: ({ samples }) => found.push(samples) });
  return found;
}

/** Those of a session, to which the same audio is sent in packets of 20 ms. */
function cutLive(bytes: Uint8Array): Promise<Float32Array[]> {
  const found: Float32Array[] = [];
  const listening = {
    state: () => pool.state(),
    async run(kind: keyof LiveJobs, input: never, options: RunOptions<never>) {
      if (kind !== 'recognize-segment') return pool.run(kind, input, options);
      const { samples, leastSpeech } = input as RecognizeSegmentInput;
      found.push(samples);
      if (leastSpeech === undefined) return { language: 'en', alternatives: [], bound: [] };
      // Whether a short one is speech is for the engine to say.
      const output = await pool.run(kind, input, options);
      if (output.noSpeech) found.splice(found.indexOf(samples), 1);
      return output;
    },
  } as LivePool;
  return new Promise((resolve, reject) => {
    const request = { passes: [plainPass], partials: false, maxSeconds: 600, maxBytes: 1 };
    const onSegment = (_place: unknown, last: boolean) => last && resolve(found);
    const live = new LiveRecognizer(listening).open(request, { onSegment, onFailure: reject }, 'test');
    for (let at = 0; at < bytes.length; at += 640) live.write(bytes.subarray(at, at + 640), DECODE);
    live.end();
  });
}

async function textOf(samples: Float32Array): Promise<string> {
  const speech = [{ start: 0, end: samples.length / 16_000 }];
  const { alternatives } = await pool.run('recognize-segment', {
    ...segmentRequest(plainPass),
    samples,
    speech,
  });
  return alternatives[0]?.text ?? '';
}

test('speech that arrives in packets has the texts of the whole recording', async () => {
  let [segments, same] = [0, 0];
  const others: string[] = [];
  for (const file of recordings()) {
    const bytes = await bytesOf(file);
    const [whole, live] = [await cutWhole(bytes), await cutLive(bytes)];
    segments += Math.max(whole.length, live.length);
    for (const [n, samples] of whole.entries()) {
      const other = live[n];
      // The same audio has the same text; other cuts of it may have.
      if (other && isDeepStrictEqual(samples, other)) same += 1;
      else {
        const [text, otherText] = [await textOf(samples), other && (await textOf(other))];
        if (text === otherText) same += 1;
        else others.push(`${text} / ${otherText}`);
      }
    }
  }
  expect(segments).toBeGreaterThan(0);
  expect(same / segments, `${same} of ${segments}: ${others.join('; ')}`).toBeGreaterThanOrEqual(0.98);
});
