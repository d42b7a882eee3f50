import { engineSettings, type LoadContext } from '@locutor/contract';
import { SileroVad } from './silero.ts';

/** One for all jobs of a process; each stream takes another of it. */
export function sharedDetector(context: LoadContext): Promise<SileroVad> {
  const { voiceActivityModel } = engineSettings(context.settings);
  return context.shared('voice-activity', () => SileroVad.load(voiceActivityModel));
}
