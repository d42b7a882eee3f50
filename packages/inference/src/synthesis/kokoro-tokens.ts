import { readFile } from 'node:fs/promises';
import { ModelFileError } from '@locutor/contract';

/** Numbers of the signs that the model knows. */
export type KokoroTokens = ReadonlyMap<string, number>;

export async function readTokens(path: string): Promise<KokoroTokens> {
  try {
    const { model } = JSON.parse(await readFile(path, 'utf8')) as {
      model: { vocab: Record<string, number> };
    };
    return new Map(Object.entries(model.vocab));
  } catch (error) {
    throw new ModelFileError('the alphabet of the synthesis model', path, error);
  }
}
