import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../compile/compile.ts';
import { builtinGrammar } from './index.ts';

// An independent speaker of English: it says random values in the ways people do, and the grammar must bring them back.
const small = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen',
  'seventeen eighteen nineteen',
]
  .join(' ')
  .split(' ');
const tens = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const ordinals = [
  '- first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth',
  'fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
]
  .join(' ')
  .split(' ');

interface Manner {
  readonly and: boolean;
  readonly hyphen: boolean;
  readonly article: boolean;
}

const anyManner = fc.record({ and: fc.boolean(), hyphen: fc.boolean(), article: fc.boolean() });

function sayBelow100(n: number, { hyphen }: Manner): string {
  if (n < 20) return small[n]!;
  const unit = n % 10 === 0 ? '' : `${hyphen ? '-' : ' '}${small[n % 10]}`;
  return tens[Math.floor(n / 10)]! + unit;
}

function sayNumber(n: number, manner: Manner): string {
  if (n < 100) return sayBelow100(n, manner);
  for (const [size, name] of [
    [1e12, 'trillion'],
    [1e9, 'billion'],
    [1e6, 'million'],
    [1e3, 'thousand'],
    [100, 'hundred'],
  ] as const) {
    if (n < size) continue;
    const count = Math.floor(n / size);
    const rest = n % size;
    const head = count === 1 && manner.article ? `a ${name}` : `${sayNumber(count, manner)} ${name}`;
    if (rest === 0) return head;
    return `${head} ${manner.and && rest < 100 ? 'and ' : ''}${sayNumber(rest, { ...manner, article: false })}`;
  }
  throw new Error(`no name for ${n}`);
}

function sayDigits(digits: string, joined: boolean): string {
  const words = digits.replace(/(\d)\1\1|(\d)\2|\d/g, (run) => {
    const word = `${small[Number(run[0])]} `;
    if (!joined || run.length === 1) return word.repeat(run.length);
    return `${run.length === 3 ? 'triple' : 'double'} ${word}`;
  });
  return words.trim();
}

function sayOrdinal(n: number): string {
  if (n <= 20) return ordinals[n]!;
  if (n === 30) return 'thirtieth';
  return `${tens[Math.floor(n / 10)]} ${ordinals[n % 10]}`;
}

function sayTwoDigits(n: number, manner: Manner): string {
  return n < 10 ? `oh ${small[n]}` : sayBelow100(n, manner);
}

function sayYear(year: number, manner: Manner): string[] {
  const century = Math.floor(year / 100);
  const rest = year % 100;
  const said = [String(year)];
  if (century === 20) said.push(sayNumber(year, { ...manner, article: false }));
  if (rest === 0) return century === 20 ? said : [...said, `${small[century]} hundred`];
  return [...said, `${sayBelow100(century, manner)} ${sayTwoDigits(rest, manner)}`];
}

const two = (n: number) => String(n).padStart(2, '0');

async function speaker(name: string, parameters = '') {
  const grammar = await compileGrammar(builtinGrammar(`builtin:grammar/${name}?language=en${parameters}`));
  return async (text: string) => {
    const { matches } = await grammar.match(text);
    return matches[0]?.interpretations[0]?.value ?? 'nothing';
  };
}

