import type { Position } from '../model.ts';
import { normalizeSpace } from '../read/characters.ts';
import { notExpressible, printable } from './expressible.ts';

/** Examples live in documentation comments in both plain-text syntaxes. */
export function printExamples(
  examples: readonly string[],
  format: 'abnf' | 'jsgf',
  position?: Position,
): string {
  if (examples.length === 0) return '';
  const lines = examples.map((example) => {
    if (example.includes('*/')) throw notExpressible(format, `'*/' in the example '${example}'`, position);
    return ` * @example ${printable(format, normalizeSpace(example), position)}`.trimEnd();
  });
  return `/**\n${lines.join('\n')}\n */\n`;
}
