import { hearVoice } from '../endpoint/hear-voice.ts';
import { windowsOf } from '../endpoint/windows-of.ts';
import { embedVoice } from '../speakers/embed-voice.ts';
import { soundsLikeSpeech } from '../speakers/second-hearing.ts';
import { type SpeakerModelGetter, sharedSpeakerModel } from '../speakers/shared-speaker-model.ts';
import { SpeechAccount } from '../speakers/speech-account.ts';
import type { HeardAudio, HeardUtterance, HearSpeakerInput } from '../speakers/types.ts';
import { type CutUtterance, UtteranceCutter } from '../speakers/utterance-cutter.ts';
import { soundFault } from '../speakers/utterance-quality.ts';
import { SileroVad } from '../voice/silero.ts';
import { VOICE_RATE } from '../voice/voice-rate.ts';
import { chunksOf } from './audio-input.ts';
import { defineJob, type JobContext } from './define-job.ts';
import { type EngineSettings, engineSettings } from './engine-settings.ts';

interface Loaded {
  settings: EngineSettings;
  voice: SileroVad;
  speaker: SpeakerModelGetter;
}

type Context = JobContext<Loaded>;

/** What is said in an audio, utterance by utterance, and what the voice of each is like. */
export const hearSpeaker = defineJob({
  kind: 'hear-speaker',

  async load(context) {
    const settings = engineSettings(context.settings);
    const voice = await context.shared('voice-activity', () => SileroVad.load(settings.voiceActivityModel));
    return { settings, voice, speaker: await sharedSpeakerModel(context) };
  },

  async run(input: HearSpeakerInput, context: Context): Promise<HeardAudio> {
    const { audio, allowance, halves = false, endSilence } = input;
    const { settings, voice } = context.loaded;
    const checkpoint = () => context.checkpoint();
    const account = new SpeechAccount(allowance);
    const cutter = new UtteranceCutter(endSilence);
    const utterances: HeardUtterance[] = [];
    const add = async (utterance: CutUtterance | undefined) => {
      if (utterance) utterances.push(await hear(utterance, account, halves, context));
    };
    let samples = 0;
    const chunks = chunksOf(audio, settings.audio, context);
    for await (const window of hearVoice(windowsOf(chunks, 0), voice, checkpoint)) {
      samples += window.samples.length;
      await add(cutter.push(window, account.left || Number.POSITIVE_INFINITY));
    }
    await add(cutter.finish());
    const { exceeded } = account;
    return { seconds: samples / VOICE_RATE, utterances, ...(exceeded && { exceeded }) };
  },
});

async function hear(
  utterance: CutUtterance,
  account: SpeechAccount,
  halves: boolean,
  { loaded, checkpoint }: Context,
): Promise<HeardUtterance> {
  const { start, end, speech } = utterance;
  const times = { start, end, speech };
  // What goes on beyond the limit of speech is beyond it, however short or bad it is.
  if (!(utterance.continues && account.left === 0)) {
    const fault = soundFault(utterance);
    if (fault) return { ...times, rejected: fault };
    if (!(await soundsLikeSpeech(utterance, loaded.voice.another(), checkpoint))) {
      return { ...times, rejected: 'not-speech' };
    }
  }
  const limit = account.take(speech);
  if (limit) return { ...times, rejected: 'trimmed', trimmedBy: limit };
  const speaker = await loaded.speaker();
  return { ...times, voice: await embedVoice(utterance, speaker, halves, checkpoint) };
}
