// Sounds are an inner part of the engine; a benchmark that cuts letters out of spelled names has to look inside.

export { SoundReader } from '../../../packages/engine/dist/sounds/sound-reader.js';
export type { SoundReading } from '../../../packages/engine/dist/sounds/sound-reading.js';
