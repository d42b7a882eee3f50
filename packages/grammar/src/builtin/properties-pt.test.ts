import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../compile/compile.ts';
import { builtinGrammar } from './index.ts';

// An independent speaker of Portuguese: it says random values in the ways people do, and the grammar must bring them back.
const small = [
  'zero um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete',
  'dezoito dezenove',
]
  .join(' ')
  .split(' ');
const tens = '- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa'.split(' ');
const hundreds =
  '- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos'.split(' ');
const months =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');

function sayBelow1000(n: number): string {
  if (n < 20) return small[n]!;
  if (n === 100) return 'cem';
  if (n < 100) return tens[Math.floor(n / 10)]! + (n % 10 === 0 ? '' : ` e ${small[n % 10]}`);
  return hundreds[Math.floor(n / 100)]! + (n % 100 === 0 ? '' : ` e ${sayBelow1000(n % 100)}`);
}

function sayNumber(n: number): string {
  for (const [size, one, many] of [
    [1e12, 'trilhão', 'trilhões'],
    [1e9, 'bilhão', 'bilhões'],
    [1e6, 'milhão', 'milhões'],
    [1e3, 'mil', 'mil'],
  ] as const) {
    if (n < size) continue;
    const count = Math.floor(n / size);
    const rest = n % size;
    const head = size === 1e3 && count === 1 ? 'mil' : `${sayBelow1000(count)} ${count === 1 ? one : many}`;
    if (rest === 0) return head;
    // The last group takes "e" where it is below a hundred or a round one: "mil e quinhentos", "mil duzentos e um".
    const joined = rest <= 100 || (rest < 1000 && rest % 100 === 0);
    return `${head}${joined ? ' e ' : ' '}${sayNumber(rest)}`;
  }
  return sayBelow1000(n);
}

const feminine = (text: string) => text.replace(/\bum$/, 'uma').replace(/\bdois$/, 'duas');
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '');
const two = (n: number) => String(n).padStart(2, '0');

async function speaker(name: string, parameters = '') {
  const grammar = await compileGrammar(builtinGrammar(`builtin:grammar/${name}?language=pt${parameters}`));
  return async (text: string) => {
    const { matches } = await grammar.match(text);
    return matches[0]?.interpretations[0]?.value ?? 'nothing';
  };
}

async function expectAll(
  meaning: (text: string) => Promise<unknown>,
  texts: readonly string[],
  expected: unknown,
) {
  for (const text of texts) expect([text, await meaning(text)]).toEqual([text, expected]);
}

