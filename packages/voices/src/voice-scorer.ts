import type { EmbeddedUtterance } from '@locutor/contract';
import {
  type Agreement,
  type Voiced as ComparedVoice,
  ENOUGH_SPEECH,
  groupMean,
  twoGroups,
} from './agreement.ts';
import { type Background, loadBackground } from './background.ts';
import { calibrated } from './calibration.ts';
import { type MeanVoice, meanVoice } from './mean-voice.ts';
import { asNorm, type PlacedVoice, placed } from './placed-voice.ts';
import { readVoice, type VoicePart } from './voice.ts';
import { VoiceError } from './voice-error.ts';
import { readVoiceprint, type Voiceprint, writeVoiceprint } from './voiceprint.ts';

/** What users are compared with; only the scorer that made it can use it. */
export interface VoiceProbe {
  /** Seconds of voice in it. */
  readonly speech: number;
  readonly utterances: number;
  readonly voice: PlacedVoice;
}

type Voiced = Pick<EmbeddedUtterance, 'voice' | 'speech'>;

interface UtteranceParts {
  readonly whole: VoicePart;
  readonly halves: VoicePart[];
  readonly telephone: VoicePart | undefined;
}

/**
 * Compares voices. It only calculates: no model is loaded, and a comparison takes microseconds.
 *
 * @example
 * const scorer = VoiceScorer.load();
 * const voiceprint = scorer.voiceprint(enrolled.utterances);
 * const score = scorer.score(scorer.probe(embedded.utterances), voiceprint);
 */
export class VoiceScorer {
  readonly #background: Background;

  constructor(background: Background) {
    this.#background = background;
  }

  static load(): VoiceScorer {
    return new VoiceScorer(loadBackground());
  }

  /** Voiceprints can be compared when they have the same: it changes with the model, not with the background. */
  get fingerprint(): string {
    return this.#background.fingerprint;
  }

  /** What is common to all comparisons, made once. Rejected utterances are ignored. */
  probe(utterances: readonly Voiced[]): VoiceProbe {
    const mean = meanVoice(wholesOf(utterances));
    return { speech: mean.speech, utterances: mean.utterances, voice: this.#place(mean) };
  }

  /** From −1, surely another person, to 1, surely the same. */
  score({ voice }: VoiceProbe, voiceprint: Uint8Array): number {
    const { telephone, digest, ...enrolled } = readVoiceprint(voiceprint);
    const isPlaced = digest === this.#background.digest;
    // The one of the two that is more alike: of errors over a telephone line, an eighth less than without the second.
    const known = [enrolled, ...(telephone && voice.band === 'narrow' ? [telephone] : [])];
    return Math.max(
      ...known.map(({ mean, placed }) => compare(voice, isPlaced ? placed : this.#place(mean))),
    );
  }

  /** A voiceprint of the utterances, added to an existing one if there is one. */
  voiceprint(utterances: readonly Voiced[], existing?: Uint8Array): Uint8Array {
    const before = existing && readVoiceprint(existing);
    const mean = meanVoice(wholesOf(utterances), before?.mean);
    const telephone = telephoneMean(partsOf(utterances), before);
    return writeVoiceprint({
      mean,
      placed: this.#place(mean),
      ...(telephone && { telephone: { mean: telephone, placed: this.#place(telephone) } }),
      digest: this.#background.digest,
    });
  }

  /**
   * How well the utterances agree with each other and with an existing voiceprint: how alike the two groups of them are
   * that differ most. One alone is compared with itself, its first half with its second, if its halves were embedded.
   */
  consistency(utterances: readonly Voiced[], existing?: Uint8Array): Agreement {
    const before = existing && readVoiceprint(existing).mean;
    const voices = partsOf(utterances);
    const isAlone = voices.length === 1 && !before;
    const parts = isAlone ? voices[0]!.halves : voices.map(({ whole }) => whole);
    if (parts.length === 0)
      throw new VoiceError('no-voice', 'the halves of the only utterance were not embedded');
    const known = before ? [{ mean: before, placed: this.#place(before) }] : [];
    const long = parts.filter(({ speech }) => speech >= ENOUGH_SPEECH);
    const compared = long.length + known.length > 1 ? long : parts;
    const groups = twoGroups([...known, ...compared.map((part) => this.#voiced(part))]);
    const [a, b] = groups.map((group) => this.#together(group)) as [ComparedVoice, ComparedVoice];
    return {
      score: compare(a.placed, b.placed),
      speechSeconds: Math.min(a.mean.speech, b.mean.speech),
      of: isAlone ? 'halves' : 'utterances',
    };
  }

  #voiced(part: VoicePart): ComparedVoice {
    const mean = meanVoice([part]);
    return { mean, placed: this.#place(mean), part };
  }

  #together(group: readonly ComparedVoice[]): ComparedVoice {
    if (group.length === 1) return group[0]!;
    const mean = groupMean(group);
    return { mean, placed: this.#place(mean) };
  }

  #place(mean: MeanVoice): PlacedVoice {
    return placed(mean, this.#background);
  }
}

function compare(a: PlacedVoice, b: PlacedVoice): number {
  return calibrated(asNorm(a, b));
}

function wholesOf(utterances: readonly Voiced[]): VoicePart[] {
  return partsOf(utterances).map(({ whole }) => whole);
}

/** Of telephone copies, and of what came over a telephone anyway; undefined where there are no copies. */
function telephoneMean(utterances: readonly UtteranceParts[], before?: Voiceprint): MeanVoice | undefined {
  const parts = utterances.flatMap(({ whole, telephone }) => telephone ?? (whole.narrow ? [whole] : []));
  const known = before?.telephone?.mean ?? (before?.mean.narrow === 1 ? before.mean : undefined);
  const hasCopy = before?.telephone || utterances.some(({ telephone }) => telephone);
  return hasCopy ? meanVoice(parts, known) : undefined;
}

function partsOf(utterances: readonly Voiced[]): UtteranceParts[] {
  const voices = utterances.flatMap(({ voice }) => (voice ? [voice] : []));
  if (voices.length === 0) {
    throw new VoiceError('no-voice', `none of ${utterances.length} utterances has a voice to compare`);
  }
  return voices.map((voice) => {
    const [whole, ...others] = readVoice(voice);
    const halves = others.filter(({ isTelephoneCopy }) => !isTelephoneCopy);
    return { whole: whole!, halves, telephone: others.find(({ isTelephoneCopy }) => isTelephoneCopy) };
  });
}
