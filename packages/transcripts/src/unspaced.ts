import { charactersOf, columnsOf } from './columns.ts';

/** Scripts that have no spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** No line begins with these, and none ends with opening ones. */
const NO_START = /^[\p{Pe}\p{Pf}\p{Po}\p{M}ーぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ々]/u;
const NO_END = /[\p{Ps}\p{Pi}]$/u;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

const UNSPACED_END = new RegExp(`(?:${UNSPACED.source}|[\\u3000-\\u303f\\uff01-\\uff60])\\p{M}*$`, 'u');
const UNSPACED_START = new RegExp(`^(?:${UNSPACED.source}|[\\u3000-\\u303f\\uff01-\\uff60])`, 'u');

/** What stands between two texts that follow each other: nothing where both are in a script without spaces. */
export function separatorBetween(before: string, after: string): '' | ' ' {
  if (before === '' || after === '') return '';
  return UNSPACED_END.test(before) && UNSPACED_START.test(after) ? '' : ' ';
}

/** What a line may be broken between: all of the text, or its words and characters where a script has no spaces. */
export function breakable(text: string, columns: number): string[] {
  if (!UNSPACED.test(text)) return [text];
  const parts: string[] = [];
  for (const { segment } of words.segment(text)) {
    const fitting =
      columnsOf(segment) > columns && UNSPACED.test(segment) ? charactersOf(segment) : [segment];
    for (const part of fitting) {
      const before = parts.at(-1);
      const joined = before !== undefined && (NO_START.test(part) || NO_END.test(before));
      if (joined && columnsOf(before + part) <= columns) parts[parts.length - 1] = before + part;
      else parts.push(part);
    }
  }
  return parts;
}
