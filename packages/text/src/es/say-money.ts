import { type CurrencyNames, moneyRule } from '../romance/say-money.ts';
import { SPANISH } from './lexicon.ts';

const DOLLAR: CurrencyNames = { one: 'dólar', many: 'dólares', cent: 'centavo', agreement: 'masculine' };

export const sayMoney = moneyRule({
  lexicon: SPANISH,
  currencies: {
    US$: DOLLAR,
    U$: DOLLAR,
    $: DOLLAR,
    R$: { one: 'real', many: 'reales', cent: 'centavo', agreement: 'masculine' },
    '€': { one: 'euro', many: 'euros', cent: 'céntimo', agreement: 'masculine' },
    '£': { one: 'libra', many: 'libras', cent: 'penique', agreement: 'feminine' },
    '¥': { one: 'yen', many: 'yenes', cent: 'sen', agreement: 'masculine' },
    '₹': { one: 'rupia', many: 'rupias', cent: 'paisa', agreement: 'feminine' },
  },
  link: 'con',
  millions: /^(?:millón|millones|billón|billones)$/i,
  signFollows: true,
  dollarGroups: true,
});
