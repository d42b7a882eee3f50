import { joinSamples } from '@locutor/audio';
import { median, quantile } from '../statistics.ts';
import { table } from '../table.ts';
import { loudness } from './loudness.ts';
import { sentencesOf } from './sentences.ts';
import { clipped, largestSteps, peak, type Speaker, type Spoken, seconds } from './spoken.ts';

/** How soon and how fast a text is spoken, how loud, and whether anything is cut off or clicks. */
export async function printSpeed(
  speakers: readonly Speaker[],
  language: string,
  count: number,
): Promise<void> {
  const texts = sentencesOf(language, count);
  const rows: (string | number)[][] = [
    [
      'system',
      'sentences',
      'speech',
      'first audio, median',
      '95 %',
      '× real time',
      'processor time for 1 s',
      'LUFS',
      'peak at volume 2',
      'clipped',
      'step at joins',
      'within',
    ],
  ];
  for (const speaker of speakers.filter(({ languages }) => languages.includes(language))) {
    const said: Spoken[] = [];
    const loud: Spoken[] = [];
    for (const text of texts) {
      said.push((await speaker.say(text, language, 1))!);
      const louder = await speaker.say(text, language, 2);
      if (louder) loud.push(louder);
    }
    rows.push([speaker.name, texts.length, ...figures(said), ...louderFigures(loud), ...stepFigures(said)]);
  }
  console.log(`\n${language}\n${table(rows)}`);
}

function figures(said: readonly Spoken[]): string[] {
  const audio = said.reduce((sum, each) => sum + seconds(each), 0);
  const took = said.reduce((sum, { totalMs }) => sum + totalMs, 0) / 1000;
  const processor = said.reduce((sum, { processorMs = 0 }) => sum + processorMs, 0);
  const first = said.map(({ firstMs }) => firstMs);
  const all = joinSamples(said.map(({ samples }) => samples));
  return [
    `${audio.toFixed(0)} s`,
    `${median(first).toFixed(0)} ms`,
    `${quantile(first, 0.95).toFixed(0)} ms`,
    `${(audio / took).toFixed(1)} ×`,
    processor === 0 ? '–' : `${(processor / audio).toFixed(0)} ms`,
    loudness(all, said[0]!.rate).toFixed(1),
  ];
}

function louderFigures(loud: readonly Spoken[]): string[] {
  if (loud.length === 0) return ['–', '–'];
  const most = Math.max(...loud.map(({ samples }) => peak(samples)));
  const cut = loud.reduce((sum, { samples }) => sum + clipped(samples), 0);
  return [`${(20 * Math.log10(most)).toFixed(1)} dB`, `${cut}`];
}

function stepFigures(said: readonly Spoken[]): string[] {
  const steps = said.filter(({ joins }) => joins.length > 0).map(largestSteps);
  if (steps.length === 0) return ['–', '–'];
  return [
    Math.max(...steps.map(({ joins }) => joins)).toFixed(3),
    Math.max(...steps.map(({ inside }) => inside)).toFixed(3),
  ];
}
