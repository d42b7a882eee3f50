import { FRAME_SECONDS } from './frames.ts';
import type { Assigned } from './global-speakers.ts';
import type { Piece, SpeakerTurn } from './types.ts';

/** Frames of a pause up to which a speaker's turn goes on: 0.3 s. */
const PAUSE = 15;
/** Frames of the shortest turn: 0.1 s. */
const SHORTEST = 5;

interface OpenTurn {
  from: number;
  to: number;
  speaker: number;
  /** Certainty times frames. */
  sure: number;
  frames: number;
}

/** When each speaker speaks, in order of their starts; speakers are numbered in the order in which they first speak. */
export function turnsOf(
  pieces: readonly Piece[],
  assigned: readonly (Assigned | undefined)[],
): SpeakerTurn[] {
  const turns: OpenTurn[] = [];
  const last = new Map<number, OpenTurn>();
  const known = pieces.flatMap((piece, n) => (assigned[n] ? [{ piece, ...assigned[n] }] : []));
  for (const { piece, speaker, sure } of known.sort((a, b) => a.piece.from - b.piece.from)) {
    let turn = last.get(speaker);
    if (!turn || piece.from - turn.to > PAUSE) {
      turn = { from: piece.from, to: piece.to, speaker, sure: 0, frames: 0 };
      turns.push(turn);
      last.set(speaker, turn);
    }
    turn.to = Math.max(turn.to, piece.to);
    turn.sure += sure * piece.activity * (piece.to - piece.from);
    turn.frames += piece.to - piece.from;
  }
  const numbers = new Map<number, number>();
  return turns
    .filter(({ from, to }) => to - from >= SHORTEST)
    .map(({ from, to, speaker, sure, frames }) => {
      if (!numbers.has(speaker)) numbers.set(speaker, numbers.size);
      const times = { start: from * FRAME_SECONDS, end: to * FRAME_SECONDS };
      return { ...times, speaker: numbers.get(speaker)!, confidence: sure / frames };
    });
}
