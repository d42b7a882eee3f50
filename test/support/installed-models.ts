import { defaultModelsDir, ModelStore } from '@locutor/models';

export const store = new ModelStore({ dir: process.env.LOCUTOR_MODELS_DIR ?? defaultModelsDir() });

/** The best of the multilingual models that are installed. */
export const whisper = ['whisper-small', 'whisper-base', 'whisper-tiny'].find(
  (name) => store.missing([name]).length === 0,
);
export const hasWhisper = whisper === 'whisper-small';
