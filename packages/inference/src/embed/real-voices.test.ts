import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Speakers } from '@locutor/engine';
import { VoiceScorer } from '@locutor/voices';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startedSpeakerPool } from './test-support/speaker-pool.ts';
import { names, recorded } from './test-support/voices.ts';

const data = fileURLToPath(new URL('../../../../../shared/data/speech-en/', import.meta.url));
const allowance = { speechSeconds: 120, utterances: 20 };
const scorer = VoiceScorer.load();

let pool: Awaited<ReturnType<typeof startedSpeakerPool>>;
let speakers: Speakers;

beforeAll(async () => {
  pool = await startedSpeakerPool(2);
  speakers = new Speakers(pool);
});

afterAll(() => pool?.drain({ timeoutMs: 0 }));

async function listen(bytes: Uint8Array, halves = false) {
  return (await speakers.listen({ bytes }, allowance, { halves })).utterances;
}

test('three voices are distinguished', async () => {
  const enrolled = new Map<string, Uint8Array>();
  for (const name of names) {
    const utterances = [...(await listen(recorded(name, 1))), ...(await listen(recorded(name, 2)))];
    expect(scorer.consistency(utterances).score).toBeGreaterThan(0.5);
    enrolled.set(name, scorer.voiceprint(utterances));
  }
  for (const name of names) {
    const utterances = await listen(recorded(name, 3), true);
    expect(scorer.consistency(utterances).score, name).toBeGreaterThan(0);
    const probe = scorer.probe(utterances);
    for (const [other, voiceprint] of enrolled) {
      const score = scorer.score(probe, voiceprint);
      if (other === name) expect(score, `${name} as ${other}`).toBeGreaterThan(0.5);
      else expect(score, `${name} as ${other}`).toBeLessThan(0);
    }
  }
});

test('people who read are distinguished', async (context) => {
  if (!existsSync(data)) context.skip('no recordings beside the clone; synthetic voices are tested above');
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
    const utterances = await Promise.all(some.slice(0, 3).map((file) => listen(readFileSync(data + file))));
    voiceprints.push(scorer.voiceprint(utterances.flat()));
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
