import { meaningText } from '@locutor/grammar';
import type { GrammarSource, Grammars } from '../../grammars/grammars.ts';
import { lmNotFound } from '../../grammars/index.ts';
import { freeSpeechModel, noSuchModel } from '../free-speech.ts';
import { type Alternative, type InterpretationResult, percent } from '../results/result.ts';
import type { InterpretRequest } from './request.ts';

const MAX_INTERPRETATIONS = 10;

type Found = Omit<Alternative, 'index'>;

/** What a text means against every grammar that was named; free-speech models take it as it is. */
export async function interpret(
  request: InterpretRequest,
  grammars: Grammars,
  signal: AbortSignal,
): Promise<InterpretationResult> {
  const { text, references, inline, parameters, client } = request;
  const sources: GrammarSource[] = inline.map((grammar, index) => ({
    kind: 'inline',
    uri: `inline:${index}`,
    ...grammar,
  }));
  const free: Found[] = [];
  for (const reference of references) {
    if (reference.kind !== 'slm') sources.push(reference);
    else if (freeSpeechModel(reference.name) === undefined)
      throw lmNotFound(reference.uri, noSuchModel(reference.name));
    else free.push({ text, score: 100, lm: reference.uri, interpretations: [], interpretation_scores: [] });
  }
  // All at once: grammars are loaded and matched side by side, and the first error ends the request.
  const outcomes = await Promise.all(
    sources.map((source) => grammars.match(source, text, MAX_INTERPRETATIONS, { client, signal })),
  );

  const matched = outcomes.flatMap((outcome, index) =>
    outcome.kind === 'matches' ? found(outcome.matches, sources[index]!.uri) : [],
  );
  // A meaning says more than the words alone, so free speech stands behind what a grammar made of the text.
  const alternatives = [...matched.sort((a, b) => b.score - a.score), ...free]
    .filter(({ score }) => score >= (parameters['decoder.confidenceThreshold'] ?? 0))
    .slice(0, parameters['decoder.maxSentences'])
    .map((alternative, index) => ({ index, ...alternative }));
  if (alternatives.length > 0) return { result_status: 'RECOGNIZED', alternatives };
  const failed = outcomes.find((outcome) => outcome.kind === 'failed' || outcome.kind === 'canceled');
  const status = failed === undefined ? 'NO_MATCH' : failed.kind === 'canceled' ? 'CANCELED' : 'FAILURE';
  return { result_status: status, alternatives: [] };
}

type Matches = Extract<Awaited<ReturnType<Grammars['match']>>, { kind: 'matches' }>['matches'];

function found(matches: Matches, lm: string): Found[] {
  return matches.map(({ text, score, interpretations }) => {
    const best = interpretations.slice(0, MAX_INTERPRETATIONS);
    return {
      text,
      score: percent(score),
      lm,
      interpretations: best.map(({ value }) => meaningText(value)),
      interpretation_scores: best.map((each) => percent(each.score)),
    };
  });
}