describe('Portuguese, said at random', () => {
  it('brings back whole numbers, with and without accents', async () => {
    const meaning = await speaker('number');
    const number = fc.oneof(
      fc.nat(99),
      fc.nat(9999),
      fc.maxSafeNat().map((n) => n % 1e15),
    );
    await fc.assert(
      fc.asyncProperty(number, fc.boolean(), async (n, negative) => {
        const said = `${negative ? 'menos ' : ''}${sayNumber(n)}`;
        const sign = negative ? '-' : '';
        const written = [String(n), n.toLocaleString('pt-BR')].map((text) => sign + text);
        await expectAll(meaning, [said, plain(said), feminine(said), ...written], sign + n);
      }),
      { numRuns: 300 },
    );
  });

  it('brings back decimals', async () => {
    const meaning = await speaker('number');
    await fc.assert(
      fc.asyncProperty(fc.nat(1e6), fc.stringMatching(/^[0-9]{1,6}$/), async (n, fraction) => {
        const spelled = [...fraction].map((digit) => small[Number(digit)]).join(' ');
        await expectAll(
          meaning,
          [`${sayNumber(n)} vírgula ${spelled}`, `${n},${fraction}`],
          `${n}.${fraction}`,
        );
      }),
    );
  });

  it('brings back amounts of money', async () => {
    const meaning = await speaker('currency');
    await fc.assert(
      fc.asyncProperty(fc.nat(2e6), fc.nat(99), async (reais, cents) => {
        const unit = reais === 1 ? 'real' : reais > 0 && reais % 1e6 === 0 ? 'de reais' : 'reais';
        const change = cents === 0 ? '' : ` e ${sayNumber(cents)} ${cents === 1 ? 'centavo' : 'centavos'}`;
        const amount = `${reais}.${two(cents)}`;
        const texts = [
          `${sayNumber(reais)} ${unit}${change}`,
          `R$ ${reais},${two(cents)}`,
          `R$${reais.toLocaleString('pt-BR')},${two(cents)}`,
          `${reais},${two(cents)} reais`,
        ];
        await expectAll(
          meaning,
          cents > 9 ? [...texts, texts[0]!.replace(' centavos', '')] : texts,
          `BRL${amount}`,
        );
        await expectAll(meaning, [`${reais},${two(cents)}`], amount);
      }),
      { numRuns: 200 },
    );
  });

  it('brings back dates', async () => {
    const meaning = await speaker('date');
    const day = fc.date({ min: new Date('1800-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });
    await fc.assert(
      fc.asyncProperty(day, async (date) => {
        const [y, m, d] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
        const month = months[m - 1]!;
        const said = d === 1 ? 'primeiro' : sayNumber(d);
        const full = `${y}${two(m)}${two(d)}`;
        for (const year of [String(y), sayNumber(y)])
          await expectAll(
            meaning,
            [
              `${said} de ${month} de ${year}`,
              `dia ${d} de ${month} de ${year}`,
              `${said} do ${sayNumber(m)} de ${year}`,
            ],
            full,
          );
        await expectAll(
          meaning,
          [
            `${d}/${m}/${y}`,
            `${two(d)}-${two(m)}-${y}`,
            `${y}-${two(m)}-${two(d)}`,
            `${two(d)}${two(m)}${y}`,
          ],
          full,
        );
        await expectAll(
          meaning,
          [`${said} de ${month}`, `${d} de ${plain(month)}`, `${d}/${m}`],
          `????${full.slice(4)}`,
        );
        await expectAll(meaning, [`${month} de ${y}`], `${full.slice(0, 6)}??`);
      }),
    );
  });

  it('brings back times of day', async () => {
    const meaning = await speaker('time');
    await fc.assert(
      fc.asyncProperty(fc.nat(23), fc.nat(59), async (hour, minute) => {
        const twelve = hour % 12 === 0 ? 12 : hour % 12;
        const stamp = two(twelve) + two(minute);
        const minutes = minute === 0 ? '' : ` e ${sayNumber(minute)}`;
        const said = feminine(sayNumber(twelve));
        await expectAll(meaning, [said + minutes, `${said} horas${minutes}`], `${stamp}?`);
        if (minute === 30) await expectAll(meaning, [`${said} e meia`], `${stamp}?`);
        await expectAll(
          meaning,
          [`${said}${minutes} da ${hour < 12 ? 'manhã' : 'tarde'}`],
          stamp + (hour < 12 ? 'a' : 'p'),
        );
        const clock = two(hour) + two(minute) + (hour >= 10 && hour <= 12 ? '?' : 'h');
        await expectAll(meaning, [`${two(hour)}:${two(minute)}`, `${two(hour)}h${two(minute)}`], clock);
        if (hour > 12) await expectAll(meaning, [`${feminine(sayNumber(hour))} horas${minutes}`], clock);
        if (minute === 0) return;
        const next = twelve === 12 ? 'a uma' : `as ${feminine(sayNumber(twelve + 1))}`;
        await expectAll(meaning, [`${sayNumber(60 - minute)} para ${next}`], `${stamp}?`);
      }),
      { numRuns: 200 },
    );
  });

  it('brings back digits, with "meia" for six', async () => {
    const meaning = await speaker('digits');
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[0-9]{1,15}$/), fc.boolean(), async (number, half) => {
        const words = [...number].map((digit) => (half && digit === '6' ? 'meia' : small[Number(digit)]));
        await expectAll(meaning, [words.join(' '), number], number);
        const exact = await speaker('digits', `;length=${number.length}`);
        await expectAll(exact, [words.join(' ')], number);
        await expectAll(exact, [`${words.join(' ')} um`], 'nothing');
      }),
      { numRuns: 60 },
    );
  });

  it('accepts a CPF exactly where its check digits are right', async () => {
    const meaning = await speaker('cpf');
    // Another road to the same digits: the weighted sum of all but the check digits, from the left, 1 to 9 and 0 to 9.
    const check = (digits: number[], first: number) =>
      (digits.reduce((sum, d, i) => sum + d * (i + first), 0) % 11) % 10;
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[0-9]{9}$/), fc.nat(99), async (base, other) => {
        fc.pre(new Set(base).size > 1);
        const nine = [...base].map(Number);
        const ninth = check(nine, 1);
        const right = `${ninth}${check([...nine, ninth], 0)}`;
        for (const last of [right, two(other)]) {
          const number = base + last;
          const expected = last === right ? number : 'nothing';
          const groups = [base.slice(0, 3), base.slice(3, 6), base.slice(6)];
          const spelled = (digits: string) => [...digits].map((d) => small[Number(d)]).join(' ');
          const grouped = groups.map((g) => (Number(g) < 100 ? spelled(g) : sayNumber(Number(g))));
          await expectAll(
            meaning,
            [number, `${groups.join('.')}-${last}`, spelled(number), `${grouped.join(' ')} ${spelled(last)}`],
            expected,
          );
        }
      }),
      { numRuns: 200 },
    );
  });
});
