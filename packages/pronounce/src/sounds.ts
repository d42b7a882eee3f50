import { everyWay } from './en/every-way.ts';
import { pronounce } from './pronounce.ts';
import { pronounceSsml } from './pronounce-ssml.ts';

/** What says how a sound is stressed, or parts words and sentences. */
const NO_SOUND = /[^\p{L}]|[ˈˌː]/gu;
const LETTER = /^\p{L}$/u;
/** Sounds that hardly anybody tells apart: the article "a", a vowel that is nearly left out, a tapped "t". */
const SAME: Readonly<Record<string, string>> = { ɐ: 'ə', ᵊ: 'ə', ᵻ: 'ɪ', T: 't', ɾ: 't' };
/** Letters that have a second name, as the British say them. */
const OTHER_NAMES: Readonly<Record<string, string>> = { r: 'ɑ', z: 'zɛd' };

/** The sounds of a text one after the other, a sign for each, without stress and pauses. */
export function soundsOf(text: string, language: string): string {
  return [...pronounce(text, { language })].map(({ phonemes }) => plain(phonemes)).join('');
}

/** Every way to say one word, the usual one first: of a letter its names, and what it is as a word, as "a" is. */
export function waysToSay(word: string, language: string): string[] {
  const said = soundsOf(word, language);
  if (!LETTER.test(word)) return language === 'en' ? everyWay(said, word.toLowerCase(), plain) : [said];
  const document = `<speak><say-as interpret-as="characters">${word}</say-as></speak>`;
  const named = [...pronounceSsml(document, { language })].map(({ phonemes }) => plain(phonemes)).join('');
  const other = language === 'en' ? OTHER_NAMES[word.toLowerCase()] : undefined;
  return [...new Set([named, said, ...(other ? [other] : [])])];
}

function plain(phonemes: string): string {
  return phonemes.replace(NO_SOUND, '').replace(/./gu, (sign) => SAME[sign] ?? sign);
}
