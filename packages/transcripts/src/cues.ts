import { balancedLines, fillLines, MOST_COLUMNS, MOST_LINES } from './cue-lines.ts';
import { speakerName } from './speaker-name.ts';
import type { Transcript } from './transcript.ts';
import { type Unit, unitsOf, unitsOfSegment } from './units.ts';

/** A caption; times are whole milliseconds. */
export interface Cue {
  start: number;
  end: number;
  readonly speaker?: string;
  readonly lines: readonly string[];
}

const LONGEST_SECONDS = 7;
const LONGEST_PAUSE = 1.5;
const SHORTEST_MS = 1000;
const SENTENCE_END = /[.!?…。！？]["'”’)\]]*$/u;
const CLAUSE_END = /[,;:،、；：，–—]["'”’)\]]*$/u;

/** With `labels`, a text begins with the name of its speaker where that is another one than before. */
export function cuesOf({ segments }: Transcript, options: { labels: boolean }): Cue[] {
  const cues: Cue[] = [];
  let speaking: string | undefined;
  for (const segment of segments.toSorted((one, other) => one.start - other.start)) {
    const spoken = unitsOfSegment(segment, MOST_COLUMNS);
    const { speaker } = segment;
    const isNew = options.labels && speaker !== undefined && speaker !== speaking && spoken.length > 0;
    speaking = speaker;
    const units = isNew ? labelled(speaker, spoken) : spoken;
    for (let at = 0; at < units.length; ) {
      const taken = units.slice(at, at + unitsOfCue(units, at));
      at += taken.length;
      cues.push({
        ...timesOf(taken),
        ...(speaker !== undefined && { speaker }),
        lines: balancedLines(taken),
      });
    }
  }
  return inTurn(cues);
}

function labelled(speaker: string, [first, ...rest]: readonly Unit[]): Unit[] {
  const label = unitsOf(`${speakerName(speaker)}:`, first!.start, first!.start, MOST_COLUMNS);
  return [...label, { ...first!, gap: ' ' }, ...rest];
}

/** How many units from this one on are a caption. */
function unitsOfCue(units: readonly Unit[], from: number): number {
  let count = 1;
  while (from + count < units.length) {
    const next = units[from + count]!;
    if (next.start - units[from + count - 1]!.end > LONGEST_PAUSE) return count;
    if (next.end - units[from]!.start > LONGEST_SECONDS) break;
    if (fillLines(units.slice(from, from + count + 1)).length > MOST_LINES) break;
    count += 1;
  }
  if (from + count === units.length) return count;
  return cutAfter(SENTENCE_END, units, from, count) ?? cutAfter(CLAUSE_END, units, from, count) ?? count;
}

/** Where the last sentence or clause ends, unless that leaves half of the caption empty. */
function cutAfter(end: RegExp, units: readonly Unit[], from: number, count: number): number | undefined {
  for (let cut = count; cut > count / 2; cut--) if (end.test(units[from + cut - 1]!.text)) return cut;
  return undefined;
}

function timesOf(units: readonly Unit[]): { start: number; end: number } {
  const milliseconds = (seconds: number) => Math.round(seconds * 1000);
  return {
    start: milliseconds(units[0]!.start),
    end: milliseconds(Math.max(...units.map(({ end }) => end))),
  };
}

/**
 * Players show one caption at a time: each ends when the next one begins, at the latest. Where both begin at once, the
 * second waits.
 */
function inTurn(cues: Cue[]): Cue[] {
  let free = 0;
  for (const [index, cue] of cues.entries()) {
    cue.start = Math.max(cue.start, free);
    const next = cues[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    const lasting = Math.max(cue.end, cue.start + SHORTEST_MS);
    cue.end = next > cue.start ? Math.min(lasting, next) : Math.max(cue.end, cue.start + 1);
    free = cue.end;
  }
  return cues;
}
