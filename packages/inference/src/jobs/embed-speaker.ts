import {
  defineJob,
  type EmbeddedAudio,
  type EmbeddedUtterance,
  type EmbedSpeakerInput,
  type EngineSettings,
  engineSettings,
  type JobContext,
  SAMPLE_RATE,
  type SpoofingScore,
  traced,
} from '@locutor/contract';
import { detectorCard, readVoice } from '@locutor/voices';
import { embedVoice } from '../embed/embed-voice.ts';
import { soundsLikeSpeech } from '../embed/recheck-speech.ts';
import { type SpeakerModelGetter, sharedSpeakerModel } from '../embed/shared-speaker-model.ts';
import { SpeechAccount } from '../embed/speech-account.ts';
import { type CutUtterance, UtteranceCutter } from '../embed/utterance-cutter.ts';
import { soundFault } from '../embed/utterance-quality.ts';
import { utteranceSound } from '../embed/utterance-sound.ts';
import { type Releasable, sharedModels } from '../runtime/on-demand-models.ts';
import { scoreSpoofing } from '../spoofing/score-spoofing.ts';
import { SpoofingDetector } from '../spoofing/spoofing-detector.ts';
import { sharedDetector } from '../vad/shared-detector.ts';
import type { SileroVad } from '../vad/silero.ts';
import { detectSpeechActivity } from '../vad/speech-activity.ts';
import { windowsOf } from '../vad/windows-of.ts';
import { chunksOf } from './decode-input.ts';

interface Loaded {
  settings: EngineSettings;
  vad: SileroVad;
  speaker: SpeakerModelGetter;
  detector(): Promise<LoadedDetector>;
}

interface LoadedDetector extends Releasable {
  model: SpoofingDetector;
  maxSeconds: number;
}

type Context = JobContext<Loaded>;

/** What is said in an audio, utterance by utterance, and what the voice of each is like. */
export const embedSpeaker = defineJob({
  kind: 'embed-speaker',

  async load(context) {
    const settings = engineSettings(context.settings);
    const vad = await sharedDetector(context);
    const speaker = await sharedSpeakerModel(context);
    const detector = (await sharedModels(context)).add('spoofing-detector', loadDetector);
    return { settings, vad, speaker, detector };
  },

  async run(input: EmbedSpeakerInput, context: Context): Promise<EmbeddedAudio> {
    const { audio, allowance, endSilence } = input;
    const { settings, vad } = context.loaded;
    const checkpoint = () => context.checkpoint();
    const account = new SpeechAccount(allowance);
    const cutter = new UtteranceCutter(endSilence);
    const utterances: EmbeddedUtterance[] = [];
    const add = async (utterance: CutUtterance | undefined) => {
      if (utterance) utterances.push(await embed(utterance, account, input, context));
    };
    let samples = 0;
    const chunks = chunksOf(audio, settings.audio, context);
    for await (const window of detectSpeechActivity(windowsOf(chunks, 0), vad, checkpoint)) {
      samples += window.samples.length;
      await add(cutter.push(window, account.left || Number.POSITIVE_INFINITY));
    }
    await add(cutter.finish());
    const { exceeded } = account;
    return { seconds: samples / SAMPLE_RATE, utterances, ...(exceeded && { exceeded }) };
  },
});

async function loadDetector(): Promise<LoadedDetector> {
  const model = await SpoofingDetector.load();
  return { model, maxSeconds: detectorCard().maxSeconds, release: () => model.release() };
}

async function embed(
  utterance: CutUtterance,
  account: SpeechAccount,
  { halves, telephoneCopy, sound, spoofing }: EmbedSpeakerInput,
  { loaded, checkpoint }: Context,
): Promise<EmbeddedUtterance> {
  const { start, end, speech } = utterance;
  const times = { start, end, speech };
  // What goes on beyond the limit of speech is beyond it, however short or bad it is.
  if (!(utterance.continues && account.left === 0)) {
    const fault = soundFault(utterance, account.shortest);
    if (fault) return { ...times, rejected: fault };
    if (!(await soundsLikeSpeech(utterance, loaded.vad.another(), checkpoint))) {
      return { ...times, rejected: 'not-speech' };
    }
  }
  const limit = account.take(speech);
  if (limit) return { ...times, rejected: 'trimmed', trimmedBy: limit };
  const parts = { halves, telephoneCopy };
  const speaker = await loaded.speaker();
  const voice = await traced('embed voice', () => embedVoice(utterance, speaker, parts, checkpoint));
  const audio = sound ? utteranceSound(utterance) : undefined;
  const score = spoofing ? await spoofingOf(utterance, voice, loaded, checkpoint) : undefined;
  return { ...times, voice, ...(audio && { sound: audio }), ...(score && { spoofing: score }) };
}

async function spoofingOf(
  utterance: CutUtterance,
  voice: Uint8Array,
  loaded: Loaded,
  checkpoint: () => Promise<void>,
): Promise<SpoofingScore | undefined> {
  await checkpoint();
  const { model, maxSeconds } = await loaded.detector();
  const { narrow } = readVoice(voice)[0]!;
  return traced('score spoofing', async () => scoreSpoofing(utterance, narrow, maxSeconds, model));
}
