import type { SpeechSpan } from '../speech-span.ts';
import type { FoundSegment } from './found-segment.ts';
import { speechSpans } from './speech-spans.ts';
import { WINDOW_SECONDS } from './window-reading.ts';

/**
 * Silence around speech in the input of a model, where the audio has it, in seconds. Recognisers were trained on clips with
 * their natural edges: cutting those away costs 1.5 to 2 points of word error rate.
 */
export const NATURAL_EDGE = 1;
/** So much behind speech is enough to begin with: no model gets more of it (`SpeechModel.edge`). */
export const ENOUGH_AFTER = 0.6;

/** The reading of one window after the level gate. */
export interface GatedReading {
  /** Of speech; 0 where the level gate is closed. */
  probability: number;
  rms: number;
  isSpeech: boolean;
}

/** What is being spoken now: a segment, or the rest of one after a cut. */
export interface OpenPiece {
  /** Time of window 0 in seconds: where this endpointer started. */
  origin: number;
  /** The window of `readings[0]`. */
  first: number;
  readings: GatedReading[];
  start: number;
  audioStart: number;
  /** The length of the segment counts from here. */
  grownFrom: number;
  overlapsUntil: number | undefined;
  afterCut: boolean;
  /** An earlier piece of the same segment has been emitted. */
  inner: boolean;
  /** The window after the last one with speech; undefined while there is none. */
  speechEnd: number | undefined;
}

export function timeOf({ origin }: Pick<OpenPiece, 'origin'>, window: number): number {
  return origin + window * WINDOW_SECONDS;
}

/** The speech in the first `windows` readings of a piece. */
export function speechIn(piece: OpenPiece, windows: number): SpeechSpan[] {
  const flags = piece.readings.slice(0, windows).map(({ isSpeech }) => (isSpeech ? 1 : 0));
  const spans = speechSpans(flags, WINDOW_SECONDS, windows * WINDOW_SECONDS, {
    minSpeechMs: 0,
    paddingMs: 0,
  });
  const offset = timeOf(piece, piece.first);
  return spans.map(({ start, end }) => ({ start: start + offset, end: end + offset }));
}

/** A piece as a segment to recognise, with at most `edge` seconds of audio before its speech. */
export function segmentOf(
  piece: OpenPiece,
  { edge, ...found }: Pick<FoundSegment, 'index' | 'end' | 'audioEnd' | 'speech'> & { edge: number },
): FoundSegment {
  const { start, audioStart, overlapsUntil, afterCut } = piece;
  return {
    ...found,
    start,
    audioStart: Math.max(audioStart, (found.speech[0]?.start ?? 0) - edge),
    whole: !afterCut,
    ...(overlapsUntil !== undefined && { overlapsUntil }),
  };
}
