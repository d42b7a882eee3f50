import {
  type EmotionScores,
  type RecognitionStatus,
  type RecognizedSegment,
  type RecognizeRequest,
  type SegmentAlternative,
  spokenSeconds,
} from '@locutor/contract';
import { meanScores, pooledVoice } from '@locutor/voices';
import { joinAlternatives, mainLanguage } from './join-pieces.ts';
import { mergeSeams, type Piece } from './piece.ts';

/** What the pieces say, segment by segment; segments that are not done are left out. */
export function resultsOf(
  pieces: readonly Piece[],
  request: Pick<RecognizeRequest, 'sentences' | 'words'>,
): RecognizedSegment[] {
  mergeSeams(pieces);
  const segments = new Map<number, Piece[]>();
  for (const piece of pieces) {
    segments.set(piece.segment.index, [...(segments.get(piece.segment.index) ?? []), piece]);
  }
  return [...segments.values()].flatMap((parts) => {
    if (parts.some((part) => part.outcome === undefined)) return [];
    const spoken = parts.flatMap(({ outcome }) => (outcome?.status === 'done' ? [outcome] : []));
    const alternatives = joinAlternatives(spoken, request.sentences);
    const language = mainLanguage(spoken);
    const start = parts[0]!.segment.start;
    const end = parts.at(-1)!.segment.end;
    const bad = parts.flatMap(({ outcome }) =>
      outcome && outcome.status !== 'done' ? [outcome.status] : [],
    )[0];
    if (bad) return [emptyResult(bad, start, end)];
    const voice = pooledVoice(spoken.flatMap((each) => each.voice ?? []));
    // A sentence of a grammar is said in one breath: what came in pieces is none.
    const [only] = parts.length === 1 ? parts : [];
    const bound = only?.outcome?.status === 'done' ? only.outcome.bound : [];
    if (alternatives.length === 0 && bound.length === 0)
      return [{ ...emptyResult('no-match', start, end), ...(voice && { voice }) }];
    const emotion = emotionOf(parts);
    return [
      {
        status: 'recognized',
        start,
        end,
        ...(language !== undefined && { language }),
        alternatives: withAskedWords(alternatives, request.words).map((each) => placed(each, start, end)),
        bound: bound.map((each) => placed(each, start, end)),
        ...(voice && { voice }),
        ...(emotion && { emotion }),
      },
    ];
  });
}

/** Of the pieces together, each by how long somebody speaks in it. */
function emotionOf(parts: readonly Piece[]): EmotionScores | undefined {
  return meanScores(
    parts.flatMap(({ segment, outcome }) =>
      outcome?.status === 'done' && outcome.emotion
        ? [{ scores: outcome.emotion, weight: spokenSeconds(segment.speech) }]
        : [],
    ),
  );
}

export function emptyResult(status: RecognitionStatus, start: number, end: number): RecognizedSegment {
  return { status, start, end, alternatives: [], bound: [] };
}

/**
 * With words that lie within their segment and do not overlap: the audio of a piece has more on both sides than its
 * segment, and the two sides of a cut place the same word differently.
 */
function placed<Alternative extends SegmentAlternative>(
  alternative: Alternative,
  from: number,
  until: number,
): Alternative {
  let free = from;
  const words = alternative.words.map((word) => {
    const start = Math.min(Math.max(word.start, free), until);
    free = Math.min(Math.max(word.end, start), until);
    return { ...word, start, end: free };
  });
  return { ...alternative, words };
}

function withAskedWords(
  alternatives: readonly SegmentAlternative[],
  asked: RecognizeRequest['words'],
): SegmentAlternative[] {
  const withWords = { none: 0, first: 1, all: alternatives.length }[asked];
  return alternatives.map((each, index) => (index < withWords ? each : { ...each, words: [] }));
}
