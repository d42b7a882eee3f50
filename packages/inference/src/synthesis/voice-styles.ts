import { open } from 'node:fs/promises';
import { fromModelFile } from '../runtime/model-file.ts';

/** Numbers that describe how a voice speaks. */
export const STYLE_SIZE = 256;
/** A voice has one style for each length of a phrase. */
export const STYLES = 510;

/** The style of a voice for a phrase of so many signs. Only that one is read: a file holds half a megabyte. */
export function readStyle(path: string, signs: number): Promise<Float32Array> {
  const row = Math.max(0, Math.min(STYLES, signs) - 1);
  return fromModelFile('the voice', path, async () => {
    const style = new Float32Array(STYLE_SIZE);
    const bytes = new Uint8Array(style.buffer);
    const file = await open(path);
    try {
      const { bytesRead } = await file.read(bytes, 0, bytes.length, row * bytes.length);
      if (bytesRead !== bytes.length) throw new Error(`it ends in style ${row}`);
    } finally {
      await file.close();
    }
    return style;
  });
}
