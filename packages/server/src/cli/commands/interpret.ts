import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { printable } from '../../common/printable.ts';
import type { Config } from '../../config/index.ts';
import { readGrammarFiles } from '../call/grammar-files.ts';
import { addCallOptions, type CallOptions } from '../call/options.ts';
import { headersOf } from '../call/parameters.ts';
import { serverOf } from '../call/server-client.ts';
import type { Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { isExpected } from '../expected-errors.ts';
import { type Interpret, serverInterpreter, withLocalInterpreter } from '../interpret/interpreter.ts';
import { readable } from '../interpret/readable.ts';
import { interruptSignal } from '../interrupt.ts';
import { addJsonOption, type JsonOption } from '../list.ts';
import { UsageError } from '../usage-error.ts';

export function interpretCommand({ quietConfig }: Context): Command {
  const command = new Command('interpret')
    .description('find the meaning of a text by a grammar')
    .argument('<text>', 'a text, or - for the lines of standard input');
  return addJsonOption(addCallOptions(command)).action((text: string, options: CallOptions & JsonOption) =>
    interpretTexts(quietConfig, text, options),
  );
}

async function interpretTexts(
  config: () => Config,
  text: string,
  options: CallOptions & JsonOption,
): Promise<void> {
  const { lm: lms = [], grammar = [] } = options;
  if (lms.length + grammar.length === 0) {
    throw new UsageError('name a grammar with --grammar FILE or --lm URI, such as builtin:grammar/date');
  }
  const grammars = await readGrammarFiles(grammar);
  const against = { lms, grammars, headers: headersOf(options.set ?? []) };
  const texts = text === '-' ? createInterface({ input: process.stdin }) : [text];
  const server = serverOf(options);
  const { signal, release } = interruptSignal();
  const work = (interpret: Interpret) => interpretAll(texts, interpret, options, signal);
  try {
    if (server) await work(serverInterpreter(server, against));
    else await withLocalInterpreter(config(), against, work);
  } finally {
    release();
  }
}

/** One after another, so that answers stand in the order of their texts; a text that is refused does not end the rest. */
async function interpretAll(
  texts: Iterable<string> | AsyncIterable<string>,
  interpret: Interpret,
  { json }: JsonOption,
  signal: AbortSignal,
): Promise<void> {
  for await (const text of texts) {
    if (text.trim() === '') continue;
    try {
      const result = await interpret(text, signal);
      if (result.result_status !== 'RECOGNIZED') process.exitCode = exitCodes.failed;
      process.stdout.write(
        json
          ? `${JSON.stringify({ ...(Array.isArray(texts) ? {} : { text }), ...result })}\n`
          : readable(text, result),
      );
    } catch (error) {
      signal.throwIfAborted();
      if (!isExpected(error)) throw error;
      process.stderr.write(`locutor: ${printable(error.message)}\n`);
      if (json) process.stdout.write(`${JSON.stringify({ text, error: error.message })}\n`);
      process.exitCode = exitCodes.failed;
    }
  }
}
