import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecoderRun } from '../speech/decoder-run.ts';
import type { EncodedSpeech, SpeechModel } from '../speech/speech-model.ts';
import { beamSearch, type SearchOptions } from './beam-search.ts';
import type { Guide } from './guide.ts';

/** What a model says follows a text, as probabilities; `.` is the end. What is not listed hardly ever follows. */
type Said = Readonly<Record<string, Readonly<Record<string, number>>>>;
const TOKENS = ['.', ...'abcdefgh'];
const END = 0;
const token = (letter: string) => TOKENS.indexOf(letter);
const textOf = (tokens: readonly number[]) => tokens.map((each) => TOKENS[each]).join('');

/** A decoder that knows what to say by heart. `*` is any text that is not listed. */
function decoder(said: Said): DecoderRun {
  let rows: string[] = [];
  const logProbs = () => {
    const all = new Float32Array(rows.length * TOKENS.length).fill(-100);
    for (const [row, text] of rows.entries()) {
      for (const [letter, probability] of Object.entries(said[text] ?? said['*'] ?? {})) {
        all[row * TOKENS.length + token(letter)] = Math.log(probability);
      }
    }
    return Promise.resolve(all);
  };
  return {
    begin: () => {
      rows = [''];
    },
    prompt: logProbs,
    step(tokens: readonly number[], parents: readonly number[]) {
      rows = tokens.map((each, row) => rows[parents[row]!]! + TOKENS[each]!);
      return logProbs();
    },
    /** A frame for each token so far. */
    attention: (row: number) => Float32Array.from(rows[row]!, token),
  } as unknown as DecoderRun;
}

async function search(
  said: Said,
  options: Partial<SearchOptions> = {},
  model: { suppressed?: ReadonlySet<number>; suppressedAtBegin?: ReadonlySet<number> } = {},
) {
  const shape = { vocabulary: TOKENS.length, endToken: END };
  const found = await beamSearch(
    decoder(said),
    { shape, suppressed: new Set(), suppressedAtBegin: new Set(), ...model } as unknown as SpeechModel,
    {} as EncodedSpeech,
    { prompt: [], beams: 4, prune: 10, hypotheses: 1, minTokens: 0, maxTokens: 20, ...options },
  );
  return found.map(({ tokens, ended, ...each }) => ({ text: textOf(tokens) + (ended ? '.' : ''), ...each }));
}
const texts = async (...args: Parameters<typeof search>) => (await search(...args)).map(({ text }) => text);

/** The first letter that is surer leads to a text that is not. */
const GARDEN_PATH: Said = {
  '': { a: 0.6, b: 0.4 },
  a: { c: 0.3, d: 0.3, e: 0.3 },
  b: { f: 1 },
  '*': { '.': 1 },
};

