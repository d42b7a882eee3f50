import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainText, textOf, writtenText } from './index.ts';

const RUNS = { numRuns: 1_000 };
const range = (min: number, max: number) => fc.integer({ min, max });
const anySize = range(1, 12).chain((size) => range(0, 10 ** size));
const two = (value: number) => String(value).padStart(2, '0');
const group = (value: number, sign: string) => String(value).replace(/\B(?=(?:\d{3})+$)/g, sign);

function expectBack(written: string, language: string): void {
  const spoken = plainText(written.split(' '), language).map((word) => word.text);
  expect(spoken.join(' ')).not.toMatch(/\d/);
  expect(textOf(writtenText(spoken, language))).toBe(written);
}

const MILLIONS = {
  en: ['million', 'million', 'billion', 'billion', 'trillion'],
  pt: ['milhão', 'milhões', 'bilhão', 'bilhões', 'trilhão'],
};

/** Whole numbers as the written form has them: round millions keep their name. */
function whole(value: number, language: 'en' | 'pt'): string {
  const at = value >= 1e12 ? 4 : value >= 1e9 ? 2 : 0;
  const count = value / [1e6, 0, 1e9, 0, 1e12][at]!;
  if (Number.isInteger(count) && count > 0 && count < 1000)
    return `${count} ${MILLIONS[language][at + (count > 1 ? 1 : 0)]}`;
  if (language === 'en') return value > 2000 && value < 2010 ? String(value) : group(value, ',');
  return value < 2100 ? String(value) : group(value, '.');
}

