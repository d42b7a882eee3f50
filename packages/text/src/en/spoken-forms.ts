import { cardinal, digits, run, twoDigits, year } from './numbers.ts';

const DIGITS = /^\d{1,15}$/;
const MONEY = /^\$(\d{1,9})\.(\d\d)$/;
const CLOCK = /^(\d{1,2}):(\d\d)$/;

function digitRun(text: string): string[][] {
  const spelled = digits(text);
  const forms = [run(text)];
  const value = Number(text);
  const leads = text.length > 1 && text[0] === '0';
  if (!leads) forms.push(cardinal(value), cardinal(value, true));
  if (text.length === 3 && !leads && text !== `${text[0]}00`) {
    forms.push([...cardinal(Number(text[0])), ...twoDigits(Number(text.slice(1)))]);
  }
  if (text.length === 4 && !leads) forms.push(year(value));
  return [...forms, spelled, spelled.map((word) => (word === 'zero' ? 'oh' : word))];
}

function money(dollars: number, cents: number): string[][] {
  if (cents === 0) return [];
  const [large, small] = [cardinal(dollars), cardinal(cents)];
  const unit = dollars === 1 ? 'dollar' : 'dollars';
  return [
    [...large, unit, ...small, cents === 1 ? 'cent' : 'cents'],
    [...large, unit, 'and', ...small],
    [...large, ...twoDigits(cents)],
  ];
}

function clock(hour: number, minute: number): string[][] {
  if (hour < 1 || hour > 12 || minute > 59) return [];
  const [said, following] = [cardinal(hour), cardinal(hour === 12 ? 1 : hour + 1)];
  if (minute === 0) return [said, [...said, "o'clock"]];
  const forms = [[...said, ...twoDigits(minute)]];
  if (minute === 30) forms.push(['half', 'past', ...said]);
  if (minute === 15) forms.push(['quarter', 'past', ...said], ['a', 'quarter', 'past', ...said]);
  if (minute === 45) forms.push(['quarter', 'to', ...following], ['a', 'quarter', 'to', ...following]);
  return forms;
}

/** Ways to say a written token besides the usual one. */
export function otherEnglishForms(written: string): string[][] {
  if (DIGITS.test(written)) return digitRun(written);
  const amount = MONEY.exec(written);
  if (amount) return money(Number(amount[1]), Number(amount[2]));
  const time = CLOCK.exec(written);
  if (time) return clock(Number(time[1]), Number(time[2]));
  const plainDigits = written.replaceAll(',', '');
  return /^\d{1,3}(?:,\d{3})+$/.test(written) && DIGITS.test(plainDigits)
    ? [cardinal(Number(plainDigits), true)]
    : [];
}
