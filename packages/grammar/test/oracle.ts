// A slow matcher, written straight from what the constructs mean: it tries every way to cut the sentence.
import type { Expansion, GrammarDocument, Repeat } from '../src/model.ts';

export interface OracleDerivation {
  /** In the notation of printParse. */
  readonly parse: string;
  /** Millionths of a nat. */
  readonly cost: number;
}

export interface OracleAnswer {
  readonly derivations: readonly OracleDerivation[];
  /** A derivation that contains itself over the same words was left out. */
  readonly cyclic: boolean;
  /** Too many derivations to list them all. */
  readonly gaveUp: boolean;
}

interface Piece {
  readonly steps: readonly string[];
  readonly cost: number;
  /** Stands for a rule inside itself over the same words: whatever holds it is no derivation. */
  readonly cyclic?: boolean;
}

const nothing: Piece = { steps: [], cost: 0 };
const join = (a: Piece, b: Piece, cost = 0): Piece => ({
  steps: [...a.steps, ...b.steps],
  cost: a.cost + b.cost + cost,
  cyclic: a.cyclic === true || b.cyclic === true,
});
const costOf = (probability: number) => Math.round(-Math.log(Math.max(probability, 1e-9)) * 1e6) + 0;
const GARBAGE_WORD = 4_000_001;

class GaveUp extends Error {}

export function oracle(document: GrammarDocument, words: readonly string[], budget = 20_000): OracleAnswer {
  const rules = new Map(document.rules.map((rule) => [rule.name, rule.expansion]));
  const inside = new Set<string>();
  let left = budget;

  function* derive(expansion: Expansion, from: number, to: number): Generator<Piece> {
    if (--left < 0) throw new GaveUp();
    switch (expansion.kind) {
      case 'token':
        if (to === from + 1 && words[from] === expansion.text)
          yield { steps: [`"${expansion.text}"`], cost: 0 };
        break;
      case 'tag':
        if (from === to) yield { steps: [`{!{${expansion.text}}!}`], cost: 0 };
        break;
      case 'special':
        if (expansion.name === 'NULL' && from === to) yield nothing;
        if (expansion.name === 'GARBAGE') yield { steps: [], cost: GARBAGE_WORD * (to - from) };
        break;
      case 'sequence':
        yield* sequence(expansion.items, 0, from, to);
        break;
      case 'alternatives': {
        const open = expansion.choices.filter((choice) => choice.weight !== 0);
        const total = open.reduce((sum, choice) => sum + (choice.weight ?? 1), 0);
        for (const choice of open)
          for (const piece of derive(choice.expansion, from, to))
            yield join(nothing, piece, costOf((choice.weight ?? 1) / total));
        break;
      }
      case 'item':
        if (!expansion.repeat) yield* derive(expansion.expansion, from, to);
        else yield* repeated(expansion.expansion, expansion.repeat, from, to);
        break;
      case 'reference': {
        if (expansion.target.kind !== 'local') throw new Error('the oracle knows one document');
        yield* rule(expansion.target.name, from, to);
      }
    }
  }

  function* rule(name: string, from: number, to: number): Generator<Piece> {
    const key = `${name} ${from} ${to}`;
    if (inside.has(key)) {
      // Without a derivation of its own the rule is not there at all.
      if (accepts({ ...document, root: name }, words.slice(from, to))) yield { ...nothing, cyclic: true };
      return;
    }
    inside.add(key);
    const pieces = [...derive(rules.get(name)!, from, to)];
    inside.delete(key);
    for (const piece of pieces) yield { ...piece, steps: [`$${name}[`, ...piece.steps, ']'] };
  }

  function* sequence(items: readonly Expansion[], at: number, from: number, to: number): Generator<Piece> {
    if (at === items.length) {
      if (from === to) yield nothing;
      return;
    }
    for (let middle = from; middle <= to; middle++)
      for (const first of derive(items[at]!, from, middle))
        for (const rest of sequence(items, at + 1, middle, to)) yield join(first, rest);
  }

  function* repeated(body: Expansion, repeat: Repeat, from: number, to: number): Generator<Piece> {
    if (repeat.max === 0) {
      if (from === to) yield nothing;
    } else if (isOnce(body)) yield* derive(body, from, to);
    else yield* turns(body, repeat, 0, from, to);
  }

  function* turns(body: Expansion, repeat: Repeat, done: number, from: number, to: number): Generator<Piece> {
    const { min, max, probability } = repeat;
    const optional = done >= min;
    if (optional && from === to) {
      const stop = probability === undefined || done === max ? 0 : costOf(1 - probability);
      yield { steps: [], cost: stop };
    }
    if (done === max) return;
    const goOn = optional && probability !== undefined ? costOf(probability) : 0;
    for (let middle = optional ? from + 1 : from; middle <= to; middle++)
      for (const first of derive(body, from, middle))
        for (const rest of turns(body, repeat, done + 1, middle, to)) yield join(first, rest, goOn);
  }

  try {
    const found = [...rule(document.root!, 0, words.length)];
    const derivations = found
      .filter((piece) => !piece.cyclic)
      .map(({ steps, cost }) => ({ parse: print(steps), cost }));
    return { derivations, cyclic: derivations.length < found.length, gaveUp: false };
  } catch (error) {
    if (error instanceof GaveUp) return { derivations: [], cyclic: false, gaveUp: true };
    throw error;
  }
}

