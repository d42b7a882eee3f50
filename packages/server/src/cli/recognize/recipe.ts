import type { InlineGrammar } from '../../grammars/inline-grammar.ts';
import { freeSpeechModel, noSuchModel } from '../../operations/free-speech.ts';
import { classifierHeaders } from '../../operations/recognize/classifiers.ts';
import { readGrammarFiles } from '../call/grammar-files.ts';
import type { CallOptions } from '../call/options.ts';
import { type Headers, headersOf, headerValue } from '../call/parameters.ts';
import { UsageError } from '../usage-error.ts';

/** How every file is recognised: what a request would say beside its audio. */
export interface Recipe {
  readonly lms: readonly string[];
  readonly grammars: readonly InlineGrammar[];
  readonly headers: Headers;
  /** The Content-Type of audio without a header; undefined where the format is detected. */
  readonly mediaType: string | undefined;
}

export interface RecipeOptions extends CallOptions {
  readonly language?: string;
  readonly speakers?: boolean;
  readonly maxSpeakers?: string;
  readonly hints?: string;
  readonly accuracy?: string;
  readonly traits?: readonly string[];
  readonly mediaType?: string;
}

/** What `--traits` takes. */
export const traitNames: readonly string[] = Object.values(classifierHeaders).map(({ name }) => name);

export async function readRecipe(options: RecipeOptions): Promise<Recipe> {
  const grammars = await readGrammarFiles(options.grammar ?? []);
  return {
    lms: lmsOf(options),
    grammars,
    headers: withoutRepeats(headersOf(options.set ?? []), optionHeaders(options)),
    mediaType: options.mediaType,
  };
}

function lmsOf({ lm = [], grammar = [], language }: RecipeOptions): readonly string[] {
  if (language === undefined) return lm.length + grammar.length > 0 ? lm : ['builtin:slm/general'];
  if (lm.length + grammar.length > 0) {
    throw new UsageError(
      '--language chooses the model for free speech: leave it out with --lm and --grammar. A grammar names its own language; for a builtin one add ?language=, as in builtin:grammar/date?language=pt',
    );
  }
  if (freeSpeechModel(language) === undefined) throw new UsageError(`--language: ${noSuchModel(language)}`);
  return [`builtin:slm/${language}`];
}

/** The headers that the options with names of their own stand for. */
function optionHeaders({ speakers, maxSpeakers, hints, accuracy, traits = [] }: RecipeOptions) {
  const headers: Record<string, string> = {};
  if (speakers || maxSpeakers !== undefined) headers['diarization-enabled'] = 'true';
  if (maxSpeakers !== undefined)
    headers['diarization-maxspeakers'] = headerValue('--max-speakers', maxSpeakers);
  if (hints !== undefined) headers['hints-words'] = headerValue('--hints', hints);
  if (accuracy !== undefined) headers['decoder-accuracy'] = accuracy;
  for (const [header, { name }] of Object.entries(classifierHeaders)) {
    if (traits.includes(name)) headers[header.toLowerCase()] = 'true';
  }
  return headers;
}

function withoutRepeats(set: Headers, named: Headers): Headers {
  const twice = Object.keys(named).find((name) => set[name] !== undefined);
  if (twice !== undefined) throw new UsageError(`--set gives ${twice}, which another option gives too`);
  return { ...set, ...named };
}
