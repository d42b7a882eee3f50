import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defaultModelsDir, ModelStore } from '@locutor/models';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEnginePool } from '../client/pool/create-engine-pool.ts';
import { Speakers } from './speakers.ts';
import { names, recorded } from './test-support/voices.ts';
import { VoiceScorer } from './voice-scorer.ts';

const data = fileURLToPath(new URL('../../../../../shared/data/speech-en/', import.meta.url));
const allowance = { speechSeconds: 120, utterances: 20 };
const scorer = VoiceScorer.load();

let pool: ReturnType<typeof createEnginePool>;
let speakers: Speakers;

beforeAll(async () => {
  const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir() });
  await store.fetch(['silero-vad', 'speaker-embedding']);
  const settings = {
    voiceActivityModel: store.path('silero-vad', 'vad.onnx'),
    speakerModel: store.path('speaker-embedding', 'embedding.ort'),
  };
  pool = createEnginePool({ processes: 2, settings });
  await pool.start();
  speakers = new Speakers(pool);
});

afterAll(() => pool?.drain({ timeoutMs: 0 }));

async function listen(bytes: Uint8Array, halves = false) {
  return (await speakers.listen({ bytes }, allowance, { halves })).utterances;
}

test('three voices are told apart', async () => {
  const enrolled = new Map<string, Uint8Array>();
  for (const name of names) {
    const heard = [...(await listen(recorded(name, 1))), ...(await listen(recorded(name, 2)))];
    expect(scorer.consistency(heard).score).toBeGreaterThan(0.5);
    enrolled.set(name, scorer.voiceprint(heard));
  }
  for (const name of names) {
    const heard = await listen(recorded(name, 3), true);
    expect(scorer.consistency(heard).score, name).toBeGreaterThan(0);
    const probe = scorer.probe(heard);
    for (const [other, voiceprint] of enrolled) {
      const score = scorer.score(probe, voiceprint);
      if (other === name) expect(score, `${name} as ${other}`).toBeGreaterThan(0.5);
      else expect(score, `${name} as ${other}`).toBeLessThan(0);
    }
  }
});

test('people who read are told apart', async (context) => {
  if (!existsSync(data)) context.skip('the recorded speech for development is not on this machine');
  const rows = readFileSync(`${data}index.tsv`, 'utf8').trim().split('\n').slice(1);
  const files = new Map<string, string[]>();
  for (const row of rows) {
    const [file, speaker, , age] = row.split('\t') as [string, string, string, string];
    if (Number(age) > 20) files.set(speaker, [...(files.get(speaker) ?? []), file]);
  }
  const people = [...files.values()].slice(0, 4);
  const right: number[] = [];
  const wrong: number[] = [];
  const voiceprints: Uint8Array[] = [];
  for (const some of people) {
    const heard = await Promise.all(some.slice(0, 3).map((file) => listen(readFileSync(data + file))));
    voiceprints.push(scorer.voiceprint(heard.flat()));
  }
  for (const [person, some] of people.entries()) {
    const probe = scorer.probe(await listen(readFileSync(data + some[5]!)));
    for (const [other, voiceprint] of voiceprints.entries()) {
      (other === person ? right : wrong).push(scorer.score(probe, voiceprint));
    }
  }
  expect(Math.min(...right)).toBeGreaterThan(Math.max(...wrong) + 0.1);
  expect(Math.max(...wrong)).toBeLessThan(0);
});
