import { FormData } from 'undici';
import type { Config } from '../../config/index.ts';
import { Grammars, readLms } from '../../grammars/index.ts';
import { interpret } from '../../operations/interpret/interpret.ts';
import { checkText } from '../../operations/interpret/request.ts';
import { readParameters } from '../../operations/parameters/read.ts';
import type { InterpretationResult } from '../../operations/results/result.ts';
import type { Headers } from '../call/parameters.ts';
import { post, type ServerAddress } from '../call/server-client.ts';
import { CommandError } from '../usage-error.ts';

/** What every text is interpreted against. */
export interface Against {
  readonly lms: readonly string[];
  readonly grammars: Parameters<typeof interpret>[0]['inline'];
  readonly headers: Headers;
}

export type Interpret = (text: string, signal: AbortSignal) => Promise<InterpretationResult>;

/** Interprets with the grammars of this machine, for the duration of the work. */
export async function withLocalInterpreter<T>(
  config: Config,
  { lms, grammars: inline, headers }: Against,
  work: (interpret: Interpret) => Promise<T>,
): Promise<T> {
  const parameters = readParameters(headers, config.deployment);
  const references = lms.length > 0 ? readLms([...lms], config.lmAliases) : [];
  const { grammarsDir: folder, grammarHosts: hosts, language } = config;
  const grammars = new Grammars({ folder, hosts, language });
  try {
    return await work((text, signal) =>
      interpret(
        { text: checkText(text), references, inline, parameters, client: 'command' },
        grammars,
        signal,
      ),
    );
  } finally {
    await grammars.close();
  }
}

/** Interprets on a server. */
export function serverInterpreter(server: ServerAddress, { lms, grammars, headers }: Against): Interpret {
  const query = lms.map((lm) => `lm=${encodeURIComponent(lm)}`).join('&');
  const path = `/asr/rest/v3/interpret${query === '' ? '' : `?${query}`}`;
  return async (text, signal) => {
    const body = grammars.length === 0 ? text : formOf(text, grammars);
    const type = typeof body === 'string' && { 'content-type': 'text/plain' };
    const answer = await post(server, { path, headers: { ...headers, ...type }, body }, signal);
    if (!isResult(answer)) throw new CommandError(`the answer of ${server.url} is no interpretation`);
    return answer;
  };
}

function isResult(answer: unknown): answer is InterpretationResult {
  return Array.isArray((answer as Partial<InterpretationResult> | null)?.alternatives);
}

function formOf(text: string, grammars: Against['grammars']): FormData {
  const form = new FormData();
  for (const { bytes, mediaType: type = '' } of grammars)
    form.append('lm', new Blob([bytes], { type }), 'grammar');
  form.append('text', text);
  return form;
}
