export { type AlignInput, alignWords } from './align-words.ts';
export type { WordTime } from './place-words.ts';
