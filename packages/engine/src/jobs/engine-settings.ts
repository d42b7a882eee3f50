import type { AudioLimits } from '@locutor/audio';
import type { Settings } from '../process/messages.ts';

/** The settings of the product's own jobs. */
export type EngineSettings = {
  /** Path of the Silero voice activity model, version 5. */
  voiceActivityModel: string;
  /** Bounds on what is decoded; what is left out has the decoder's defaults. */
  audio?: Partial<AudioLimits>;
};

export function engineSettings(settings: Settings): EngineSettings {
  const { voiceActivityModel, audio } = settings as Partial<EngineSettings>;
  if (typeof voiceActivityModel !== 'string') {
    throw new Error(`the setting voiceActivityModel must be a path, not ${String(voiceActivityModel)}`);
  }
  return audio ? { voiceActivityModel, audio } : { voiceActivityModel };
}
