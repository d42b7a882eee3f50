// How the server makes grammars of a text is an inner part of VERIFY; the benchmark checks texts as it does.

export { textGrammars } from '../../../packages/server/dist/biometrics/challenge/text-grammars.js';
