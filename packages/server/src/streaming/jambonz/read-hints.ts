import { wrong } from '../../fields/index.ts';
import { isObject, notTooLong } from '../json-message.ts';

const HIGHEST = 100;

/**
 * The hints of a recogniser as `hints.words` has them. jambonz sends a list of phrases, or a list of objects with a phrase
 * and a boost, and that as JSON in a text. Undefined where there are none.
 */
export function readHints(hints: unknown, hintsBoost: unknown): string | undefined {
  if (hints === undefined || hints === null) return undefined;
  const list = typeof hints === 'string' ? listIn(notTooLong(hints, 'hints')) : hints;
  if (!Array.isArray(list)) throw wrong('hints', 'a list of phrases', hints);
  const shared = boostOf(hintsBoost, 'hintsBoost');
  const words = list.flatMap((hint) => {
    const isPhrase = typeof hint === 'string';
    const phrase = isPhrase ? hint : isObject(hint) ? hint.phrase : undefined;
    if (typeof phrase !== 'string') throw wrong('hints', 'phrases, or objects with a phrase', hint);
    const boost = (isPhrase ? undefined : boostOf((hint as { boost?: unknown }).boost, 'boost')) ?? shared;
    const plain = phrase.replace(/[,:\s\p{Cc}]+/gu, ' ').trim();
    return plain === '' ? [] : [boost === undefined ? plain : `${plain}:${boost}`];
  });
  return words.length === 0 ? undefined : words.join(', ');
}

function listIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.split(',');
  }
}

/** Other vendors have other scales: what is beyond ours is its end. */
function boostOf(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(name, 'a number', value);
  return Number(Math.min(HIGHEST, Math.max(0, value)).toFixed(3));
}
