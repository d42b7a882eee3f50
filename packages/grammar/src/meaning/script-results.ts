import type { GrammarLimits } from '../limits.ts';
import type { Interpreted } from './interpreter.ts';
import { ScriptStopped } from './sandbox.ts';
import type { Meaning } from './simple-tag.ts';
import { MeaningSizes, MeaningTooLong } from './size.ts';

/**
 * What the interpreter in the sandbox answered, one entry per derivation. The sandbox keeps to the limits by itself; a
 * tag can be written so that it ends the function around it and runs before the interpreter does, so nothing that comes
 * out of the sandbox is trusted. Throws ScriptStopped where it is not what the interpreter writes.
 */
export function readScriptResults(output: string, count: number, limits: GrammarLimits): Interpreted[] {
  const results = parse(output);
  if (!Array.isArray(results) || results.length !== count)
    throw new ScriptStopped('the tags broke the script engine');
  const sizes = new MeaningSizes(limits);
  return results.map((result: unknown) =>
    interpreted(Object(result) as Partial<Record<'v' | 'e' | 's', unknown>>, sizes),
  );
}

function interpreted(
  { v, e, s }: Partial<Record<'v' | 'e' | 's', unknown>>,
  sizes: MeaningSizes,
): Interpreted {
  if (typeof s === 'string') return { failure: { kind: 'stopped', reason: s } };
  if (typeof v !== 'string')
    return { failure: { kind: 'thrown', reason: typeof e === 'string' ? e : 'a tag threw' } };
  const value = parse(v) as Meaning;
  try {
    sizes.check(value);
  } catch (error) {
    if (!(error instanceof MeaningTooLong)) throw error;
    return { failure: { kind: 'stopped', reason: error.message } };
  }
  return { value };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new ScriptStopped('the tags broke the script engine');
  }
}
