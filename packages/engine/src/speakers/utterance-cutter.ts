import type { HeardWindow } from '../endpoint/hear-voice.ts';
import { WINDOW_SECONDS } from '../endpoint/window-reading.ts';
import { VOICE_RATE } from '../voice/voice-rate.ts';

/** A window this probable begins an utterance. */
const BEGINS = 0.5;
/** In an utterance, a window this probable is voice; the detector's makers recommend the distance. */
const GOES_ON = 0.35;
/** Silence that closes an utterance: 250 ms, in whole windows. */
const CLOSING = Math.ceil(0.25 / WINDOW_SECONDS);
/** Windows of background that are remembered from before an utterance: three seconds. */
const REMEMBERED = Math.round(3 / WINDOW_SECONDS);
/** Windows kept from before an utterance: half a second. */
const LEAD = Math.round(0.5 / WINDOW_SECONDS);
/** Windows of one utterance whose samples are kept: more than the longest speech that is ever used, with its pauses. */
const MOST_KEPT = Math.round(180 / WINDOW_SECONDS);

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
  /** What came right after, up to the silence that closed it. */
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
  voiced: number;
  /** Windows up to the last one with voice. */
  length: number;
  /** Windows since then. */
  silence: Float32Array[];
}

/**
 * Cuts a stream of judged windows into utterances. One of more than `most` seconds of voice is cut before, and
 * goes on as the next.
 */
export class UtteranceCutter {
  #window = 0;
  #seconds = 0;
  #begun: Begun | undefined;
  /** Since one was cut for its length there was no silence that would have closed it. */
  #goesOn = false;
  #before: Float32Array[] = [];
  #powers: number[] = [];
  /** Among words alone, what is no voice is no background either. */
  #wasSilent = false;

  /** Takes the next window; gives the utterance that it closes. */
  push({ samples, reading }: HeardWindow, most: number): CutUtterance | undefined {
    this.#window += 1;
    this.#seconds += samples.length / VOICE_RATE;
    const voiced = reading.probability >= (this.#begun || this.#goesOn ? GOES_ON : BEGINS);
    if (!voiced) {
      this.#powers.push(reading.rms ** 2);
      if (this.#powers.length > REMEMBERED) this.#powers.shift();
      return this.#silent(samples);
    }
    this.#begun ??= this.#begin();
    const begun = this.#begun;
    for (const silent of begun.silence) keep(begun, { samples: silent, voiced: false });
    begun.silence = [];
    keep(begun, { samples, voiced });
    begun.voiced += 1;
    if ((begun.voiced + 1) * WINDOW_SECONDS <= most) return undefined;
    this.#goesOn = true;
    return this.#close();
  }

  /** The utterance that the end of the audio closes. */
  finish(): CutUtterance | undefined {
    return this.#begun && this.#close();
  }

  #silent(samples: Float32Array): CutUtterance | undefined {
    if (!this.#begun) {
      this.#before.push(samples);
      if (this.#before.length >= CLOSING) {
        this.#wasSilent = true;
        this.#goesOn = false;
      }
      if (this.#before.length > LEAD) this.#before.shift();
      return undefined;
    }
    this.#begun.silence.push(samples);
    if (this.#begun.silence.length < CLOSING) return undefined;
    this.#wasSilent = true;
    return this.#close();
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
    this.#before = silence;
    const first = start * WINDOW_SECONDS;
    // The last window of the audio may be shorter.
    const end = Math.min((start + length) * WINDOW_SECONDS, this.#seconds);
    return {
      start: first,
      end,
      speech: Math.min(voiced * WINDOW_SECONDS, end - first),
      windows,
      lead,
      tail: silence,
      continues,
      background: this.#wasSilent ? median(this.#powers) : undefined,
    };
  }
}

function keep(begun: Begun, window: UtteranceWindow): void {
  begun.length += 1;
  if (begun.windows.length < MOST_KEPT) begun.windows.push(window);
}

/** Not the mean: words that the detector misses are loud, and few. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
