import type { Network } from '../compile/network.ts';
import { canonical } from '../meaning/canonical.ts';
import type { Interpreted, Interpreter, TagFailure } from '../meaning/interpreter.ts';
import type { Meaning } from '../meaning/simple-tag.ts';
import type { Forest } from './forest.ts';
import { KBest } from './k-best.ts';
import { type ParseStep, parseSteps, spokenText } from './parse-steps.ts';
import { CLOSE, stepsOf } from './steps.ts';

/** A text the grammar accepts, with what it means. */
export interface GrammarMatch {
  /** In the grammar's own words. */
  readonly text: string;
  /** 0 to 1; the scores of all matches of a result add up to 1. */
  readonly score: number;
  /** Distinct meanings, best first. Empty where every tag script failed. */
  readonly interpretations: readonly Interpretation[];
  /** Why tags gave no meaning, where some did not. */
  readonly failures: readonly TagFailure[];
  /** How the text was matched, by the best derivation. */
  readonly parse: readonly ParseStep[];
}

export interface Interpretation {
  readonly value: Meaning;
  /** 0 to 1; those of a match add up to the score of the match, less what failed. */
  readonly score: number;
  /** With `everyParse`: the best derivation that has this meaning. */
  readonly parse?: readonly ParseStep[];
}

/** A derivation that may be returned. */
export interface Candidate {
  readonly steps: number[];
  readonly cost: number;
  readonly text: string;
}

/** Matches and meanings of derivations, best first. */
export async function collectMatches(
  candidates: readonly Candidate[],
  network: Network,
  interpreter: Interpreter,
  { nBest, everyParse, longest }: { nBest: number; everyParse: boolean; longest: number },
): Promise<GrammarMatch[]> {
  const interpreted = await interpreter.interpret(candidates.map(({ steps }) => steps));
  const meanings = withinLength(distinctMeanings(candidates, interpreted).slice(0, nBest), longest);
  const best = meanings[0]!.candidate.cost;
  const weights = meanings.map(({ candidate }) => Math.exp((best - candidate.cost) / 1e6));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const byText = new Map<
    string,
    { score: number; interpretations: Interpretation[]; failures: TagFailure[]; steps: number[] }
  >();
  meanings.forEach(({ candidate, result }, i) => {
    const score = weights[i]! / total;
    let match = byText.get(candidate.text);
    if (!match) {
      match = { score: 0, interpretations: [], failures: [], steps: candidate.steps };
      byText.set(candidate.text, match);
    }
    match.score += score;
    if ('failure' in result) match.failures.push(result.failure);
    else {
      const parse = everyParse && { parse: parseSteps(candidate.steps, network) };
      match.interpretations.push({ value: result.value, score, ...parse });
    }
  });
  return [...byText]
    .map(([text, { score, interpretations, failures, steps }]) => ({
      text,
      score,
      interpretations,
      failures,
      parse: parseSteps(steps, network),
    }))
    .sort((a, b) => b.score - a.score);
}

/** Derivations of a forest that differ in their steps; those that differ only in how garbage was cut are one. */
export function distinctDerivations(forest: Forest, most: number): Candidate[] {
  const { network } = forest.chart.grammar;
  const kBest = new KBest(forest, most);
  const seen = new Set<string>();
  const candidates: Candidate[] = [];
  for (let rank = 0; rank < most; rank++) {
    const derivation = rank === 0 ? undefined : kBest.get(forest.root, rank);
    if (rank > 0 && !derivation) break;
    const steps = stepsOf(forest, kBest, rank);
    if (rank > 0) {
      if (rank === 1) seen.add(candidates[0]!.steps.join());
      const key = steps.join();
      if (seen.has(key)) continue;
      seen.add(key);
    }
    const cost = derivation ? derivation.cost : forest.cost[forest.root]!;
    candidates.push({ steps, cost, text: spokenText(steps, network) });
  }
  return candidates.sort((a, b) => a.cost - b.cost || byDocumentOrder(a.steps, b.steps));
}

/** Outputs are numbered in document order; where one derivation goes on and the other closes a rule, going on is first. */
function byDocumentOrder(a: readonly number[], b: readonly number[]): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const place = (step: number | undefined) =>
    step === undefined || step === CLOSE ? Number.MAX_SAFE_INTEGER : step;
  return place(a[at]) - place(b[at]);
}

interface Derived {
  readonly candidate: Candidate;
  readonly result: Interpreted;
  /** What tells its meaning from others; unknown where there is only one. */
  readonly key: string;
}

function distinctMeanings(candidates: readonly Candidate[], interpreted: readonly Interpreted[]): Derived[] {
  if (candidates.length === 1) return [{ candidate: candidates[0]!, result: interpreted[0]!, key: '' }];
  const distinct = new Map<string, Derived>();
  candidates.forEach((candidate, i) => {
    const result = interpreted[i]!;
    const key = `${candidate.text}\n${'value' in result ? canonical(result.value) : `! ${result.failure.reason}`}`;
    if (!distinct.has(key)) distinct.set(key, { candidate, result, key });
  });
  return [...distinct.values()];
}

/** Each meaning is within its limit; ten of them in sixteen grammars would still make an answer of many megabytes. */
function withinLength(meanings: readonly Derived[], longest: number): Derived[] {
  let length = 0;
  return meanings.map((each) => {
    length += each.key.length;
    if (length <= longest || !('value' in each.result)) return each;
    const reason = `the meanings of the text are together longer than ${longest} characters`;
    return { ...each, result: { failure: { kind: 'stopped', reason } } };
  });
}
