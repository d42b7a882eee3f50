import type { AudioLimits } from '@locutor/audio';
import type { Settings } from './messages.ts';
import type { RecognizerName } from './recognizer-name.ts';

/** The settings of the product's own jobs. */
export type EngineSettings = {
  /** Path of the Silero voice activity model, version 6. */
  voiceActivityModel: string;
  /** Path of the speaker embedding model; embedding of speakers needs it. */
  speakerModel?: string;
  /** Folder of the model store. Default: the user's. */
  modelsDir?: string;
  /** Recognition models to load while a process starts; others are loaded when first asked for. */
  preload?: readonly RecognizerName[];
  /** Models that no job used for so long are unloaded, and loaded again when one needs them. Default 0: never. */
  modelIdleMinutes?: number;
  /** Bounds on what is decoded; what is left out has the decoder's defaults. */
  audio?: Partial<AudioLimits>;
};

export function engineSettings(settings: Settings): EngineSettings {
  const { voiceActivityModel, ...others } = settings as Partial<EngineSettings>;
  if (typeof voiceActivityModel !== 'string') {
    throw new Error(`the setting voiceActivityModel must be a path, not ${String(voiceActivityModel)}`);
  }
  return { voiceActivityModel, ...others };
}
