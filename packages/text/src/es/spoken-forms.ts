import { cardinal, digits, run } from './numbers.ts';

const DIGITS = /^\d{1,15}$/;
const MONEY = /^(\d{1,9}),(\d\d)€$/;
const CLOCK = /^(\d{1,2})(?::|h)(\d\d)$/;

function digitRun(text: string): string[][] {
  const forms = [run(text)];
  if (text.length === 1 || text[0] !== '0') {
    const value = Number(text);
    forms.push(cardinal(value), cardinal(value, 'feminine'), cardinal(value, 'masculine'));
  }
  return [...forms, digits(text)];
}

function money(euros: number, cents: number): string[][] {
  if (cents === 0 || euros === 0) return [];
  const [large, small] = [cardinal(euros, 'masculine'), cardinal(cents)];
  const unit = euros === 1 ? 'euro' : 'euros';
  return [
    [...large, unit, 'con', ...small],
    [...large, unit, 'y', ...cardinal(cents, 'masculine'), cents === 1 ? 'céntimo' : 'céntimos'],
    [...cardinal(euros), 'con', ...small],
  ];
}

function clock(hour: number, minute: number): string[][] {
  if (hour < 1 || hour > 24 || minute > 59) return [];
  const said = cardinal(hour, 'feminine');
  if (minute === 0) return [said, [...said, hour === 1 ? 'hora' : 'horas']];
  const forms = [[...said, 'y', ...cardinal(minute)]];
  if (minute === 30) forms.push([...said, 'y', 'media']);
  if (minute === 15) forms.push([...said, 'y', 'cuarto']);
  if (minute >= 10) forms.push([...said, ...cardinal(minute)]);
  const following = cardinal(hour === 12 ? 1 : hour + 1, 'feminine');
  if (minute === 45 && hour <= 12) forms.push([...following, 'menos', 'cuarto']);
  else if (minute >= 35 && hour <= 12) forms.push([...following, 'menos', ...cardinal(60 - minute)]);
  return forms;
}

/** Ways to say a written token besides the usual one. */
export function otherSpanishForms(written: string): string[][] {
  const text = written.replaceAll(' ', '');
  const forms = DIGITS.test(text) ? digitRun(text) : [];
  const amount = MONEY.exec(text);
  if (amount) forms.push(...money(Number(amount[1]), Number(amount[2])));
  const time = CLOCK.exec(text);
  if (time) forms.push(...clock(Number(time[1]), Number(time[2])));
  const grouped = /^\d{1,3}(?:\.\d{3})+$/.test(text) ? text.replaceAll('.', '') : '';
  if (DIGITS.test(grouped)) forms.push(cardinal(Number(grouped), 'feminine'));
  return forms;
}