describe('beamSearch', () => {
  it('finds a better text than the surest first token leads to', async () => {
    expect((await texts(GARDEN_PATH, { beams: 1 }))[0]).toBe('ac.');
    const [best] = await search(GARDEN_PATH);
    expect(best!.text).toBe('bf.');
    expect(best!.total).toBeCloseTo(Math.log(0.4));
    expect(best!.logProbs).toHaveLength(3);
    expect(best!.logProbs[0]).toBeCloseTo(Math.log(0.4));
  });

  it('keeps what was looked at for each token, of every text its own', async () => {
    const found = await search(GARDEN_PATH, { hypotheses: 4, beams: 6, heads: [[0, 0]] });
    expect(found.length).toBeGreaterThan(2);
    for (const { text, attention } of found) {
      const seen = attention!.map((frames) => textOf([...frames]));
      expect(seen).toEqual([...text.replace('.', '')].map((_, at) => text.slice(0, at)));
    }
    expect((await search(GARDEN_PATH))[0]).not.toHaveProperty('attention');
  });

  it('keeps of a text that is cut off what was looked at for the rest of it', async () => {
    const [circles] = await search({ '*': { a: 1 } }, { heads: [[0, 0]] });
    expect(circles!.attention).toHaveLength(circles!.text.length);
  });

  it('gives up what is much less probable than the best', async () => {
    expect((await texts(GARDEN_PATH, { prune: 0.3 }))[0]).toBe('ac.');
  });

  it('gives as many texts as are wanted, best first', async () => {
    const found = await search(GARDEN_PATH, { hypotheses: 4, beams: 6 });
    expect(found[0]!.text).toBe('bf.');
    expect(
      found
        .slice(1)
        .map(({ text }) => text)
        .toSorted(),
    ).toEqual(['ac.', 'ad.', 'ae.']);
    const totals = found.map(({ total }) => total);
    expect(totals).toEqual(totals.toSorted((a, b) => b - a));
  });

  it('stops once no other text can become better', async () => {
    let steps = 0;
    const checkpoint = () => Promise.resolve(void steps++);
    await search({ '': { a: 1 }, a: { '.': 0.9, b: 0.1 }, '*': { b: 0.5, '.': 0.5 } }, { checkpoint });
    expect(steps).toBe(2);
  });

  it('ends when a checkpoint throws', async () => {
    const checkpoint = () => Promise.reject(new Error('canceled'));
    await expect(search(GARDEN_PATH, { checkpoint })).rejects.toThrow('canceled');
  });

  it('does not end a text that is too short', async () => {
    const silent: Said = { '': { '.': 0.9, a: 0.1 }, '*': { '.': 1 } };
    expect((await texts(silent))[0]).toBe('.');
    expect((await texts(silent, { minTokens: 1 }))[0]).toBe('a.');
  });

  it('does not end in the middle of a text because the end was let through', async () => {
    // Half of "ab" and an end that is hardly ever there are together more probable than all of it.
    const said: Said = {
      '': { a: 1 },
      a: { b: 0.95, '.': 0.05 },
      ab: { c: 0.1, d: 0.1, e: 0.1 },
      '*': { '.': 0.1 },
    };
    expect((await texts(said, { hypotheses: 1 }))[0]).not.toBe('a.');
    const endPrune = Number.POSITIVE_INFINITY;
    expect((await texts(said, { hypotheses: 1, endPrune }))[0]).toBe('a.');
  });

  it('keeps every end where any will do, however many beams go on', async () => {
    // Four letters go on, each far more probable than the end, and after twenty of them the text is cut off.
    const said: Said = { '*': { a: 0.3, b: 0.3, c: 0.2, d: 0.2, '.': 1e-9 } };
    const guide: Guide = {
      initial: 0,
      choices: () => ({ tokens: new Map(TOKENS.map((_, at) => [at, 0])), others: undefined }),
      advance: () => 0,
    };
    const options = { prune: Number.POSITIVE_INFINITY, beams: 2, guide, minTokens: 1 };
    expect((await texts(said, { ...options, endPrune: 100 }))[0]).not.toContain('.');
    expect((await texts(said, { ...options, endPrune: Number.POSITIVE_INFINITY }))[0]).toMatch(/^[ab]\.$/);
  });

  it('says how probable no text at all is', async () => {
    let empty = 0;
    const onEmpty = (logProb: number) => {
      empty = logProb;
    };
    await search({ '': { '.': 0.25, a: 0.75 }, '*': { '.': 1 } }, { minTokens: 1, onEmpty });
    expect(Math.exp(empty)).toBeCloseTo(0.25);
  });

  it('cuts a text that never ends, and one that goes round in circles', async () => {
    const letters = { a: 'b', b: 'c', c: 'd', d: 'a' };
    const endless: Record<string, Record<string, number>> = { '': { a: 1 } };
    for (let text = 'a'; text.length < 40; text += letters[text.at(-1) as 'a']) {
      endless[text] = { [letters[text.at(-1) as 'a']]: 1 };
    }
    expect(await texts(endless, { maxTokens: 7 })).toEqual(['abcdabc']);
    expect(await texts(endless, { maxTokens: 60 })).toEqual(['abcd']);
    expect(await texts({ '*': { a: 1 } }, { maxTokens: 60 })).toEqual(['a']);
  });

  it('prefers a text that ended to a better one that was cut', async () => {
    const said: Said = { '': { a: 0.7, b: 0.3 }, b: { '.': 1 }, '*': { a: 1 } };
    expect(await texts(said)).toEqual(['b.']);
  });

  it('never writes what a model suppresses', async () => {
    const said: Said = { '': { a: 0.6, b: 0.3, c: 0.1 }, b: { a: 0.5, '.': 0.5 }, '*': { '.': 1 } };
    expect((await texts(said, {}, { suppressed: new Set([token('a')]) }))[0]).toBe('b.');
    expect((await texts(said, {}, { suppressedAtBegin: new Set([token('a'), token('b')]) }))[0]).toBe('c.');
  });

  it('gives up what is less probable than can be of use', async () => {
    expect(await texts(GARDEN_PATH, { least: Math.log(0.5) })).toEqual([]);
    expect(await texts(GARDEN_PATH, { least: Math.log(0.3) })).toEqual(['bf.']);
  });

  it('follows one of the beams that are the same text', async () => {
    const said: Said = { '': { a: 0.4, b: 0.35, c: 0.25 }, '*': { '.': 1 } };
    const options = { hypotheses: 3, prune: 10, beams: 3 };
    expect((await texts(said, options)).toSorted()).toEqual(['a.', 'b.', 'c.']);
    const spoken = (each: number) => (TOKENS[each] === 'b' ? 'a' : TOKENS[each]!);
    expect(await texts(said, { ...options, textOf: spoken })).toEqual(['a.', 'c.']);
  });
});

