import { dateRule } from '../romance/say-date.ts';
import { MONTHS, monthNumber } from './calendar.ts';
import { cardinal } from './numbers.ts';

export const sayDate = dateRule({
  day: /^(\d{1,2})[º°]?$/,
  first: 'primeiro',
  months: MONTHS,
  monthNumber,
  cardinal: (value) => cardinal(value),
});
