import { readFile } from 'node:fs/promises';
import { ModelFileError } from '@locutor/contract';

/** What is made of a file of a model. Where that fails, the file is absent or damaged, and the error names it. */
export async function fromModelFile<T>(label: string, file: string, make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    throw new ModelFileError(label, file, error);
  }
}

/** The JSON in a file of a model. */
export function readModelJson(label: string, file: string) {
  return fromModelFile(label, file, async () => JSON.parse(await readFile(file, 'utf8')));
}
