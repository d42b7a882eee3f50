export { type AlignInput, alignWords, type WordTime } from './align-words.ts';
