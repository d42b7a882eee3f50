import { SAMPLE_RATE, SampleStore, type SpeakerTurn, type SpeakerVoice, VAD_WINDOW } from '@locutor/contract';
import { embedVoice } from '../embed/embed-voice.ts';
import type { SpeakerModel } from '../embed/speaker-model.ts';

/** Seconds of speech that a voice is made of at most; more changes a score little. */
const MOST_SPEECH = 20;
/** Of less nothing can be said: one utterance of a verification must have as much. */
const LEAST_SPEECH = 1;
/** A shorter stretch is not worth the seams it brings. */
const SHORTEST = 0.5;

interface Stretch {
  start: number;
  end: number;
  speaker: number;
}

/** The voice of each speaker, from the longest stretches in which nobody else speaks. The audio is decoded once more. */
export async function speakerVoices(
  chunks: AsyncIterable<Float32Array> | Iterable<Float32Array>,
  turns: readonly SpeakerTurn[],
  model: SpeakerModel,
  checkpoint: () => Promise<void>,
): Promise<(SpeakerVoice | undefined)[]> {
  const stretches = chosenStretches(turns);
  const sounds = await soundsOf(chunks, stretches);
  const count = turns.reduce((most, { speaker }) => Math.max(most, speaker + 1), 0);
  const voices: (SpeakerVoice | undefined)[] = [];
  for (let speaker = 0; speaker < count; speaker++) {
    const own = stretches.flatMap((stretch, n) => (stretch.speaker === speaker ? [sounds[n]!] : []));
    const speech = own.reduce((sum, { length }) => sum + length / SAMPLE_RATE, 0);
    if (speech < LEAST_SPEECH) {
      voices.push(undefined);
      continue;
    }
    const windows = own.flatMap(windowsOfSound).map((samples) => ({ samples, voiced: true }));
    const voice = await embedVoice({ lead: [], windows, tail: [] }, model, {}, checkpoint);
    voices.push({ voice, speech });
  }
  return voices;
}

/** The longest of each speaker up to the most that is used, in order of time. */
export function chosenStretches(turns: readonly SpeakerTurn[]): Stretch[] {
  const chosen: Stretch[] = [];
  const left = new Map<number, number>();
  const alone = turns.flatMap((turn) => aloneIn(turn, turns));
  for (const { start, end, speaker } of alone.sort((a, b) => b.end - b.start - (a.end - a.start))) {
    const allowed = left.get(speaker) ?? MOST_SPEECH;
    const length = Math.min(allowed, end - start);
    if (length < SHORTEST) continue;
    chosen.push({ start, end: start + length, speaker });
    left.set(speaker, allowed - length);
  }
  return chosen.sort((a, b) => a.start - b.start);
}

function aloneIn(turn: SpeakerTurn, turns: readonly SpeakerTurn[]): Stretch[] {
  let parts = [{ start: turn.start, end: turn.end, speaker: turn.speaker }];
  for (const { start, end, speaker } of turns) {
    if (speaker === turn.speaker || start >= turn.end || end <= turn.start) continue;
    parts = parts.flatMap((part) =>
      [
        { ...part, end: Math.min(part.end, start) },
        { ...part, start: Math.max(part.start, end) },
      ].filter((each) => each.end > each.start),
    );
  }
  return parts;
}

async function soundsOf(
  chunks: AsyncIterable<Float32Array> | Iterable<Float32Array>,
  stretches: readonly Stretch[],
): Promise<Float32Array[]> {
  const store = new SampleStore(0);
  const sounds: Float32Array[] = [];
  let samples = 0;
  for await (const chunk of chunks) {
    store.push(chunk);
    samples += chunk.length;
    for (let next = stretches[sounds.length]; next && next.end * SAMPLE_RATE <= samples; ) {
      sounds.push(store.slice(next.start, next.end));
      next = stretches[sounds.length];
    }
    const earliest = stretches
      .slice(sounds.length)
      .reduce((least, { start }) => Math.min(least, start), Infinity);
    if (earliest === Infinity) break;
    store.dropBefore(Math.min(earliest, samples / SAMPLE_RATE));
  }
  // The last turn may end a little after the audio, because frames are counted in whole.
  for (const { start, end } of stretches.slice(sounds.length)) sounds.push(store.slice(start, end));
  return sounds;
}

function windowsOfSound(samples: Float32Array): Float32Array[] {
  return Array.from({ length: Math.ceil(samples.length / VAD_WINDOW) }, (_, n) =>
    samples.subarray(n * VAD_WINDOW, (n + 1) * VAD_WINDOW),
  );
}
