import { wordAt } from '../rewrite/atom.ts';
import type { RewriteRule } from '../rewrite/rewrite.ts';
import { fractionRule, numberRule, ordinalRule } from '../romance/write-number.ts';
import { HUNDRED_VALUES, isNumberWord, ORDINAL_VALUES, PARTS, SCALE_VALUES, VALUES } from './number-words.ts';
import { digitOf, readQuantity } from './read-quantity.ts';

export const writeOrdinal = ordinalRule(ORDINAL_VALUES);
export const writeFraction = fractionRule(VALUES, PARTS);

/** "zero um um meia", "zero oitocentos": at least two digits, all of them said one by one; "meia" is six among them. */
export const writeDigits: RewriteRule = (atoms, at) => {
  let text = '';
  let next = at;
  let sixes = 0;
  if (atoms[at]!.word === 'zero') {
    const hundreds = HUNDRED_VALUES.get(wordAt(atoms, at + 1) ?? '');
    if (hundreds) [text, next] = [`0${hundreds}`, at + 2];
  }
  for (;;) {
    const word = next === at ? atoms[at]!.word : wordAt(atoms, next);
    const isSix = word === 'meia' && !/^(?:noite|hora|dúzia|duzia)$/.test(wordAt(atoms, next + 1) ?? '');
    const digit = isSix ? '6' : digitOf(word);
    if (!digit || endsRun(wordAt(atoms, next + 1))) break;
    sixes += isSix ? 1 : 0;
    text += digit;
    next++;
  }
  return text.length >= (sixes ? 3 : 2) && text.length > sixes ? { words: [text], next } : undefined;
};

function endsRun(after: string | undefined): boolean {
  return after !== undefined && (SCALE_VALUES.has(after) || /^(?:vírgula|virgula|ponto)$/.test(after));
}

const NAMES_BEFORE =
  /^(?:número|numero|capítulo|página|sala|opção|canal|linha|nível|versão|tecle|disque|digite|etapa|passo|apartamento|mais|menos|vezes|portão|voo)$/;

export const writeNumber = numberRule({
  readQuantity,
  one: /^uma?$/,
  namesBefore: NAMES_BEFORE,
  isListed: (word) => isNumberWord(word) || /^(?:meia|\d+)$/.test(word),
});
