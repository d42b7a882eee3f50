/** Numbers, times, tokens and ids are other ones each time, and scores depend on the CPU. */
const VARYING: readonly [RegExp, string][] = [
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'UUID'],
  [/loc_[\w-]+|loc_…/g, 'LOC'],
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?Z?)?/g, 'TIME'],
  [/"\d{15,}"/g, '"ID"'],
  [/\b[0-9a-f]{16}\b/g, 'KEY'],
  [/(?<=^|token\.create +)[A-Za-z0-9_-]{10}(?= )/gm, 'TOKEN'],
];
const TEXT = /("(?:[^"\\]|\\.)*")/;
const NUMBER = /-?\d+(?:\.\d+)?/g;

/**
 * Whether a command printed what the page shows: the same texts in the same places, with other numbers. In JSON, numbers
 * inside texts count. `…` stands for anything.
 */
export function hasShape(shown: string, printed: string): boolean {
  const pattern = normal(shown)
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[\\s\\S]*');
  return new RegExp(`^${pattern}$`).test(normal(printed));
}

function normal(text: string): string {
  const known = VARYING.reduce((rest, [what, name]) => rest.replace(what, name), text.trim());
  const isJson = /^[[{]/.test(known);
  return known
    .split(isJson ? TEXT : /(?!)/)
    .map((part) => (isJson && part.startsWith('"') ? part : part.replace(NUMBER, 'N')))
    .join('')
    .replace(/[ \t]+/g, ' ')
    .replace(/-{3,}/g, '---');
}
