import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { data } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import type { Conversation } from './assemble.ts';
import type { Turn } from './error-rate.ts';

/** The meetings with their turns; none where the recordings are not here. */
export async function meetings(): Promise<Conversation[]> {
  const folder = join(data, 'conversations');
  if (!existsSync(join(folder, 'turns.rttm'))) return [];
  const turns = new Map<string, Turn[]>();
  for (const line of readFileSync(join(folder, 'turns.rttm'), 'utf8').trim().split('\n')) {
    const [, name, , start, length, , , speaker] = line.split(/\s+/) as [string, ...string[]];
    const turn = { start: Number(start), end: Number(start) + Number(length), speaker: speaker! };
    turns.set(name!, [...(turns.get(name!) ?? []), turn]);
  }
  const all: Conversation[] = [];
  for (const [name, own] of turns) {
    const samples = await samplesOf(`conversations/${name}.flac`);
    const speakers = new Set(own.map(({ speaker }) => speaker)).size;
    all.push({ name, samples, turns: own, wholeTurns: own, speakers });
  }
  return all;
}
