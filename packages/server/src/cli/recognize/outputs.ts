import { stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { UsageError } from '../usage-error.ts';
import type { RecognizedResult } from './file-recognizer.ts';
import { type FormatName, formats, written } from './formats.ts';
import type { Input } from './inputs.ts';
import { writeWhole } from './write-whole.ts';

/** Where the outputs of every input go: a file per format. */
export type OutputFiles = ReadonlyMap<Input, ReadonlyMap<FormatName, string>>;

/**
 * The files that `--output` stands for: itself for one input in one format, unless it is a folder or ends with a
 * slash; otherwise files in that folder, called as their inputs are.
 */
export async function planOutputs(
  inputs: readonly Input[],
  names: readonly FormatName[],
  output: string,
): Promise<OutputFiles> {
  const info = await stat(output).catch(() => undefined);
  const isFolder = info ? info.isDirectory() : /[\\/]$/.test(output);
  const needsFolder = inputs.length > 1 || names.length > 1;
  if (needsFolder && info && !isFolder) {
    throw new UsageError(`--output ${output} is a file; several files or formats need a folder`);
  }
  const [only] = inputs;
  const plan: OutputFiles =
    only && !isFolder && !needsFolder
      ? new Map([[only, new Map([[names[0]!, output]])]])
      : inFolder(inputs, names, output);
  refuseOverwriting(inputs, plan);
  return plan;
}

function inFolder(inputs: readonly Input[], names: readonly FormatName[], folder: string): OutputFiles {
  const stems = new Map<string, number>();
  for (const { place } of inputs) stems.set(stemOf(place), (stems.get(stemOf(place)) ?? 0) + 1);
  // Of "a.wav" and "a.mp3" the outputs are "a.wav.txt" and "a.mp3.txt".
  const nameOf = ({ place }: Input) => (stems.get(stemOf(place)) === 1 ? stemOf(place) : place);
  return new Map(
    inputs.map((input) => [
      input,
      new Map(names.map((name) => [name, join(folder, `${nameOf(input)}.${formats[name].extension}`)])),
    ]),
  );
}

function stemOf(place: string): string {
  return place.slice(0, place.length - extname(place).length);
}

function refuseOverwriting(inputs: readonly Input[], plan: OutputFiles): void {
  const audio = new Map(inputs.flatMap(({ path }) => (path === undefined ? [] : [[resolve(path), path]])));
  const taken = new Map<string, string>();
  for (const [input, files] of plan) {
    for (const file of files.values()) {
      const own = audio.get(resolve(file));
      if (own !== undefined) throw new UsageError(`the output would replace the audio ${own}`);
      const other = taken.get(resolve(file));
      if (other !== undefined)
        throw new UsageError(`${other} and ${input.name} would both be written to ${file}`);
      taken.set(resolve(file), input.name);
    }
  }
}

/** Whether every output of an input exists and is not older than its audio. Outputs appear only when complete. */
export async function isFinished(input: Input, files: ReadonlyMap<FormatName, string>): Promise<boolean> {
  if (input.path === undefined) return false;
  const [audio, ...outputs] = await Promise.all(
    [input.path, ...files.values()].map((file) => stat(file).catch(() => undefined)),
  );
  return outputs.every((each) => each?.isFile() && audio !== undefined && each.mtimeMs >= audio.mtimeMs);
}

export async function writeOutputs(
  results: readonly RecognizedResult[],
  files: ReadonlyMap<FormatName, string>,
): Promise<void> {
  for (const [format, file] of files) await writeWhole(file, written(results, format));
}
