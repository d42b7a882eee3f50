import { joinSamples } from '@locutor/audio';
import { bySpeaker, evenly, type Recording, recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { isHeldOut } from '../corpora/speakers.ts';
import { actedSentence } from '../corpora/texts.ts';

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
  parts: Pick<Recording, 'file' | 'text'>[];
}

export interface ClipSet {
  name: string;
  entries(): Entry[];
}

const RATE = 16_000;
const CHILD = 12;
const LONG_SECONDS = 20;

export const clipSets: readonly ClipSet[] = [
  {
    name: 'read, adults',
    entries: () =>
      read()
        .filter(({ age }) => Number(age) > CHILD)
        .map(entry),
  },
  {
    name: 'read, children',
    entries: () =>
      read()
        .filter(({ age }) => Number(age) <= CHILD)
        .map(entry),
  },
  { name: 'single digits', entries: () => recordings('digits-en').map(entry) },
  { name: 'acted emotion', entries: acted },
  { name: 'phone numbers', entries: phoneNumbers },
  { name: 'long, 20 s', entries: long },
];

/** At most so many clips of a set, evenly picked over its speakers; none where the recordings are not here. */
export async function clipsOf(set: ClipSet, most: number): Promise<Clip[]> {
  const clips: Clip[] = [];
  for (const { speaker, parts } of evenly(set.entries(), most)) {
    const half = isHeldOut(speaker) ? 'check' : 'tuning';
    clips.push({ file: parts[0]!.file, half, ...(await put(parts)) });
  }
  return clips;
}

async function put(parts: Entry['parts']): Promise<{ samples: Float32Array; text: string }> {
  let samples: Float32Array = new Float32Array();
  const texts: string[] = [];
  for (const { file, text } of parts) {
    const next = joinSamples([samples, await samplesOf(file)]);
    if (texts.length > 0 && next.length > LONG_SECONDS * RATE) break;
    samples = next;
    texts.push(text);
  }
  return { samples, text: texts.join(' ') };
}

const read = () => recordings('speech-en');

function entry({ file, speaker, text }: Recording): Entry {
  return { speaker, parts: [{ file, text }] };
}

function acted(): Entry[] {
  return recordings('emotion').map((each) => entry({ ...each, text: actedSentence(each) }));
}

function phoneNumbers(): Entry[] {
  return recordings('alphanumeric-en')
    .filter(({ kind }) => kind === 'Numbers')
    .map((each) => entry({ ...each, text: [...each.text].join(' ') }));
}

/** What one speaker read, one after the other. */
function long(): Entry[] {
  return [...bySpeaker(read())].map(([speaker, parts]) => ({ speaker, parts }));
}
