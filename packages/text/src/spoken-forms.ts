import { languageOf } from './languages.ts';
import { plainText } from './plain.ts';

const MOST_FORMS = 8;
const CAPITALS = /^\p{Lu}{2,5}$/u;

/**
 * The ways a written token may be spoken, the usual one first, eight at most: "25" is "twenty five" or "two five".
 * A token may hold spaces ("R$ 25,50"). Empty where there is nothing to say.
 */
export function spokenForms(written: string, language: string): string[][] {
  const words = written.split(/\s+/).filter((word) => word !== '');
  const usual = plainText(words, language).map((word) => word.text);
  const forms = usual.length > 0 ? [usual] : [];
  const token = words.join(' ');
  forms.push(...(languageOf(language)?.otherForms(token, usual) ?? []));
  if (CAPITALS.test(token)) forms.push(Array.from(token.toLowerCase()));
  const distinct = new Map(forms.map((form) => [form.join(' '), form]));
  return [...distinct.values()].slice(0, MOST_FORMS);
}
