import { randomInt } from 'node:crypto';
import { GrammarError, type GrammarMatch, type LintFinding } from '@locutor/grammar';
import { ServiceError } from '../../errors/index.ts';
import type { Caller, Grammars, Unfinished } from '../../grammars/grammars.ts';
import { MAX_TEXT } from '../interpret/request.ts';
import { percent } from '../results/result.ts';
import type { InspectRequest } from './request.ts';

const MAX_INTERPRETATIONS = 10;
/** A grammar may have one finding for each of its lines; an editor shows the first ones. */
const MAX_PROBLEMS = 100;

export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  readonly rule?: string;
}

/** What is known of a grammar, and of a text against it. */
export async function inspect(request: InspectRequest, grammars: Grammars, signal: AbortSignal) {
  const { source, client } = request;
  const caller: Caller = { client, signal };
  const compiled = await grammars.compile(source, caller).catch((error: unknown) => {
    // A named grammar that does not exist is an error of the request; what a sent one lacks belongs to its author.
    if (error instanceof ServiceError && isAbout(error, source.kind === 'inline')) return problemOf(error);
    throw error;
  });
  if ('severity' in compiled) return unusable([compiled]);
  if (compiled.kind !== 'compiled') return unusable(unfinished(compiled));
  const { mode, language } = compiled.facts;
  const about = { valid: true, mode, ...(language !== undefined && { language }) };
  const linted = source.kind === 'inline' ? await grammars.lint(source, caller) : undefined;
  const problems = linted?.kind === 'linted' ? linted.findings.slice(0, MAX_PROBLEMS).map(warningOf) : [];
  const matched = await matchesOf(request, grammars, caller);
  const generated = await sentencesOf(request, grammars, caller);
  return {
    ...about,
    problems: [...problems, ...matched.problems, ...generated.problems],
    matches: matched.matches,
    sentences: generated.sentences,
  };
}

function unusable(problems: readonly Problem[]) {
  return { valid: false, problems, matches: [], sentences: [] };
}

async function matchesOf({ source, text }: InspectRequest, grammars: Grammars, caller: Caller) {
  if (text === undefined) return { matches: [], problems: [] };
  const outcome = await grammars.match(source, text, MAX_INTERPRETATIONS, caller, { everyParse: true });
  if (outcome.kind !== 'matches') return { matches: [], problems: unfinished(outcome) };
  return { matches: outcome.matches.map(matchAnswer), problems: [] };
}

async function sentencesOf({ source, sentences: count }: InspectRequest, grammars: Grammars, caller: Caller) {
  if (count === 0) return { sentences: [], problems: [] };
  // Others each time, and none that INTERPRET would refuse to read.
  const options = { count, seed: randomInt(2 ** 32), length: MAX_TEXT };
  const outcome = await grammars.sentences(source, options, caller);
  if (outcome.kind !== 'sentences') return { sentences: [], problems: unfinished(outcome) };
  return { sentences: outcome.sentences, problems: [] };
}

function isAbout({ code }: ServiceError, inline: boolean): boolean {
  return (
    code === 'ERR_LM_INVALID' || (inline && (code === 'ERR_LM_NOT_FOUND' || code === 'ERR_LM_FORBIDDEN'))
  );
}

function problemOf(error: ServiceError): Problem {
  const found = (error.cause as Error | undefined)?.cause;
  if (!(found instanceof GrammarError))
    return { severity: 'error', code: 'not-found', message: error.message };
  const { code, reason, line, column, uri } = found;
  // A place in another document is none in this one.
  if (uri !== undefined) return { severity: 'error', code, message: found.message };
  return { severity: 'error', code, message: reason, ...place({ line, column }) };
}

function warningOf({ code, message, rule, line, column }: LintFinding): Problem {
  return {
    severity: 'warning',
    code,
    message,
    ...(rule !== undefined && { rule }),
    ...place({ line, column }),
  };
}

function place({ line, column }: { line?: number | undefined; column?: number | undefined }) {
  return { ...(line !== undefined && { line }), ...(column !== undefined && { column }) };
}

function unfinished(outcome: Unfinished): Problem[] {
  const message = outcome.kind === 'failed' ? outcome.reason : 'the server stops';
  return [{ severity: 'error', code: outcome.kind, message }];
}

function matchAnswer({ text, score, interpretations, failures }: GrammarMatch) {
  return {
    text,
    score: percent(score),
    interpretations: interpretations.map(({ value, score, parse = [] }) => ({
      value,
      score: percent(score),
      parse,
    })),
    failures: failures.map(({ reason }) => reason),
  };
}
