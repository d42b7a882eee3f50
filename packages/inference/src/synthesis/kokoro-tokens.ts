import { readFile } from 'node:fs/promises';
import { fromModelFile } from '../runtime/model-file.ts';

/** Numbers of the signs that the model knows. */
export type KokoroTokens = ReadonlyMap<string, number>;

export function readTokens(path: string): Promise<KokoroTokens> {
  return fromModelFile('the alphabet of the synthesis model', path, async () => {
    const { model } = JSON.parse(await readFile(path, 'utf8')) as {
      model: { vocab: Record<string, number> };
    };
    return new Map(Object.entries(model.vocab));
  });
}
