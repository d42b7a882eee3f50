import { type Background, loadBackground } from '../speakers/background.ts';
import { FRAME_SECONDS, HOP_FRAMES } from '../speakers/diarization/frames.ts';
import { globalSpeakers } from '../speakers/diarization/global-speakers.ts';
import { readObservations, writeObservations } from '../speakers/diarization/observations.ts';
import { observe } from '../speakers/diarization/observe.ts';
import { SegmentationModel } from '../speakers/diarization/segmentation-model.ts';
import { speakerVoices } from '../speakers/diarization/speaker-voices.ts';
import { turnsOf } from '../speakers/diarization/turns.ts';
import type { DiarizeInput, DiarizeOutput } from '../speakers/diarization/types.ts';
import { type SpeakerModelGetter, sharedSpeakerModel } from '../speakers/shared-speaker-model.ts';
import { chunksOf } from './audio-input.ts';
import { defineJob, type JobContext } from './define-job.ts';
import { type EngineSettings, engineSettings } from './engine-settings.ts';

/** Seconds of audio in one job: about ten seconds of work. A whole number of the batches that the network takes. */
const STRETCH = 300;

interface Diarizing {
  segmentation: SegmentationModel;
  background: Background;
}

interface Loaded {
  settings: EngineSettings;
  speaker: SpeakerModelGetter;
  diarizing: () => Promise<Diarizing>;
}

/** Who speaks when. Long audio takes several jobs; the last one decides who is who. */
export const diarize = defineJob({
  kind: 'diarize',

  async load(context): Promise<Loaded> {
    const settings = engineSettings(context.settings);
    return { settings, speaker: await sharedSpeakerModel(context), diarizing: onFirstUse() };
  },

  async run(input: DiarizeInput, context: JobContext<Loaded>): Promise<DiarizeOutput> {
    const { settings, speaker, diarizing } = context.loaded;
    const { segmentation, background } = await diarizing();
    const models = { segmentation, speaker: await speaker() };
    const checkpoint = () => context.checkpoint();
    const decode = () => chunksOf(input.audio, settings.audio, context);
    const from = input.resume?.frame ?? 0;
    const windows = input.resume ? readObservations(input.resume.observed) : [];
    for await (const window of observe(decode(), from, models, checkpoint)) {
      windows.push(window);
      const frame = window.firstFrame + HOP_FRAMES;
      if ((frame - from) * FRAME_SECONDS < (input.stretch ?? STRETCH)) continue;
      return { paused: true, resume: { frame, observed: writeObservations(windows) } };
    }
    await checkpoint();
    const { assigned, count } = globalSpeakers(windows, background.views[0]!, input.count);
    await checkpoint();
    const turns = turnsOf(windows, assigned, count);
    const voices = input.voices ? await speakerVoices(decode(), turns, models.speaker, checkpoint) : [];
    return { paused: false, turns, voices };
  },
});

/** The network takes memory that a server without diarization never needs. */
function onFirstUse(): () => Promise<Diarizing> {
  let loading: Promise<Diarizing> | undefined;
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

async function load(): Promise<Diarizing> {
  return { segmentation: await SegmentationModel.load(), background: loadBackground() };
}
