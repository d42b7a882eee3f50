import { readFileSync } from 'node:fs';

/**
 * Sentences of our own, half of them with numbers, dates, times, money or abbreviations. Fewer are spread over the whole list,
 * since its kinds of sentences stand together.
 */
export function sentencesOf(language: string, count = Number.POSITIVE_INFINITY): string[] {
  const text = readFileSync(new URL(`../../sentences/${language}.txt`, import.meta.url), 'utf8');
  const all = text.split('\n').filter((line) => line !== '');
  const step = Math.max(1, all.length / count);
  return Array.from({ length: Math.min(count, all.length) }, (_, at) => all[Math.floor(at * step)]!);
}
