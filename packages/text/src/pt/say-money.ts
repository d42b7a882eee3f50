import { type CurrencyNames, moneyRule } from '../romance/say-money.ts';
import { PORTUGUESE } from './lexicon.ts';

const cent = 'centavo';
const DOLLAR: CurrencyNames = { one: 'dólar', many: 'dólares', cent };

export const sayMoney = moneyRule({
  lexicon: PORTUGUESE,
  currencies: {
    R$: { one: 'real', many: 'reais', cent },
    US$: DOLLAR,
    U$: DOLLAR,
    $: DOLLAR,
    '€': { one: 'euro', many: 'euros', cent },
    '£': { one: 'libra', many: 'libras', cent, agreement: 'feminine' },
    '¥': { one: 'iene', many: 'ienes', cent },
    '₹': { one: 'rupia', many: 'rupias', cent, agreement: 'feminine' },
  },
  link: 'e',
  millions: /^(?:milhão|milhões|bilhão|bilhões|trilhão|trilhões)$/i,
  signFollows: false,
  dollarGroups: false,
  shortMillions: new Map([
    ['mi', ['milhão', 'milhões']],
    ['bi', ['bilhão', 'bilhões']],
    ['tri', ['trilhão', 'trilhões']],
  ]),
});
