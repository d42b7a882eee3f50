// How single words are pronounced is an inner part of the package; a benchmark of it has to look inside.
export { modelSounds } from '../../../packages/pronounce/dist/en/arpabet.js';
export { lookUp } from '../../../packages/pronounce/dist/en/dictionary.js';
export { lettersToSounds } from '../../../packages/pronounce/dist/en/letters-to-sounds.js';
export { soundsOf } from '../../../packages/pronounce/dist/en/pronouncer.js';
export { pronouncerOf } from '../../../packages/pronounce/dist/languages.js';
