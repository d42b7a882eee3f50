import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import type { ReadStream } from 'node:tty';
import { conditionedModels, type Model, models as manifest } from '@locutor/models';
import { UsageError } from './usage-error.ts';

export interface Asking {
  readonly models: readonly Model[];
  readonly input: Readable;
  readonly output: Writable;
}

/** Shows the conditions of these models' licences, and goes on only where they are accepted. */
export async function acceptLicences(
  names: readonly string[],
  accepted: boolean,
  { models, input, output }: Asking = { models: manifest, input: process.stdin, output: process.stderr },
): Promise<void> {
  for (const model of conditionedModels(models, names)) {
    output.write(licenceText(model));
    if (accepted) continue;
    if (!(input as Partial<ReadStream>).isTTY) {
      throw new UsageError(
        `model ${model.name} is not installed: accept its licence with --accept-licence, or run this in a terminal`,
      );
    }
    if (!(await isYes(input, output))) throw new UsageError(`model ${model.name} is not installed`);
  }
}

function licenceText({ name, licence }: Model): string {
  return `Model ${name} has a licence of its own: ${licence.name}\n  ${licence.condition}\n  ${licence.attribution}.\n`;
}

async function isYes(input: Readable, output: Writable): Promise<boolean> {
  const lines = createInterface({ input, output });
  const left = new AbortController();
  // Ctrl-C and ctrl-D close it without an answer.
  lines.once('close', () => left.abort());
  try {
    const answer = await lines.question('Do you accept this licence? [y/N] ', { signal: left.signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch {
    return false;
  } finally {
    lines.close();
  }
}
