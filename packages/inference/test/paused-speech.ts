import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decodeAudio } from '@locutor/audio';

const RATE = 16_000;
const recording = fileURLToPath(new URL('../../../../shared/data/speech-en/jfk/jfk.wav', import.meta.url));
const hasRecording = existsSync(recording);
const fixture = (name: string) =>
  readFileSync(fileURLToPath(new URL(`./fixtures/voices/${name}.ogg`, import.meta.url)));

/** Where somebody speaks in either audio of `pausedSpeech`, of eleven seconds, roughly. */
const SPANS = [
  ['even-1', 0.3, 2.2],
  ['even-2', 3.3, 4.3],
  ['even-3', 5.4, 7.6],
  ['even-2', 8.1, 10.4],
] as const;
/** Fixtures begin with silence. */
const PADDING = 0.4;

export interface PausedSpeech {
  readonly what: string;
  readonly said: RegExp;
  load(): Promise<Float32Array>;
}

/**
 * Eleven seconds of speech with pauses: from our own fixtures, and recorded where the recordings for development are
 * beside the clone. Speech is at 0.3–2.2, 3.3–4.3, 5.4–7.6 and 8.2–10.5 s in both.
 */
export const pausedSpeech: readonly PausedSpeech[] = [
  { what: 'synthetic speech', said: /the weather/, load: fromFixtures },
  ...(hasRecording ? [{ what: 'a recording', said: /fellow americans/, load: fromRecording }] : []),
];

async function fromRecording(): Promise<Float32Array> {
  return (await decodeAudio(readFileSync(recording))).samples;
}

async function fromFixtures(): Promise<Float32Array> {
  const audio = new Float32Array(11 * RATE);
  for (const [name, start, end] of SPANS) {
    const { samples } = await decodeAudio(fixture(name));
    const length = Math.round((end - start) * RATE);
    audio.set(samples.subarray(PADDING * RATE, PADDING * RATE + length), Math.round(start * RATE));
  }
  return audio;
}
