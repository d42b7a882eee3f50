import { cardinal, digits, run } from './numbers.ts';

const DIGITS = /^\d{1,15}$/;
const MONEY = /^(?:R\$)?(\d{1,9}),(\d\d)$/;
const CLOCK = /^(\d{1,2})(?::|h)(\d\d)$/;

function digitRun(text: string): string[][] {
  const spelled = digits(text);
  const forms = [run(text)];
  if (text.length === 1 || text[0] !== '0') {
    const value = Number(text);
    forms.push(cardinal(value), cardinal(value, true));
  }
  return [...forms, spelled, spelled.map((word) => (word === 'seis' && text.length > 1 ? 'meia' : word))];
}

function money(reais: number, centavos: number): string[][] {
  if (centavos === 0 || reais === 0) return [];
  const [large, small] = [cardinal(reais), cardinal(centavos)];
  return [
    [...large, reais === 1 ? 'real' : 'reais', 'e', ...small],
    [...large, 'e', ...small],
  ];
}

function clock(hour: number, minute: number): string[][] {
  if (hour < 1 || hour > 24 || minute > 59) return [];
  const said = cardinal(hour, true);
  if (minute === 0) return [said, [...said, hour === 1 ? 'hora' : 'horas']];
  const forms = [[...said, 'e', ...cardinal(minute)]];
  if (minute === 30) forms.push([...said, 'e', 'meia']);
  forms.push([
    ...said,
    hour === 1 ? 'hora' : 'horas',
    'e',
    ...cardinal(minute),
    minute === 1 ? 'minuto' : 'minutos',
  ]);
  const following = hour === 12 ? 1 : hour + 1;
  if (minute >= 40 && hour <= 12) {
    forms.push([
      ...cardinal(60 - minute),
      'para',
      following === 1 ? 'a' : 'as',
      ...cardinal(following, true),
    ]);
  }
  return forms;
}

/** Ways to say a written token besides the usual one. */
export function otherPortugueseForms(written: string): string[][] {
  const text = written.replaceAll(' ', '');
  const forms = DIGITS.test(text) ? digitRun(text) : [];
  const amount = MONEY.exec(text);
  if (amount && text.startsWith('R$')) forms.push(...money(Number(amount[1]), Number(amount[2])));
  const time = CLOCK.exec(text);
  if (time) forms.push(...clock(Number(time[1]), Number(time[2])));
  const grouped = /^\d{1,3}(?:\.\d{3})+$/.test(text) ? text.replaceAll('.', '') : '';
  if (DIGITS.test(grouped)) forms.push(cardinal(Number(grouped), true));
  return forms;
}

/** "quatorze" is "catorze" as well. */
export function otherFourteen(forms: readonly (readonly string[])[]): string[][] {
  return forms
    .filter((form) => form.includes('quatorze'))
    .map((form) => form.map((word) => (word === 'quatorze' ? 'catorze' : word)));
}
