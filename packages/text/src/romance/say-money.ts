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
  /** Whether "$25,000" groups thousands, as most of Latin America writes dollars and pesos. */
  dollarGroups: boolean;
  /** Short forms of millions, one and many: "R$ 3 mi". */
  shortMillions?: ReadonlyMap<string, readonly [one: string, many: string]>;
}

const SIGN = '(US\\$|U\\$|R\\$|\\$|€|£|¥|₹)';
const SIGN_FIRST = new RegExp(`^(-?)${SIGN}(-?[\\d.,]+)$`, 'i');
const SIGN_LAST = new RegExp(`^(-?[\\d.,]+)${SIGN}$`, 'i');
const LONE_SIGN = new RegExp(`^-?${SIGN}$`, 'i');
const COMMA_GROUPS = /^-?\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/;
const SHORT = /^(.*\d)(\p{L}+)$/u;
const FIGURES = /^-?[\d.,]*\d$/;

/** "R$ 25,50", "5€", "US$ 1,5 millones". A point that groups no thousands stands for the comma: "R$ 18.50". */
export function moneyRule(words: MoneyWords): SayRule {
  const { lexicon, currencies, link, millions, signFollows, dollarGroups, shortMillions } = words;

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

  /** Figures with the signs of the language: "1,234.56" is "1234,56". In "1,234" the comma may begin decimals. */
  function figuresOf(text: string, sign: string): string {
    const isClear = /,.*[.,]/.test(text) || (dollarGroups && /^(?:US?)?\$$/.test(sign));
    if (COMMA_GROUPS.test(text) && isClear) return text.replaceAll(',', '').replace('.', ',');
    return text.replace(/^(-?\d+)\.(\d\d?)$/, '$1,$2');
  }

  return (tokens, at) => {
    let { core, used } = withSign(tokens, at);
    const attached = SHORT.exec(core);
    let short = attached ? shortMillions?.get(attached[2]!.toLowerCase()) : undefined;
    if (short) core = attached![1]!;
    const first = SIGN_FIRST.exec(core);
    const last = first ? null : SIGN_LAST.exec(core);
    if (!first && !last) return undefined;
    const sign = (first?.[2] ?? last![2]!).toUpperCase();
    const names = currencies[sign]!;
    const number = parseNumber(figuresOf(first ? first[1]! + first[3]! : last![1]!, sign), lexicon.signs);
    if (!number) return undefined;
    const next = linked(tokens, at + used)?.core.toLowerCase() ?? '';
    if (!short) {
      short = shortMillions?.get(next);
      if (short) used++;
    }
    if (short) {
      const name = Number(number.whole) < 2 ? short[0] : short[1];
      return { words: [...sayQuantity(number, lexicon, 'masculine'), name, 'de', names.many], used };
    }
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
