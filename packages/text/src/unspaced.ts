const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar'];

/**
 * The characters of scripts that are written without spaces between words, for a class of a regular expression; with
 * `scx` also those that a script shares with others, such as the long vowel mark ー. The grammar package takes them for words
 * of their own, and the transcripts package cuts lines between them: those import nothing, and have the same list.
 */
export function unspacedCharacters(property: 'sc' | 'scx'): string {
  return SCRIPTS.map((script) => `\\p{${property}=${script}}`).join('');
}

const UNSPACED_END = new RegExp(`[${unspacedCharacters('sc')}]\\p{M}*$`, 'u');

/** Whether a word ends in a script that is written without spaces between words. */
export function isUnspaced(word: string): boolean {
  return UNSPACED_END.test(word);
}

/** Languages that are written without spaces between words. */
const UNSPACED_LANGUAGES = new Set(['zh', 'yue', 'ja', 'th', 'lo', 'my', 'km', 'bo']);

/** What stands between two words of a text. */
export function wordSeparator(language: string): '' | ' ' {
  return UNSPACED_LANGUAGES.has(language) ? '' : ' ';
}
