import { Type } from 'typebox';

/** A word or phrase to favour; the boost is 0 (not at all) to 100 (as much as can be). */
export interface Hint {
  readonly phrase: string;
  readonly boost: number;
}

export const DEFAULT_BOOST = 10;
const MAX_BOOST = 100;
export const MAX_PHRASES = 500;

/** `word:boost, a phrase:boost, …`; a word without a boost has the default one. */
export const hintList = Type.Refine(
  Type.String({ examples: ['locutor:20, ana maria:5'] }),
  (text) => split(text).length <= MAX_PHRASES && wrongHint(text) === undefined,
  () =>
    `at most ${MAX_PHRASES} words or phrases with boosts from 0 to ${MAX_BOOST}, such as "locutor:20, ana maria:5"`,
);

/** Of a text that is a list of hints. */
export function readHints(text: string): Hint[] {
  return split(text).map((item) => readItem(item)!);
}

export function wrongHint(text: string): string | undefined {
  return split(text).find((item) => readItem(item) === undefined);
}

function split(text: string): string[] {
  return asUtf8(text)
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function readItem(item: string): Hint | undefined {
  const colon = item.lastIndexOf(':');
  const phrase = (colon === -1 ? item : item.slice(0, colon)).trim().replace(/\s+/g, ' ');
  const boost = colon === -1 ? DEFAULT_BOOST : readBoost(item.slice(colon + 1).trim());
  return phrase === '' || boost === undefined ? undefined : { phrase, boost };
}

function readBoost(text: string): number | undefined {
  const boost = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return boost <= MAX_BOOST ? boost : undefined;
}

/** Headers arrive as one character per byte; clients write words like "joão" in UTF-8. */
function asUtf8(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