const day = fc.date({ min: new Date('1300-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

describe('English written text, said and written again', () => {
  const months =
    'January February March April May June July August September October November December'.split(' ');

  it('has the same whole numbers', () => {
    fc.assert(
      fc.property(anySize, (value) => expectBack(whole(value, 'en'), 'en')),
      RUNS,
    );
  });

  it('has the same numbers with a sign and decimals', () => {
    const decimals = fc.stringMatching(/^\d{1,5}$/);
    fc.assert(
      fc.property(range(0, 1e9), decimals, fc.boolean(), (value, part, negative) =>
        expectBack(`${negative ? '-' : ''}${group(value, ',')}.${part}`, 'en'),
      ),
      RUNS,
    );
  });

  it('has the same codes and years', () => {
    const code = fc.oneof(
      fc.stringMatching(/^0\d{1,9}$/),
      fc.stringMatching(/^[1-9]\d{4,12}[1-9]$/),
      range(1100, 1999).map(String),
    );
    fc.assert(
      fc.property(code, (text) => {
        // Before 1300 the pairs are times: "twelve thirty".
        fc.pre(!(/^1[12]\d\d$/.test(text) && Number(text.slice(2)) < 60 && !text.endsWith('00')));
        expectBack(text, 'en');
      }),
      RUNS,
    );
  });

  it('has the same money', () => {
    const cents = fc.option(range(1, 99), { nil: undefined });
    fc.assert(
      fc.property(range(0, 999_999), cents, fc.constantFrom('$', '€'), (value, part, sign) => {
        fc.pre(value > 0 || (part !== undefined && sign === '$'));
        expectBack(sign + group(value, ',') + (part === undefined ? '' : `.${two(part)}`), 'en');
      }),
      RUNS,
    );
  });

  it('has the same dates', () => {
    fc.assert(
      fc.property(day, (date) => {
        expectBack(`${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`, 'en');
        expectBack(`${months[date.getUTCMonth()]} ${date.getUTCDate()}`, 'en');
      }),
      RUNS,
    );
  });

  it('has the same times', () => {
    const half = fc.constantFrom(' a.m.', ' p.m.');
    fc.assert(
      fc.property(range(1, 12), range(1, 59), half, (hour, minute, side) => {
        expectBack(`${hour}:${two(minute)}${side}`, 'en');
        expectBack(`at ${hour}:${two(minute)}`, 'en');
        expectBack(`at ${hour + 11}:${two(minute)}`, 'en');
        expectBack(`${hour}${side}`, 'en');
        expectBack(`${hour}:00`, 'en');
        expectBack(`${hour + 11}:00`, 'en');
      }),
    );
  });

  it('has the same percentages, temperatures and ordinals from ten', () => {
    fc.assert(
      fc.property(range(0, 999), range(0, 9), range(10, 9999), (value, tenth, rank) => {
        expectBack(`${value}%`, 'en');
        expectBack(`-${value}.${tenth}°C`, 'en');
        const suffix =
          rank % 100 > 10 && rank % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th');
        if (rank % 100 !== 0) expectBack(`${rank}${suffix}`, 'en');
      }),
      RUNS,
    );
  });
});

describe('Portuguese written text, said and written again', () => {
  const months =
    'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');

  it('has the same whole numbers', () => {
    fc.assert(
      fc.property(anySize, (value) => expectBack(whole(value, 'pt'), 'pt')),
      RUNS,
    );
  });

  it('has the same numbers with a sign and decimals', () => {
    const decimals = fc.stringMatching(/^\d{1,5}$/);
    fc.assert(
      fc.property(range(0, 1e9), decimals, fc.boolean(), (value, part, negative) =>
        expectBack(`${negative ? '-' : ''}${group(value, '.')},${part}`, 'pt'),
      ),
      RUNS,
    );
  });

  it('has the same codes', () => {
    const code = fc.oneof(fc.stringMatching(/^0\d{1,9}$/), fc.stringMatching(/^[1-9]\d{4,12}[1-9]$/));
    fc.assert(
      fc.property(code, (text) => expectBack(text, 'pt')),
      RUNS,
    );
  });

  it('has the same money', () => {
    const cents = fc.option(range(1, 99), { nil: undefined });
    fc.assert(
      fc.property(range(0, 999_999), cents, fc.constantFrom('R$', 'US$', '€'), (value, part, sign) => {
        fc.pre(value > 0 || (part !== undefined && sign === 'R$'));
        expectBack(`${sign} ${group(value, '.')}${part === undefined ? '' : `,${two(part)}`}`, 'pt');
      }),
      RUNS,
    );
  });

  it('has the same dates', () => {
    fc.assert(
      fc.property(day, (date) => {
        const first = date.getUTCDate() === 1 ? '1º' : String(date.getUTCDate());
        expectBack(`${first} de ${months[date.getUTCMonth()]} de ${date.getUTCFullYear()}`, 'pt');
      }),
      RUNS,
    );
  });

  it('has the same times', () => {
    fc.assert(
      fc.property(range(1, 23), range(1, 59), (hour, minute) => {
        expectBack(`às ${hour}:${two(minute)}`, 'pt');
        expectBack(`às ${hour}:00`, 'pt');
      }),
    );
  });

  it('has the same percentages, temperatures and ordinals from ten', () => {
    fc.assert(
      fc.property(
        range(0, 999),
        range(0, 9),
        range(10, 999),
        fc.constantFrom('º', 'ª'),
        (value, tenth, rank, gender) => {
          expectBack(`${value}%`, 'pt');
          expectBack(`-${value},${tenth}°C`, 'pt');
          expectBack(rank + gender, 'pt');
        },
      ),
      RUNS,
    );
  });
});

describe('Spanish written text, said and written again', () => {
  const months =
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
  const figures = (value: number) => (value < 10_000 ? String(value) : group(value, '.'));

  it('has the same whole numbers', () => {
    fc.assert(
      fc.property(anySize, (value) => {
        const scale = value >= 1e12 && value % 1e12 === 0 ? 1e12 : value > 0 && value % 1e6 === 0 ? 1e6 : 1;
        const count = value / scale;
        const name = scale === 1 ? '' : `${scale === 1e12 ? ' b' : ' m'}ill${count === 1 ? 'ón' : 'ones'}`;
        expectBack(figures(count) + name, 'es');
      }),
      RUNS,
    );
  });

  it('has the same numbers with a sign and decimals', () => {
    const decimals = fc.stringMatching(/^\d{1,5}$/);
    fc.assert(
      fc.property(range(0, 1e9), decimals, fc.boolean(), (value, part, negative) =>
        expectBack(`${negative ? '-' : ''}${figures(value)},${part}`, 'es'),
      ),
      RUNS,
    );
  });

  it('has the same codes', () => {
    const code = fc.oneof(fc.stringMatching(/^0\d{1,9}$/), fc.stringMatching(/^[1-9]\d{4,12}[1-9]$/));
    fc.assert(
      fc.property(code, (text) => expectBack(text, 'es')),
      RUNS,
    );
  });

  it('has the same money', () => {
    const cents = fc.option(range(1, 99), { nil: undefined });
    fc.assert(
      fc.property(range(0, 999_999), cents, fc.constantFrom('US$', '€'), (value, part, sign) => {
        fc.pre(value > 0 || (part !== undefined && sign === '€'));
        const amount = figures(value) + (part === undefined ? '' : `,${two(part)}`);
        expectBack(sign === '€' ? `${amount} €` : `${sign} ${amount}`, 'es');
      }),
      RUNS,
    );
  });

  it('has the same dates', () => {
    fc.assert(
      fc.property(day, (date) => {
        expectBack(`${date.getUTCDate()} de ${months[date.getUTCMonth()]} de ${date.getUTCFullYear()}`, 'es');
      }),
      RUNS,
    );
  });

  it('has the same times', () => {
    fc.assert(
      fc.property(range(0, 23), range(1, 59), (hour, minute) => {
        expectBack(`a ${hour === 1 ? 'la' : 'las'} ${hour}:${two(minute)}`, 'es');
        expectBack(`a ${hour === 1 ? 'la' : 'las'} ${hour}:00`, 'es');
      }),
    );
  });

  it('has the same percentages, temperatures and ordinals from ten', () => {
    fc.assert(
      fc.property(
        range(0, 999),
        range(0, 9),
        range(10, 999),
        fc.constantFrom('º', 'ª'),
        (value, tenth, rank, gender) => {
          expectBack(`${value}%`, 'es');
          expectBack(`-${value},${tenth}°C`, 'es');
          expectBack(rank + gender, 'es');
        },
      ),
      RUNS,
    );
  });
});
