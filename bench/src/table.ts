/** Rows of cells as an aligned text table, the first row being the heading; numbers align right. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const text = rows.map((row) => row.map(String));
  const widths = (text[0] ?? []).map((_, column) => Math.max(...text.map((row) => row[column]?.length ?? 0)));
  const numeric = widths.map((_, column) =>
    text.slice(1).every((row) => /^[-+]?[\d.,]+( ?[%×a-zA-Z/]+)?$/.test(row[column] ?? '')),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, c) => (numeric[c] ? cell.padStart(widths[c]!) : cell.padEnd(widths[c]!)))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [line(text[0] ?? []), rule, ...text.slice(1).map(line)].join('\n');
}

export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