/** What SRGS counts once however often it is repeated: NULL and tags, and GARBAGE by itself. */
function isOnce(body: Expansion): boolean {
  return isWordless(body) || isGarbage(body);
}

function isWordless(body: Expansion): boolean {
  if (body.kind === 'tag') return true;
  if (body.kind === 'special') return body.name === 'NULL';
  if (body.kind === 'item') return isWordless(body.expansion);
  if (body.kind === 'sequence') return body.items.every(isWordless);
  if (body.kind !== 'alternatives') return false;
  const open = body.choices.filter((choice) => choice.weight !== 0);
  return open.length > 0 && open.every((choice) => isWordless(choice.expansion));
}

function isGarbage(body: Expansion): boolean {
  if (body.kind === 'item') return isGarbage(body.expansion);
  if (body.kind === 'sequence') return body.items.length === 1 && isGarbage(body.items[0]!);
  return body.kind === 'special' && body.name === 'GARBAGE';
}

function print(steps: readonly string[]): string {
  return steps.join(',').replaceAll('[,', '[').replaceAll(',]', ']');
}

/** Whether a sentence is in the language, by fixed points over spans: for sentences with too many derivations. */
export function accepts(document: GrammarDocument, words: readonly string[]): boolean {
  const known = new Map<string, boolean>();
  const rules = new Map(document.rules.map((rule) => [rule.name, rule.expansion]));
  let changed = true;

  const matches = (expansion: Expansion, from: number, to: number): boolean => {
    switch (expansion.kind) {
      case 'token':
        return to === from + 1 && words[from] === expansion.text;
      case 'tag':
        return from === to;
      case 'special':
        return expansion.name === 'GARBAGE' || (expansion.name === 'NULL' && from === to);
      case 'sequence':
        return inSequence(expansion.items, 0, from, to);
      case 'alternatives':
        return expansion.choices.some((choice) => choice.weight !== 0 && matches(choice.expansion, from, to));
      case 'item': {
        const { min, max } = expansion.repeat ?? { min: 1, max: 1 };
        return inTurns(expansion.expansion, min, max, from, to);
      }
      case 'reference': {
        if (expansion.target.kind !== 'local') throw new Error('the oracle knows one document');
        const key = `${expansion.target.name} ${from} ${to}`;
        if (!known.has(key)) {
          known.set(key, false);
          changed = true;
        }
        return known.get(key)!;
      }
    }
  };
  const inSequence = (items: readonly Expansion[], at: number, from: number, to: number): boolean => {
    if (at === items.length) return from === to;
    for (let middle = from; middle <= to; middle++)
      if (matches(items[at]!, from, middle) && inSequence(items, at + 1, middle, to)) return true;
    return false;
  };
  const inTurns = (body: Expansion, min: number, max: number, from: number, to: number): boolean => {
    if (min === 0 && from === to) return true;
    if (max === 0) return false;
    for (let middle = min === 0 ? from + 1 : from; middle <= to; middle++)
      if (matches(body, from, middle) && inTurns(body, Math.max(0, min - 1), max - 1, middle, to))
        return true;
    return false;
  };

  known.set(`${document.root} 0 ${words.length}`, false);
  while (changed) {
    changed = false;
    for (const [key, value] of known) {
      const [name, from, to] = key.split(' ');
      if (!value && matches(rules.get(name!)!, Number(from), Number(to))) {
        known.set(key, true);
        changed = true;
      }
    }
  }
  return known.get(`${document.root} 0 ${words.length}`)!;
}
