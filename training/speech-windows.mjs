import { detectSpeechActivity } from '../packages/inference/dist/vad/speech-activity.js';
import { windowsOf } from '../packages/inference/dist/vad/windows-of.js';

/** The windows of some audio as the engine's voice activity detection reads them: samples and probability of speech. */
export async function speechWindows(samples, vad) {
  const windows = [];
  for await (const { samples: window, reading } of detectSpeechActivity(
    windowsOf(once(samples), 0),
    vad,
    async () => {},
  )) {
    windows.push({ samples: window, probability: reading.probability });
  }
  return windows;
}

async function* once(samples) {
  yield samples;
}
