import { SAMPLE_RATE, WINDOW_SECONDS } from '@locutor/contract';
import type { JudgedWindow } from '../vad/speech-activity.ts';

/** A window this probable begins an utterance. */
const BEGINS = 0.5;
/** In an utterance, a window this probable is voice; the detector's makers recommend the distance. */
const GOES_ON = 0.35;
/** Seconds of silence that end an utterance by default. */
export const END_SILENCE = 1;
/** Windows without voice in a row that are background and not a part of speech: 250 ms. */
const QUIET = Math.ceil(0.25 / WINDOW_SECONDS);
/** Windows of background that are remembered from before an utterance: three seconds. */
const REMEMBERED = Math.round(3 / WINDOW_SECONDS);
/** Windows kept from before an utterance: half a second. */
const LEAD = Math.round(0.5 / WINDOW_SECONDS);
/** Windows kept from after an utterance: a quarter of a second. More silence says nothing about a voice. */
const TAIL = QUIET;
/** Windows of one utterance whose samples are kept: more than the longest speech that is ever used, with its pauses. */
const MOST_KEPT = Math.round(300 / WINDOW_SECONDS);
/** Speech is reported and limited in whole milliseconds. */
const ROUNDING = 0.0005;

/** A window of an utterance, from its first to its last with voice. */
export interface UtteranceWindow {
  readonly samples: Float32Array;
  readonly voiced: boolean;
}

/** What was said between two silences, as it was cut out. */
export interface CutUtterance {
  /** Seconds from the start of the audio. */
  readonly start: number;
  readonly end: number;
  /** Seconds of voice. */
  readonly speech: number;
  readonly windows: readonly UtteranceWindow[];
  /** What came right before, up to half a second. */
  readonly lead: readonly Float32Array[];
  /** The silence right after, up to a quarter of a second. */
  readonly tail: readonly Float32Array[];
  /** Whether it is the rest of one that was cut for its length. */
  readonly continues: boolean;
  /** Usual power of the windows without voice in it and before it; undefined where there was no silence yet. */
  readonly background: number | undefined;
}

interface Begun {
  continues: boolean;
  start: number;
  windows: UtteranceWindow[];
  lead: Float32Array[];
  /** Samples with voice. */
  voiced: number;
  /** Windows up to the last one with voice. */
  length: number;
  /** Windows since then. */
  silence: Float32Array[];
}

/**
 * Cuts a stream of judged windows into utterances. An utterance ends where nobody speaks for `endSilence` seconds, and
 * where it would have more than `most` seconds of voice; the next one then continues it.
 */
export class UtteranceCutter {
  readonly #closing: number;
  #window = 0;
  #seconds = 0;
  #begun: Begun | undefined;
  /** Since one was cut for its length there was no silence that would have closed it. */
  #goesOn = false;
  #before: Float32Array[] = [];
  #powers: number[] = [];
  /** Windows without voice since the last one with it. */
  #quiet = 0;
  /** Among words alone, what is no voice is no background either. */
  #wasQuiet = false;

  constructor(endSilence = END_SILENCE) {
    this.#closing = Math.max(1, Math.ceil(endSilence / WINDOW_SECONDS));
  }

  /** Takes the next window; gives the utterance that it closes. */
  push({ samples, reading }: JudgedWindow, most: number): CutUtterance | undefined {
    this.#window += 1;
    this.#seconds += samples.length / SAMPLE_RATE;
    const voiced = reading.probability >= (this.#begun || this.#goesOn ? GOES_ON : BEGINS);
    if (!voiced) {
      this.#powers.push(reading.rms ** 2);
      if (this.#powers.length > REMEMBERED) this.#powers.shift();
      return this.#silent(samples);
    }
    this.#quiet = 0;
    // Not before there is more voice: an utterance that just fits keeps the silence behind it, as without a limit.
    const cut = this.#begun && exceeds(this.#begun.voiced + samples.length, most) ? this.#close() : undefined;
    if (cut) this.#goesOn = true;
    this.#begun ??= this.#begin();
    const begun = this.#begun;
    for (const silent of begun.silence) keep(begun, { samples: silent, voiced: false });
    begun.silence = [];
    keep(begun, { samples, voiced });
    begun.voiced += samples.length;
    return cut;
  }

  /** The utterance that the end of the audio closes. */
  finish(): CutUtterance | undefined {
    return this.#begun && this.#close();
  }

  #silent(samples: Float32Array): CutUtterance | undefined {
    this.#quiet += 1;
    if (this.#quiet >= QUIET) this.#wasQuiet = true;
    if (this.#begun) {
      this.#begun.silence.push(samples);
      return this.#begun.silence.length < this.#closing ? undefined : this.#close();
    }
    if (this.#quiet >= this.#closing) this.#goesOn = false;
    this.#before.push(samples);
    if (this.#before.length > LEAD) this.#before.shift();
    return undefined;
  }

  #begin(): Begun {
    const lead = this.#before;
    this.#before = [];
    const continues = this.#goesOn;
    this.#goesOn = false;
    return { continues, start: this.#window - 1, windows: [], lead, voiced: 0, length: 0, silence: [] };
  }

  #close(): CutUtterance {
    const { continues, start, windows, lead, voiced, length, silence } = this.#begun!;
    this.#begun = undefined;
    this.#before = silence.slice(-LEAD);
    const first = start * WINDOW_SECONDS;
    return {
      start: first,
      // The last window of the audio may be shorter.
      end: Math.min((start + length) * WINDOW_SECONDS, this.#seconds),
      speech: voiced / SAMPLE_RATE,
      windows,
      lead,
      tail: silence.slice(0, TAIL),
      continues,
      background: this.#wasQuiet ? median(this.#powers) : undefined,
    };
  }
}

function exceeds(samples: number, most: number): boolean {
  return samples / SAMPLE_RATE > most + ROUNDING;
}

function keep(begun: Begun, window: UtteranceWindow): void {
  begun.length += 1;
  if (begun.windows.length < MOST_KEPT) begun.windows.push(window);
}

/** Not the mean: words that the detector misses are loud, and few. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
