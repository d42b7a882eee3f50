import { bestCut } from './best-cut.ts';
import { type OpenPiece, speechIn, timeOf } from './open-piece.ts';
import { ROUNDING, WINDOW_SECONDS } from './window-reading.ts';

/** Recognised twice around a cut inside speech, so that the word at the cut is whole on one side, in seconds. */
const CUT_OVERLAP = 0.8;
/** A piece that is too long is cut in this last share of it. */
const LOOK_BACK = 0.5;
/** A cut between speakers is at most this far from the time at which the speaker changes, in seconds. */
export const CHANGE_REACH = 0.25;

/** Where a piece is cut, and how the rest begins. */
export interface PieceCut {
  /** The cut is before this reading of the piece. */
  at: number;
  /** Both sides belong to the same segment. */
  inner: boolean;
  /** Seconds of audio before the cut that the rest has too. */
  overlap: number;
  /** Those of them that count as its own, because the request asks for them. */
  requested: number;
}

interface LongPieceOptions {
  /** Seconds after which the piece is too long. */
  limit: number;
  inner: boolean;
  /** Seconds of overlap that the request asks for. */
  requested: number;
  silentBelow: number;
}

/** Where to cut a piece that is too long; undefined if all of it was recognised before. */
export function cutLongPiece(piece: OpenPiece, options: LongPieceOptions): PieceCut | undefined {
  const { readings } = piece;
  const { limit, inner, silentBelow } = options;
  const earliest = Math.max(
    earliestCut(piece),
    readings.length - Math.ceil((limit * LOOK_BACK) / WINDOW_SECONDS),
  );
  if (earliest >= readings.length) return undefined;
  const { at, inPause } = bestCut(readings, earliest, silentBelow);
  const continues = hasSpeechAfter(piece, at);
  const requested = inner || !continues ? 0 : options.requested;
  const overlap = inPause || !continues ? requested : Math.max(requested, CUT_OVERLAP);
  return { at, inner, overlap, requested };
}

/** Where to cut between two speakers; undefined if only the second one speaks in the piece. */
export function cutAtChange(piece: OpenPiece, change: number, silentBelow: number): PieceCut | undefined {
  const readingAt = (time: number) => Math.round((time - timeOf(piece, piece.first)) / WINDOW_SECONDS);
  const earliest = Math.max(earliestCut(piece), readingAt(change - CHANGE_REACH));
  const latest = Math.min(piece.readings.length, readingAt(change + CHANGE_REACH) + 1);
  if (earliest >= latest || piece.speechEnd === undefined) return undefined;
  const { at } = bestCut(piece.readings.slice(0, latest), earliest, silentBelow);
  if (speechIn(piece, at).length === 0 && !piece.inner) return undefined;
  return { at, inner: false, overlap: 0, requested: 0 };
}

export function hasSpeechAfter({ first, speechEnd }: OpenPiece, at: number): boolean {
  return speechEnd !== undefined && speechEnd > first + at;
}

/** The window with which the rest of a piece begins. */
export function restFrom({ first }: OpenPiece, { at, overlap }: PieceCut): number {
  return Math.max(first, first + at - Math.floor(overlap / WINDOW_SECONDS));
}

/** What stays open after a cut; `emitted` says whether the part before it had speech and became a segment. */
export function restOf(piece: OpenPiece, cut: PieceCut, emitted: boolean): OpenPiece {
  const { origin, first, readings, grownFrom, speechEnd } = piece;
  const from = restFrom(piece, cut);
  const cutTime = timeOf(piece, first + cut.at);
  const audioStart = timeOf(piece, from);
  return {
    origin,
    first: from,
    readings: readings.slice(from - first),
    start: Math.max(audioStart, cutTime - cut.requested),
    audioStart,
    grownFrom: cut.inner ? grownFrom : cutTime,
    overlapsUntil: from < first + cut.at && emitted ? cutTime : undefined,
    afterCut: true,
    inner: cut.inner && (piece.inner || emitted),
    speechEnd: hasSpeechAfter(piece, cut.at) ? speechEnd : undefined,
  };
}

/** The first reading that a piece may be cut before: audio that is recognised twice belongs to the piece before. */
function earliestCut(piece: OpenPiece): number {
  const { first, start, overlapsUntil = 0 } = piece;
  const seconds = Math.max(start, overlapsUntil) - timeOf(piece, first);
  return Math.max(1, Math.ceil(seconds / WINDOW_SECONDS - ROUNDING) + 1);
}
