import { type DiarizeResumePoint, VAD_WINDOW } from '@locutor/contract';
import { isNarrow } from '../embed/band.ts';
import { embedSound } from '../embed/embed-voice.ts';
import type { SpeakerModel } from '../embed/speaker-model.ts';
import type { SileroVad } from '../vad/silero.ts';
import { detectSpeechActivity } from '../vad/speech-activity.ts';
import { windowsOf } from '../vad/windows-of.ts';
import { FRAME, HOP_FRAMES, WINDOW_FRAMES, WINDOW_SAMPLES } from './frames.ts';
import { overlappingWindows, type SampleWindow } from './overlapping-windows.ts';
import type { Piece, PieceVoice } from './piece.ts';
import type { SegmentationModel } from './segmentation-model.ts';
import { speechMask } from './speech-mask.ts';
import { quietFrame, windowPieces } from './window-pieces.ts';

/** Windows that the network takes together. Four take a third less time than four times one. */
const TOGETHER = 4;
/** Frames of a piece below which its voice says too little: 0.3 s. */
const LEAST_VOICE = 15;
/** Frames at either edge of a window that its neighbour knows better. */
const EDGE = (WINDOW_FRAMES - HOP_FRAMES) / 2;

export interface ObserveModels {
  segmentation: SegmentationModel;
  speaker: SpeakerModel;
  vad: SileroVad;
}

/** What was found up to the frame `done`; another can go on with the window at `next`. */
export interface Observed {
  pieces: Piece[];
  next: number;
  done: number;
}

/** The pieces of a stream, window by window, from where another stopped. Every moment comes from one window only. */
export async function* observe(
  chunks: AsyncIterable<Float32Array> | Iterable<Float32Array>,
  { frame: from, done }: Pick<DiarizeResumePoint, 'frame' | 'done'>,
  models: ObserveModels,
  checkpoint: () => Promise<void>,
): AsyncGenerator<Observed, void, void> {
  const probabilities: number[] = [];
  const sound = withActivity(windowsOf(chunks, from * FRAME), probabilities, models.vad, checkpoint);
  let until = done;
  let waiting: SampleWindow[] = [];
  const work = async function* (isLast: boolean) {
    await checkpoint();
    const activities = await models.segmentation.activities(waiting.map(({ samples }) => samples));
    for (const [n, { firstFrame, samples, length }] of waiting.entries()) {
      const activity = activities[n]!;
      const frames = Math.floor(length / FRAME);
      const since = Math.round(((firstFrame - from) * FRAME) / VAD_WINDOW);
      const mask = speechMask(probabilities.slice(since), frames);
      const ends = isLast && n === waiting.length - 1;
      const to = ends ? frames : quietFrame(activity, mask, WINDOW_FRAMES - EDGE);
      const pieces = windowPieces(activity, mask, firstFrame, { from: until - firstFrame, to });
      until = firstFrame + to;
      for (const piece of pieces) piece.voice = await voiceOf(piece, samples, models.speaker, checkpoint);
      yield { pieces, next: firstFrame + HOP_FRAMES, done: until };
    }
  };
  for await (const window of overlappingWindows(sound, from)) {
    // The last window goes on to the end of the audio: it is known only when no other follows.
    if (waiting.length === TOGETHER) {
      yield* work(false);
      waiting = [];
    }
    waiting.push(window);
  }
  if (waiting.length > 0) yield* work(true);
}

/** Passes the sound on, and notes how likely each of its windows is speech. */
async function* withActivity(
  windows: AsyncIterable<Float32Array>,
  probabilities: number[],
  vad: SileroVad,
  checkpoint: () => Promise<void>,
): AsyncGenerator<Float32Array, void, void> {
  for await (const { samples, reading } of detectSpeechActivity(windows, vad, checkpoint)) {
    probabilities.push(reading.probability);
    yield samples;
  }
}

async function voiceOf(
  { from, to, window, alone }: Piece,
  samples: Float32Array,
  model: SpeakerModel,
  checkpoint: () => Promise<void>,
): Promise<PieceVoice | undefined> {
  if (!alone || to - from < LEAST_VOICE) return undefined;
  const first = (from - window) * FRAME;
  const sound = samples.subarray(first, Math.min(WINDOW_SAMPLES, (to - window) * FRAME));
  const parts = Array.from({ length: Math.floor(sound.length / VAD_WINDOW) }, (_, n) =>
    sound.subarray(n * VAD_WINDOW, (n + 1) * VAD_WINDOW),
  );
  return { embedding: await embedSound([sound], model, checkpoint), narrow: isNarrow(parts) };
}