describe('English, said at random', () => {
  it('brings back whole numbers', async () => {
    const meaning = await speaker('number');
    const number = fc.oneof(
      fc.nat(99),
      fc.nat(9999),
      fc.maxSafeNat().map((n) => n % 1e15),
    );
    await fc.assert(
      fc.asyncProperty(number, anyManner, fc.boolean(), async (n, manner, negative) => {
        const sign = negative ? '-' : '';
        expect(await meaning(`${negative ? 'minus ' : ''}${sayNumber(n, manner)}`)).toBe(`${sign}${n}`);
        expect(await meaning(`${sign}${n}`)).toBe(`${sign}${n}`);
        expect(await meaning(sign + n.toLocaleString('en-US'))).toBe(`${sign}${n}`);
      }),
      { numRuns: 300 },
    );
  });

  it('brings back decimals', async () => {
    const meaning = await speaker('number');
    const decimals = fc.stringMatching(/^[0-9]{1,6}$/);
    await fc.assert(
      fc.asyncProperty(fc.nat(1e6), decimals, anyManner, async (n, fraction, manner) => {
        const spelled = [...fraction].map((digit) => small[Number(digit)]).join(' ');
        expect(await meaning(`${sayNumber(n, manner)} point ${spelled}`)).toBe(`${n}.${fraction}`);
        expect(await meaning(`${n}.${fraction}`)).toBe(`${n}.${fraction}`);
      }),
    );
  });

  it('brings back amounts of money', async () => {
    const meaning = await speaker('currency');
    await fc.assert(
      fc.asyncProperty(fc.nat(2e6), fc.nat(99), anyManner, async (dollars, cents, manner) => {
        const amount = `${dollars}.${two(cents)}`;
        const spoken = `${sayNumber(dollars, manner)} ${dollars === 1 ? 'dollar' : 'dollars'}`;
        const change =
          cents === 0 ? '' : ` and ${sayBelow100(cents, manner)} ${cents === 1 ? 'cent' : 'cents'}`;
        for (const text of [
          spoken + change,
          `$${amount}`,
          `$${dollars.toLocaleString('en-US')}.${two(cents)}`,
        ])
          expect([text, await meaning(text)]).toEqual([text, `USD${amount}`]);
        expect(await meaning(`${sayNumber(dollars, manner)} euros${change}`)).toBe(`EUR${amount}`);
        expect(await meaning(amount)).toBe(amount);
      }),
      { numRuns: 200 },
    );
  });

  it('brings back dates', async () => {
    const meaning = await speaker('date');
    const day = fc.date({ min: new Date('1800-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    await fc.assert(
      fc.asyncProperty(day, anyManner, async (date, manner) => {
        const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
        const month = months[m - 1]!;
        const full = `${y}${two(m)}${two(d)}`;
        const partial = `????${two(m)}${two(d)}`;
        for (const year of sayYear(y, manner))
          for (const text of [
            `${month} ${sayOrdinal(d)} ${year}`,
            `the ${sayOrdinal(d)} of ${month}, ${year}`,
            `${month.slice(0, 3)} ${d}, ${year}`,
            `${d} ${month} ${year}`,
          ])
            expect([text, await meaning(text)]).toEqual([text, full]);
        for (const text of [`${m}/${d}/${y}`, `${two(m)}-${two(d)}-${y}`, `${y}-${two(m)}-${two(d)}`])
          expect([text, await meaning(text)]).toEqual([text, full]);
        for (const text of [`${month} ${sayOrdinal(d)}`, `${m}/${d}`, `${month} ${sayBelow100(d, manner)}`])
          expect([text, await meaning(text)]).toEqual([text, partial]);
      }),
    );
  });

  it('refuses days that no calendar has', async () => {
    const meaning = await speaker('date');
    const never = fc.constantFrom(
      '2/30',
      '2/31',
      '4/31',
      '6/31',
      '9/31',
      '11/31',
      '13/13',
      '0/1',
      '1/0',
      '1/32',
    );
    await fc.assert(
      fc.asyncProperty(never, fc.integer({ min: 1900, max: 2099 }), async (day, year) => {
        expect(await meaning(`${day}/${year}`)).toBe('nothing');
        const leap = new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;
        expect(await meaning(`february twenty ninth ${year}`)).toBe(leap ? `${year}0229` : 'nothing');
      }),
    );
  });

  it('brings back times of day', async () => {
    const meaning = await speaker('time');
    await fc.assert(
      fc.asyncProperty(fc.nat(23), fc.nat(59), anyManner, async (hour, minute, manner) => {
        const twelve = hour % 12 === 0 ? 12 : hour % 12;
        const half = hour < 12 ? 'a' : 'p';
        const spoken = `${small[twelve]}${minute === 0 ? '' : ` ${sayTwoDigits(minute, manner)}`}`;
        const stamp = `${two(twelve)}${two(minute)}`;
        for (const [text, expected] of [
          [spoken, `${stamp}?`],
          [`${spoken} ${half} m`, stamp + half],
          [`${spoken} ${half === 'a' ? 'in the morning' : 'p.m.'}`, stamp + half],
          [`${twelve}:${two(minute)}${half}m`, stamp + half],
          [
            `${two(hour)}:${two(minute)}`,
            `${two(hour)}${two(minute)}${hour >= 10 && hour <= 12 ? '?' : 'h'}`,
          ],
        ] as const)
          expect([text, await meaning(text)]).toEqual([text, expected]);
        if (minute === 0) return;
        const next = twelve === 12 ? 1 : twelve + 1;
        const to = `${sayBelow100(60 - minute, manner)} minutes to ${small[next]}`;
        const past = `${sayBelow100(minute, manner)} past ${small[twelve]}`;
        for (const text of [to, past]) expect([text, await meaning(text)]).toEqual([text, `${stamp}?`]);
      }),
      { numRuns: 200 },
    );
  });

  it('brings back digits and telephone numbers', async () => {
    const digits = await speaker('digits');
    const phone = await speaker('phone');
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[0-9]{3,15}$/), fc.boolean(), async (number, joined) => {
        const text = sayDigits(number, joined);
        expect([text, await digits(text)]).toEqual([text, number]);
        expect([text, await phone(text)]).toEqual([text, number]);
        expect(await phone(`${number.slice(0, 3)}-${number.slice(3)} ext 7`)).toBe(`${number}x7`);
      }),
    );
  });

  it('counts digits as the length parameters say', async () => {
    const lengths = fc.tuple(fc.integer({ min: 1, max: 8 }), fc.nat(4), fc.boolean());
    await fc.assert(
      fc.asyncProperty(
        lengths,
        fc.stringMatching(/^[0-9]{1,13}$/),
        fc.boolean(),
        async (given, number, joined) => {
          const [min, more, bounded] = given;
          const max = bounded ? min + more : Number.POSITIVE_INFINITY;
          const parameters = `;minlength=${min}${bounded ? `&maxlength=${max}` : ''}`;
          const meaning = await speaker('digits', parameters);
          const fits = number.length >= min && number.length <= max;
          expect(await meaning(sayDigits(number, joined))).toBe(fits ? number : 'nothing');
          expect(await meaning(number)).toBe(fits ? number : 'nothing');
          const exact = await speaker('digits', `;length=${min}`);
          expect(await exact(sayDigits(number, joined))).toBe(number.length === min ? number : 'nothing');
        },
      ),
      { numRuns: 60 },
    );
  });

  it('takes the keys of yes and no from the parameters', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(9), fc.nat(9), async (y, n) => {
        fc.pre(y !== n);
        const meaning = await speaker('boolean', `&y=${y}&n=${n}`);
        for (let key = 0; key < 10; key++)
          expect(await meaning(String(key))).toBe(key === y ? true : key === n ? false : 'nothing');
        expect(await meaning('yes')).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('brings back spelled codes', async () => {
    const meaning = await speaker('alphanumeric');
    const nato = [
      'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa quebec',
      'romeo sierra tango uniform victor whiskey x-ray yankee zulu',
    ]
      .join(' ')
      .split(' ');
    const say = (character: string) =>
      /\d/.test(character) ? small[Number(character)]! : nato[character.charCodeAt(0) - 65]!;
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[A-Z0-9]{1,12}$/), async (code) => {
        const characters = [...code];
        for (const text of [
          characters.map(say).join(' '),
          characters.join(' '),
          characters.map((c) => (/\d/.test(c) ? c : `${c} as in ${say(c)}`)).join(' '),
          ...(/\d/.test(code) ? [code] : []),
        ])
          expect([text, await meaning(text)]).toEqual([text, code]);
      }),
    );
  });
});
