// How the server makes grammars of a text is an inner part of VERIFY; the benchmark checks texts as it does.

export { textGrammars } from '../../../packages/server/dist/operations/verify/challenge/text-grammars.js';
