const PLAIN_ASCII = /^[\x21-\x7e]*$/;
// Soft hyphens, zero-width spaces and marks of writing direction: never spoken and never a boundary.
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const VULGAR: Readonly<Record<string, string>> = { '½': '1/2', '¼': '1/4', '¾': '3/4' };
const VULGAR_DECIMALS: Readonly<Record<string, string>> = { '½': '5', '¼': '25', '¾': '75' };

/** The word with one sign for each idea: straight apostrophes, one hyphen, composed accents, nothing invisible. */
export function tidy(word: string): string {
  if (PLAIN_ASCII.test(word)) return word;
  return word
    .normalize('NFC')
    .replace(INVISIBLE, '')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[’‘ʼ´`]/g, "'")
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/\u2044/g, '/');
}

/** Digits of any script, circled numbers and fractions as ASCII; `decimal` is the sign before the decimals. */
export function asciiNumbers(word: string, decimal: string): string {
  if (PLAIN_ASCII.test(word)) return word;
  return word
    .replace(/(\d)([½¼¾])/g, (_, digit: string, part: string) => digit + decimal + VULGAR_DECIMALS[part])
    .replace(/[½¼¾]/g, (part) => VULGAR[part]!)
    .replace(/[^\P{Nd}0-9]/gu, digitValue)
    .replace(/[^\P{No}²³]|\p{Nl}/gu, (sign) => sign.normalize('NFKC'));
}

// The digits of a script are ten in a row that begin at ...0 or ...6; the mathematical ones are many tens in a row.
function digitValue(digit: string): string {
  const code = digit.codePointAt(0)!;
  if (code >= 0x1d7ce && code <= 0x1d7ff) return String((code - 0x1d7ce) % 10);
  const low = code & 0xf;
  const startsAtZero = /\p{Nd}/u.test(String.fromCodePoint(code - low));
  return String(startsAtZero ? low % 10 : (low + 4) % 10);
}

const TURKIC = /^(?:tr|az)$/;

/** Lower case as the language has it: only in Turkish and Azerbaijani is "I" not the capital of "i". */
export function lowerCase(text: string, language: string): string {
  const lower = TURKIC.test(language) ? text.toLocaleLowerCase(language) : text.toLowerCase();
  return PLAIN_ASCII.test(lower) ? lower : lower.normalize('NFC');
}
