import type { SpeakerTurn } from '@locutor/contract';
import { FRAME_SECONDS } from './frames.ts';
import type { Assigned } from './neighbouring-speakers.ts';
import type { Piece } from './piece.ts';

/** Frames of a pause up to which a speaker's turn goes on, whoever else speaks in it: 0.3 s. */
const PAUSE = 15;
/**
 * Frames of a pause up to which it goes on where nobody else speaks: 0.6 s. People who write down who speaks in a meeting
 * do not end a turn at every breath: errors there are 29.2 % instead of 32.0, with 1 s 29.7.
 */
const BREATH = 30;
/** How much the network's probability that somebody speaks counts for the confidence: as it is, it is far too cautious. */
const ACTIVITY_EXPONENT = 0.3;
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
    turn.sure += sure * piece.activity ** ACTIVITY_EXPONENT * (piece.to - piece.from);
    turn.frames += piece.to - piece.from;
  }
  const numbers = new Map<number, number>();
  return overBreaths(turns.filter(({ from, to }) => to - from >= SHORTEST)).map(
    ({ from, to, speaker, sure, frames }) => {
      if (!numbers.has(speaker)) numbers.set(speaker, numbers.size);
      const times = { start: from * FRAME_SECONDS, end: to * FRAME_SECONDS };
      return { ...times, speaker: numbers.get(speaker)!, confidence: sure / frames };
    },
  );
}

/** Joins turns of a speaker over pauses in which nobody else speaks. */
function overBreaths(turns: readonly OpenTurn[]): OpenTurn[] {
  const joined: OpenTurn[] = [];
  const last = new Map<number, OpenTurn>();
  for (const turn of turns) {
    const before = last.get(turn.speaker);
    const speaksBetween = (other: OpenTurn) =>
      other.speaker !== turn.speaker && other.from < turn.from && other.to > before!.to;
    if (before && turn.from - before.to <= BREATH && !turns.some(speaksBetween)) {
      before.to = Math.max(before.to, turn.to);
      before.sure += turn.sure;
      before.frames += turn.frames;
    } else {
      joined.push(turn);
      last.set(turn.speaker, turn);
    }
  }
  return joined;
}
