import { joinSamples } from '@locutor/audio';
import {
  JobError,
  type SpokenMark,
  type SynthesisVoice,
  type SynthesizeInput,
  type SynthesizeOutput,
  traced,
  VOICE_UNKNOWN,
  voiceFor,
  voiceNamed,
} from '@locutor/contract';
import type { Utterance } from '@locutor/pronounce';
import { fadeIn, fadeOut, silenceBefore, speechEnd } from './edges.ts';
import { KOKORO_RATE } from './frames.ts';
import type { Kokoro } from './kokoro.ts';
import { type Manner, mannerOf } from './phrase-manner.ts';
import { keptAfter } from './phrase-signs.ts';
import type { PhrasePart, PlannedPhrase } from './planned-phrase.ts';
import { SpeechOutput } from './speech-output.ts';
import { stretched } from './stretch.ts';
import { utterancesOf } from './utterances.ts';

export interface SpeakOptions {
  /** Called before every part. */
  checkpoint(): Promise<void>;
  emit(audio: Uint8Array): void;
}

/** Says a text, phrase by phrase. Throws JobError where it cannot be said. */
export async function speak(
  input: SynthesizeInput,
  model: Kokoro,
  { checkpoint, emit }: SpeakOptions,
): Promise<SynthesizeOutput> {
  const asked = knownVoice(input.voice);
  const utterances = await utterancesOf(input, knownVoice);
  const output = await SpeechOutput.open(input.format, emit);
  const marks: SpokenMark[] = [];
  try {
    for (const utterance of utterances) {
      const voice = voiceFor(utterance.language, utterance.voice ? knownVoice(utterance.voice) : asked);
      const manner = mannerOf(utterance, input, voice.name);
      await checkpoint();
      const { phonemes } = utterance;
      const phrase = await traced('plan phrase', () => model.plan(phonemes, voice.name, manner.speed), {
        'locutor.signs': phonemes.length,
      });
      const start = output.ms;
      const cut = await sayPhrase(phrase, utterance, manner, output, checkpoint);
      const end = output.ms - utterance.breakMs;
      for (const { name, at } of utterance.marks) {
        const ms =
          start + Math.max(0, phrase.startOf(at) / manner.stretch - cut) / (manner.sampleRate / 1000);
        marks.push({ name, ms: Math.min(ms, end) });
      }
    }
    const audioMs = output.ms;
    output.end();
    return { audioMs, marks };
  } catch (error) {
    output.free();
    throw error;
  }
}

/** Returns how many samples were left out before the phrase. */
async function sayPhrase(
  phrase: PlannedPhrase,
  { phonemes, breakMs }: Utterance,
  { gain, sampleRate, stretch }: Manner,
  output: SpeechOutput,
  checkpoint: () => Promise<void>,
): Promise<number> {
  let cut: number | undefined;
  output.beginPhrase(sampleRate);
  for await (const part of stretchedParts(phrase, stretch, checkpoint)) {
    let { samples } = part;
    if (cut === undefined) {
      cut = silenceBefore(samples, sampleRate);
      samples = samples.subarray(cut);
      fadeIn(samples, sampleRate);
    }
    if (part.isLast) {
      samples = samples.subarray(0, speechEnd(samples, sampleRate, keptAfter(phonemes)));
      fadeOut(samples, sampleRate);
    }
    output.write(samples, gain);
    await checkpoint();
  }
  output.endPhrase(gain);
  await output.silence(breakMs, checkpoint);
  return cut ?? 0;
}

/** Samples that are to be faster come all at once: faster speech is soon there. */
async function* stretchedParts(
  phrase: PlannedPhrase,
  stretch: number,
  checkpoint: () => Promise<void>,
): AsyncGenerator<PhrasePart> {
  if (stretch === 1) return yield* phrase.parts();
  const parts: Float32Array[] = [];
  for await (const { samples } of phrase.parts()) {
    parts.push(samples);
    await checkpoint();
  }
  yield { samples: stretched(joinSamples(parts), stretch, KOKORO_RATE), isLast: true };
}

function knownVoice(name: string): SynthesisVoice {
  const voice = voiceNamed(name);
  if (!voice)
    throw new JobError(VOICE_UNKNOWN, `there is no voice called "${name}"`, { data: { voice: name } });
  return voice;
}
