/** Text and SSML in, phonemes for speech synthesis out, in English, Portuguese and Spanish; pure functions. */
export { pronouncedLanguage, pronouncedLanguages } from './languages.ts';
export { type PronounceOptions, pronounce, type SsmlOptions } from './pronounce.ts';
export { pronounceSsml } from './pronounce-ssml.ts';
export { soundsOf, waysToSay } from './sounds.ts';
export { ssmlLimits } from './ssml/limits.ts';
export { SsmlError } from './ssml/ssml-error.ts';
export type { Mark, Utterance } from './utterance.ts';
