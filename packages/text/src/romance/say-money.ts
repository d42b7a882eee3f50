import type { Agreement } from '../say/agreement.ts';
import type { Lexicon } from '../say/lexicon.ts';
import { linked, type SayRule, type Token } from '../say/token.ts';
import { isOne, parseNumber, sayQuantity, type WrittenNumber } from '../say/written-number.ts';

export interface CurrencyNames {
  one: string;
  many: string;
  cent: string;
  agreement?: Agreement;
}

/** How Portuguese and Spanish say money. */
export interface MoneyWords {
  lexicon: Lexicon;
  /** By sign: US$, U$, R$, $, €, £, ¥, ₹. */
  currencies: Readonly<Record<string, CurrencyNames>>;
  /** Between the amount and its cents: "e", "con". */
  link: string;
  millions: RegExp;
  /** Whether a sign may be a word of its own after the number: "25,50 €". */
  signFollows: boolean;
}

const SIGN = '(US\\$|U\\$|R\\$|\\$|€|£|¥|₹)';
const SIGN_FIRST = new RegExp(`^(-?)${SIGN}(-?[\\d.,]+)$`, 'i');
const SIGN_LAST = new RegExp(`^(-?[\\d.,]+)${SIGN}$`, 'i');
const LONE_SIGN = new RegExp(`^-?${SIGN}$`, 'i');
const FIGURES = /^-?[\d.,]*\d$/;

/** "R$ 25,50", "5€", "US$ 1,5 millones". A point that groups no thousands stands for the comma: "R$ 18.50". */
export function moneyRule({ lexicon, currencies, link, millions, signFollows }: MoneyWords): SayRule {
  /** The number and its sign as one text: "$ 5" and "5 €" are two tokens. */
  function withSign(tokens: readonly Token[], at: number): { core: string; used: number } {
    const { core } = tokens[at]!;
    const next = linked(tokens, at + 1)?.core ?? '';
    const isPair = LONE_SIGN.test(core)
      ? /^-?\d/.test(next)
      : signFollows && FIGURES.test(core) && LONE_SIGN.test(next);
    return isPair ? { core: core + next, used: 2 } : { core, used: 1 };
  }

  function amount(number: WrittenNumber, names: CurrencyNames): string[] {
    if (number.decimals?.length !== 2) return counted(number, names);
    const whole = { ...number, decimals: undefined, whole: number.whole || '0' };
    const hundredths = Number(number.decimals);
    const cent = hundredths === 1 ? names.cent : `${names.cent}s`;
    const cents = [...lexicon.cardinal(hundredths, 'masculine'), cent];
    if (Number(whole.whole) === 0 && hundredths > 0)
      return number.negative ? [lexicon.minus, ...cents] : cents;
    return hundredths === 0 ? counted(whole, names) : [...counted(whole, names), link, ...cents];
  }

  /** "um milhão de reais": after a round million the unit takes "de". */
  function counted(number: WrittenNumber, names: CurrencyNames): string[] {
    const isRound = number.decimals === undefined && /^[1-9]\d*0{6}$/.test(number.whole);
    const unit = isOne(number) ? names.one : names.many;
    return [...sayQuantity(number, lexicon, names.agreement), ...(isRound ? ['de'] : []), unit];
  }

  return (tokens, at) => {
    const { core, used } = withSign(tokens, at);
    const first = SIGN_FIRST.exec(core);
    const last = first ? null : SIGN_LAST.exec(core);
    if (!first && !last) return undefined;
    const names = currencies[(first?.[2] ?? last![2]!).toUpperCase()]!;
    const text = (first ? first[1]! + first[3]! : last![1]!).replace(/^(-?\d+)\.(\d\d?)$/, '$1,$2');
    const number = parseNumber(text, lexicon.signs);
    if (!number) return undefined;
    const next = linked(tokens, at + used)?.core.toLowerCase() ?? '';
    if (millions.test(next)) {
      return {
        words: [...sayQuantity(number, lexicon, 'masculine'), next, 'de', names.many],
        used: used + 1,
      };
    }
    if (next === 'mil')
      return { words: [...sayQuantity(number, lexicon), 'mil', names.many], used: used + 1 };
    return { words: amount(number, names), used };
  };
}