describe('a guided search', () => {
  const guide = (choices: Guide<string>['choices']): Guide => ({
    initial: '',
    choices: (state) => choices(state as string),
    advance: (state, each) => `${state}${TOKENS[each]}`,
  });
  const SAID: Said = { '': { a: 0.9, b: 0.09, c: 0.01 }, '*': { '.': 1 } };

  it('writes only what the guide allows', async () => {
    const onlyC = guide((state) => ({
      tokens: new Map([[state === '' ? token('c') : END, 0]]),
      others: undefined,
    }));
    const [best, ...more] = await search(SAID, { guide: onlyC });
    expect([best!.text, best!.state, more]).toEqual(['c.', 'c', []]);
    expect(await texts(SAID, { guide: guide(() => ({ tokens: new Map(), others: undefined })) })).toEqual([]);
  });

  it('adds its bonuses to the total and leaves the log probabilities', async () => {
    const likesB = guide((state) => ({ tokens: new Map(state === '' ? [[token('b'), 3]] : []), others: 0 }));
    const [best] = await search(SAID, { guide: likesB });
    expect(best!.text).toBe('b.');
    expect(best!.logProbs[0]).toBeCloseTo(Math.log(0.09));
    expect(best!.total).toBeCloseTo(Math.log(0.09) + 3);
  });

  it('takes from all others what they cost', async () => {
    const costly = guide((state) => ({ tokens: new Map(state === '' ? [[token('b'), 0]] : []), others: -4 }));
    expect((await texts(SAID, { guide: costly }))[0]).toBe('b.');
    const cheap = guide((state) => ({ tokens: new Map(state === '' ? [[token('b'), 0]] : []), others: -1 }));
    expect((await texts(SAID, { guide: cheap }))[0]).toBe('a.');
  });

  it('does not insert what the audio does not support, however great the bonus', async () => {
    const said: Said = { '': { a: 0.9999, b: 0.0001 }, '*': { '.': 1 } };
    const likesB = guide((state) => ({ tokens: new Map(state === '' ? [[token('b'), 50]] : []), others: 0 }));
    expect((await texts(said, { guide: likesB }))[0]).toBe('a.');
  });

  it('never ends where the guide says that it cannot', async () => {
    const said: Said = { '': { a: 1 }, a: { '.': 0.99, b: 0.01 }, '*': { '.': 1 } };
    const notYet = guide((state) => ({
      tokens: new Map([[END, state === 'a' ? Number.NEGATIVE_INFINITY : 0]]),
      others: -1,
    }));
    expect((await texts(said, { guide: notYet }))[0]).toBe('ab.');
  });

  describe('with gains in advance', () => {
    /** Hopes for `abc`, which gains 3 when it is whole, 1 a letter; what breaks off loses it. */
    const hoping: Guide<number> = {
      initial: 0,
      choices: (written) => ({
        tokens: new Map(written < 3 ? [[token('abc'[written]!), 1]] : []),
        others: written < 3 ? -written : 0,
      }),
      advance: (written, next) => (written < 3 && next === token('abc'[written]!) ? written + 1 : 0),
      pending: (written) => (written < 3 ? written : 0),
    };
    const narrow = { beams: 1, prune: 2, guide: hoping as Guide };

    it('finds the text that it finds without, where the hope fails', async () => {
      const said: Said = { '': { d: 0.7, a: 0.3 }, a: { b: 0.9, e: 0.1 }, ab: { e: 1 }, '*': { '.': 1 } };
      expect((await texts(said, narrow))[0]).toBe('d.');
    });

    it('finds no worse text with hopes that all fail than without any', async () => {
      const letters = [...'abcdefgh'];
      // All different, because of two that are equally probable either may come first.
      const odd = fc.double({ min: 0.01, max: 1, noNaN: true });
      const odds = fc.uniqueArray(odd, { minLength: 72, maxLength: 72 });
      const begun = odds.map((each) => {
        const next = (row: number) =>
          Object.fromEntries(letters.map((letter, at) => [letter, each[8 * row + at]!]));
        return Object.fromEntries(['', ...letters].map((text, row) => [text, next(row)]));
      });
      const said = begun.map((all): Said => ({ ...all, '*': { '.': 1 } }));
      // Every first letter but the last two begins a phrase, and none goes on as hoped.
      const gains = new Map(letters.slice(0, 6).map((letter, at) => [token(letter), at + 1]));
      const failing: Guide<{ gain: number; begun: boolean }> = {
        initial: { gain: 0, begun: false },
        choices: ({ gain, begun }) => ({ tokens: begun ? new Map() : gains, others: -gain }),
        advance: ({ begun }, next) => ({ gain: begun ? 0 : (gains.get(next) ?? 0), begun: true }),
        pending: ({ gain }) => gain,
      };
      await fc.assert(
        fc.asyncProperty(said, fc.integer({ min: 1, max: 3 }), async (known, beams) => {
          const without = (await search(known, { beams, prune: 3 }))[0]!;
          const hoped = (await search(known, { beams, prune: 3, guide: failing as Guide }))[0]!;
          expect(hoped.total).toBeGreaterThan(without.total - 1e-9);
        }),
      );
    });

    it('finds the text that was hoped for, where the gain makes up for it', async () => {
      const said: Said = { '': { d: 0.7, a: 0.3 }, a: { b: 1 }, ab: { c: 1 }, '*': { '.': 1 } };
      expect((await texts(said, narrow))[0]).toBe('abc.');
    });
  });
});
