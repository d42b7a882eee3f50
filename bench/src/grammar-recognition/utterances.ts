import { joinSamples } from '@locutor/audio';
import { evenly, type Recording, recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { isHeldOut } from '../corpora/speakers.ts';
import { actedSentence, digitNames } from '../corpora/texts.ts';
import { randomNumbers } from '../random.ts';

/** Something that somebody said. */
export interface Utterance {
  kind: 'digits' | 'read digits' | 'sentence' | 'acted' | 'name' | 'phone number' | 'address' | 'reader';
  /** Speakers are in two halves: numbers are fitted on one, and shown on the other. */
  half: 'tuning' | 'check';
  speaker: string;
  /** Undefined where nobody wrote it down. */
  text: string | undefined;
  samples(): Promise<Float32Array>;
}

const DIGITS = new RegExp(`^(?:(?:${digitNames.join('|')}) ?)+$`);
const RATE = 16_000;

function utterance(
  kind: Utterance['kind'],
  { file, speaker }: Recording,
  text: string | undefined,
): Utterance {
  return { kind, half: halfOf(speaker), speaker, text, samples: () => samplesOf(file) };
}

function halfOf(speaker: string): Utterance['half'] {
  return isHeldOut(speaker) ? 'check' : 'tuning';
}

/** Strings of one speaker's digits with pauses of up to so many seconds, so many. */
export function joinedDigits(length: number, count: number, longestPause = 0.1): Utterance[] {
  const all = recordings('digits-en');
  const speakers = [...new Set(all.map(({ speaker }) => speaker))];
  const random = randomNumbers(40 + length);
  if (length === 1) return evenly(all, count).map((each) => utterance('digits', each, each.text));
  return Array.from({ length: speakers.length === 0 ? 0 : count }, (_, n) => {
    const speaker = speakers[n % speakers.length]!;
    const own = all.filter((each) => each.speaker === speaker);
    const parts = Array.from({ length }, () => own[Math.floor(random() * own.length)]!);
    const gaps = parts.map(() => longestPause * random());
    return {
      kind: 'digits',
      half: halfOf(speaker),
      speaker,
      text: parts.map(({ text }) => text).join(' '),
      samples: () => withGaps(parts, gaps),
    };
  });
}

async function withGaps(parts: readonly Recording[], gaps: readonly number[]): Promise<Float32Array> {
  const samples: Float32Array[] = [];
  for (const [at, { file }] of parts.entries()) {
    samples.push(await samplesOf(file), new Float32Array(Math.round(gaps[at]! * RATE)));
  }
  return joinSamples(samples);
}

/** What was read: digit strings, or sentences. Children and learners of English: hard. */
export function read(kind: 'read digits' | 'sentence', count: number): Utterance[] {
  const wanted = recordings('speech-en').filter(({ text }) => DIGITS.test(text) === (kind === 'read digits'));
  return evenly(wanted, count).map((each) => utterance(kind, each, each.text));
}

export function acted(count: number): Utterance[] {
  return evenly(recordings('emotion'), count).map((each) => utterance('acted', each, actedSentence(each)));
}

export function alphanumeric(kind: 'name' | 'phone number' | 'address'): Utterance[] {
  const folder = { name: 'Names', 'phone number': 'Numbers', address: 'Addresses' }[kind];
  const wanted = recordings('alphanumeric-en').filter((each) => each.kind === folder);
  return wanted.map((each) =>
    utterance(kind, each, kind === 'phone number' ? [...each.text].join(' ') : each.text.trim()),
  );
}

export function readers(count: number): Utterance[] {
  return evenly(recordings('readers-en'), count).map((each) => utterance('reader', each, undefined));
}
