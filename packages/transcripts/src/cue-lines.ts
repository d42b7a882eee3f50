import { columnsOf } from './columns.ts';
import type { Unit } from './units.ts';

export const MOST_LINES = 2;
export const MOST_COLUMNS = 42;

/** In as few lines as they fit in. */
export function fillLines(units: readonly Unit[]): Unit[][] {
  const lines: Unit[][] = [];
  let columns = 0;
  for (const unit of units) {
    const line = lines.at(-1);
    const wider = columns + unit.gap.length + columnsOf(unit.text);
    if (line && wider <= MOST_COLUMNS) {
      line.push(unit);
      columns = wider;
    } else {
      lines.push([unit]);
      columns = columnsOf(unit.text);
    }
  }
  return lines;
}

/** Two lines of about the same length are easier to read than a long and a short one. */
export function balancedLines(units: readonly Unit[]): string[] {
  const filled = fillLines(units);
  if (filled.length !== 2) return filled.map(lineText);
  let best = filled.map(lineText);
  for (let at = filled[0]!.length - 1; at > 0; at--) {
    const lines = [lineText(units.slice(0, at)), lineText(units.slice(at))];
    if (columnsOf(lines[1]!) > MOST_COLUMNS || widest(lines) > widest(best)) break;
    best = lines;
  }
  return best;
}

function widest(lines: readonly string[]): number {
  return Math.max(...lines.map(columnsOf));
}

function lineText(units: readonly Unit[]): string {
  return units.map(({ gap, text }, index) => (index === 0 ? text : gap + text)).join('');
}
