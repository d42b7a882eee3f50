import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeAudio } from '@locutor/audio';
import { isHeldOut } from '../speakers.ts';

export const data = join(import.meta.dirname, '../../../../shared/data');

export interface Clip {
  file: string;
  samples: Float32Array;
  text: string;
  /** Speakers are in two halves: weights are fitted on one, and shown on the other. */
  half: 'tuning' | 'check';
}

interface Entry {
  speaker: string;
  /** Put together as long as they are no longer than a long clip. */
  parts: { file: string; text: string }[];
}

export interface ClipSet {
  name: string;
  entries(): Entry[];
}

const RATE = 16_000;
const CHILD = 12;
const LONG_SECONDS = 20;
const SENTENCES = { kids: 'kids are talking by the door', dogs: 'dogs are sitting by the door' };

export const clipSets: readonly ClipSet[] = [
  { name: 'read, adults', entries: () => read((age) => age > CHILD) },
  { name: 'read, children', entries: () => read((age) => age <= CHILD) },
  { name: 'single digits', entries: () => digits() },
  { name: 'acted emotion', entries: () => acted() },
  { name: 'phone numbers', entries: () => phoneNumbers() },
  { name: 'long, 20 s', entries: () => long() },
];

/** At most so many clips of a set, evenly picked over its speakers; none where the recordings are not here. */
export async function clipsOf(set: ClipSet, most: number): Promise<Clip[]> {
  const entries = set.entries();
  const step = Math.max(1, entries.length / most);
  const clips: Clip[] = [];
  for (let n = 0; n < Math.min(most, entries.length); n++) {
    const { speaker, parts } = entries[Math.floor(n * step)]!;
    const half = isHeldOut(speaker) ? 'check' : 'tuning';
    clips.push({ file: parts[0]!.file, half, ...(await put(parts)) });
  }
  return clips;
}

async function put(parts: Entry['parts']): Promise<{ samples: Float32Array; text: string }> {
  let samples: Float32Array = new Float32Array();
  const texts: string[] = [];
  for (const { file, text } of parts) {
    const next = joined([samples, await samplesOf(file)]);
    if (texts.length > 0 && next.length > LONG_SECONDS * RATE) break;
    samples = next;
    texts.push(text);
  }
  return { samples, text: texts.join(' ') };
}

export async function samplesOf(file: string): Promise<Float32Array> {
  return (await decodeAudio(readFileSync(join(data, file)))).samples;
}

export function joined(parts: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function rows(index: string): string[][] {
  if (!existsSync(join(data, index))) return [];
  const lines = readFileSync(join(data, index), 'utf8').trim().split('\n').slice(1);
  return lines.map((line) => line.split('\t'));
}

function read(wanted: (age: number) => boolean): Entry[] {
  return rows('speech-en/index.tsv')
    .filter(([file, , , age]) => !file!.startsWith('jfk') && wanted(Number(age)))
    .map(([file, speaker, , , text]) => ({
      speaker: speaker!,
      parts: [{ file: `speech-en/${file}`, text: text! }],
    }));
}

function digits(): Entry[] {
  return rows('digits-en/index.tsv').map(([file, speaker, , , text]) => ({
    speaker: speaker!,
    parts: [{ file: `digits-en/${file}`, text: text! }],
  }));
}

/** The sentence is in the name of the file, in words or as the fifth number. */
function acted(): Entry[] {
  return rows('emotion-index.tsv').map(([file, speaker]) => {
    const isKids = /kids-talking|\/\d\d-\d\d-\d\d-\d\d-01-/.test(file!);
    return {
      speaker: speaker!,
      parts: [{ file: file!, text: isKids ? SENTENCES.kids : SENTENCES.dogs }],
    };
  });
}

function phoneNumbers(): Entry[] {
  return rows('alphanumeric-en-index.tsv')
    .filter(([, , , , kind]) => kind === 'Numbers')
    .map(([file, speaker, , , , text]) => ({
      speaker: speaker!,
      parts: [{ file: file!, text: [...text!].join(' ') }],
    }));
}

/** What one speaker read, one after the other. */
function long(): Entry[] {
  const bySpeaker = new Map<string, Entry>();
  for (const { speaker, parts } of read(() => true)) {
    const known = bySpeaker.get(speaker) ?? { speaker, parts: [] };
    bySpeaker.set(speaker, { speaker, parts: [...known.parts, ...parts] });
  }
  return [...bySpeaker.values()];
}
