import { open } from 'node:fs/promises';
import { ModelFileError } from '@locutor/contract';

/** Numbers that describe how a voice speaks. */
export const STYLE_SIZE = 256;
/** A voice has one style for each length of a phrase. */
export const STYLES = 510;

/** The style of a voice for a phrase of so many signs. Only that one is read: a file holds half a megabyte. */
export async function readStyle(path: string, signs: number): Promise<Float32Array> {
  const row = Math.max(0, Math.min(STYLES, signs) - 1);
  const style = new Float32Array(STYLE_SIZE);
  try {
    const file = await open(path);
    try {
      const { bytesRead } = await file.read(
        new Uint8Array(style.buffer),
        0,
        style.byteLength,
        row * style.byteLength,
      );
      if (bytesRead !== style.byteLength) throw new Error(`it ends in style ${row}`);
    } finally {
      await file.close();
    }
    return style;
  } catch (error) {
    throw new ModelFileError('the voice', path, error);
  }
}
