import { joinSamples } from '@locutor/audio';
import type { RecognizerName } from '@locutor/contract';
import { evenly, type Recording, recordings } from '../corpora/recordings.ts';
import { samplesOf } from '../corpora/samples.ts';
import { isHeldOut } from '../corpora/speakers.ts';

/** Speech as a session hears it: a moment of silence before it, and as much behind it as ends a segment. */
export interface LiveSpeech {
  readonly samples: Float32Array;
  readonly text: string;
  readonly isHeldOut: boolean;
}

export interface SpeechSet {
  readonly name: string;
  readonly language: string;
  readonly model: RecognizerName;
  /** `shift` as `evenly` has it. */
  clips(most: number, shift?: number): AsyncGenerator<LiveSpeech>;
}

const RATE = 16_000;
const [BEFORE, BEHIND] = [0.5, 2];
const CHILD = 12;
/** The loudest sample of 16 bits. */
const FULL = 32_767 / 32_768;

const set = (
  name: string,
  language: string,
  model: RecognizerName,
  all: () => readonly Recording[],
): SpeechSet => ({
  name,
  language,
  model,
  async *clips(most, shift = 0) {
    for (const { file, text, speaker } of evenly(all(), most, shift)) {
      const silence = (seconds: number) => new Float32Array(RATE * seconds);
      const said = joinSamples([silence(BEFORE), await samplesOf(file), silence(BEHIND)]);
      // As 16 bits have them, so that every way to send them sends the same.
      const samples = said.map(
        (sample) => Math.round(Math.max(-1, Math.min(FULL, sample)) * 32_768) / 32_768,
      );
      yield { samples, text, isHeldOut: isHeldOut(speaker) };
    }
  },
});

const atHome = (language: string) =>
  recordings('common-voice').filter((each) => each.language === language && each.text !== '');
const read = () => recordings('speech-en').filter(({ age }) => Number(age) > CHILD);

export const englishSets: readonly SpeechSet[] = [
  set('read, adults', 'en', 'moonshine-base', read),
  set('at home', 'en', 'moonshine-base', () => atHome('en')),
];

/** Languages that Whisper recognises. */
export const otherSets: readonly SpeechSet[] = [
  set('at home', 'pt', 'whisper-small', () => atHome('pt')),
  set('at home', 'es', 'whisper-small', () => atHome('es')),
];
