export { expectedOf } from './expected.ts';
export { integer, number, oneOf, text, VISIBLE_WORDS, visible, visibleLines, worded } from './fields.ts';
export { fits } from './fits.ts';
export { fromText } from './from-text.ts';
export { expectation, wrong } from './message.ts';
export { readTexts, readValue } from './read.ts';
