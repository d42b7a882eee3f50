// Sounds are an inner part of the engine; a benchmark that cuts letters out of spelled names has to look inside.

export { SoundReader } from '../../../packages/inference/dist/sounds/sound-reader.js';
export type { SoundReading } from '../../../packages/inference/dist/sounds/sound-reading.js';
