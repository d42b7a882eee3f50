export function percent(part: number, all: number): string {
  return all === 0 ? '-' : `${((100 * part) / all).toFixed(1)} %`;
}
