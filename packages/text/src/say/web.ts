import type { Lexicon } from './lexicon.ts';
import { sayPieces } from './pieces.ts';
import type { SayRule } from './token.ts';

// Endings by which a name with dots is an address or a file and not two sentences with the blank forgotten.
const ENDING =
  /\.(?:com|org|net|edu|gov|mil|info|biz|io|ai|app|dev|tv|me|co|br|pt|uk|us|ca|de|fr|es|it|eu|au|in|jp|cn|js|ts|py|html?|pdf|txt|csv|docx?|xlsx?|exe|zip|mp3|mp4|jpe?g|png)(?:[/?#:].*)?$/;
const SCHEME = /^(?:https?:\/\/|www\.)/i;
const MAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;

/** Addresses of the web and of mail: "john.doe@example.com" is "john dot doe at example dot com". */
export function webRule(lexicon: Lexicon): SayRule {
  const marks: ReadonlyMap<string, string> = new Map([
    ['.', lexicon.dot],
    ['@', lexicon.at],
    ['/', lexicon.slash],
    ['-', lexicon.dash],
    ['_', lexicon.underscore],
    [':', lexicon.colon],
  ]);
  return (tokens, at) => {
    const { core } = tokens[at]!;
    if (!core.includes('.')) return undefined;
    if (!MAIL.test(core) && !SCHEME.test(core) && !(ENDING.test(core) && /\p{L}/u.test(core[0]!)))
      return undefined;
    const words: string[] = [];
    for (const part of core.replace('://', ':/').split(/([.@/:_-])/)) {
      if (part === '') continue;
      words.push(...(marks.get(part)?.split(' ') ?? sayPieces(part, lexicon)));
    }
    return { words, used: 1 };
  };
}
