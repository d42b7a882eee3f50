import {
  type DiarizeInput,
  type DiarizeOutput,
  defineJob,
  type EngineSettings,
  engineSettings,
  type JobContext,
  traced,
} from '@locutor/contract';
import { loadBackground } from '@locutor/voices';
import { FRAME_SECONDS } from '../diarization/frames.ts';
import { globalSpeakers } from '../diarization/global-speakers.ts';
import { readPieces, writePieces } from '../diarization/kept-pieces.ts';
import { observe } from '../diarization/observe.ts';
import { SegmentationModel } from '../diarization/segmentation-model.ts';
import { speakerVoices } from '../diarization/speaker-voices.ts';
import { turnsOf } from '../diarization/turns.ts';
import { VoiceSpace } from '../diarization/voice-space.ts';
import { type SpeakerModelGetter, sharedSpeakerModel } from '../embed/shared-speaker-model.ts';
import { type Releasable, sharedModels } from '../runtime/on-demand-models.ts';
import { sharedDetector } from '../vad/shared-detector.ts';
import type { SileroVad } from '../vad/silero.ts';
import { chunksOf } from './decode-input.ts';

/** Seconds of audio in one job: about ten seconds of work. A whole number of the batches that the network takes. */
const STRETCH = 300;

interface Diarizing extends Releasable {
  segmentation: SegmentationModel;
  space: VoiceSpace;
}

interface Loaded {
  vad: SileroVad;
  settings: EngineSettings;
  speaker: SpeakerModelGetter;
  diarizing: () => Promise<Diarizing>;
}

/** Who speaks when. Long audio takes several jobs; the last one decides who is who. */
export const diarize = defineJob({
  kind: 'diarize',

  async load(context): Promise<Loaded> {
    const settings = engineSettings(context.settings);
    const vad = await sharedDetector(context);
    return {
      settings,
      vad,
      speaker: await sharedSpeakerModel(context),
      diarizing: (await sharedModels(context)).add('diarization', loadDiarizing),
    };
  },

  async run(input: DiarizeInput, context: JobContext<Loaded>): Promise<DiarizeOutput> {
    const { settings, vad, speaker, diarizing } = context.loaded;
    const { segmentation, space } = await diarizing();
    const models = { segmentation, vad, speaker: await speaker() };
    const checkpoint = () => context.checkpoint();
    const decode = () => chunksOf(input.audio, settings.audio, context);
    const from = input.resume ?? { frame: 0, done: 0 };
    const pieces = input.resume ? readPieces(input.resume.pieces) : [];
    for await (const { pieces: more, next, done } of observe(decode(), from, models, checkpoint)) {
      pieces.push(...more);
      if ((next - from.frame) * FRAME_SECONDS < (input.stretch ?? STRETCH)) continue;
      return { paused: true, resume: { frame: next, done, pieces: writePieces(pieces) } };
    }
    await checkpoint();
    const assigned = await traced('cluster voices', () =>
      globalSpeakers(pieces, space, input.count, checkpoint),
    );
    const turns = turnsOf(pieces, assigned);
    const voices = input.voices
      ? await traced('embed voices', () => speakerVoices(decode(), turns, models.speaker, checkpoint))
      : [];
    return { paused: false, turns, voices };
  },
});

async function loadDiarizing(): Promise<Diarizing> {
  const segmentation = await SegmentationModel.load();
  const space = new VoiceSpace(loadBackground());
  return { segmentation, space, release: () => segmentation.release() };
}
