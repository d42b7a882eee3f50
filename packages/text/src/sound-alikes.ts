import { SOUND_ALIKES as ENGLISH } from './en/sound-alikes.ts';

const languages = new Map([['en', new Map(Object.entries(ENGLISH))]]);

/** Other words that a word of a grammar may be written as because they sound the same: "bee" for "b", "for" for "four". */
export function soundAlikes(word: string, language: string): readonly string[] {
  return languages.get(language)?.get(word) ?? [];
}
