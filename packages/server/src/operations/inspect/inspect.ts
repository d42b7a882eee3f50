import { GrammarError, type GrammarMatch, type LintFinding } from '@locutor/grammar';
import { ServiceError } from '../../errors/index.ts';
import type { Caller, Grammars, MatchOutcome } from '../../grammars/grammars.ts';
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
  const { source, text, client } = request;
  const caller: Caller = { client, signal };
  const compiled = await grammars.compile(source, caller).catch((error: unknown) => {
    // A named grammar that does not exist is an error of the request; what a sent one lacks belongs to its author.
    if (error instanceof ServiceError && isAbout(error, source.kind === 'inline')) return problemOf(error);
    throw error;
  });
  if ('severity' in compiled) return { valid: false, problems: [compiled], matches: [] };
  if (compiled.kind !== 'compiled') return { valid: false, problems: unfinished(compiled), matches: [] };
  const { mode, language } = compiled.facts;
  const about = { valid: true, mode, ...(language !== undefined && { language }) };
  const linted = source.kind === 'inline' ? await grammars.lint(source, caller) : undefined;
  const problems = linted?.kind === 'linted' ? linted.findings.slice(0, MAX_PROBLEMS).map(warningOf) : [];
  if (text === undefined) return { ...about, problems, matches: [] };
  const outcome = await grammars.match(source, text, MAX_INTERPRETATIONS, caller, { everyParse: true });
  if (outcome.kind !== 'matches')
    return { ...about, problems: [...problems, ...unfinished(outcome)], matches: [] };
  return { ...about, problems, matches: outcome.matches.map(matchAnswer) };
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

function unfinished(outcome: Exclude<MatchOutcome, { kind: 'matches' }>): Problem[] {
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
