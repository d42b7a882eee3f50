import { table } from '../table.ts';
import type { HeardClip } from './accuracy.ts';
import { writeOut } from './out.ts';
import { comparedWords, differenceInterval } from './word-errors.ts';

/** With so much speech there are words. */
const SPEECH_WITH_WORDS = 0.5;

export function printAccuracy(model: string, clips: readonly HeardClip[]): void {
  console.log(`\nWord errors, ${model}: the whole pipeline, and a greedy loop over the published graphs`);
  const sets = [...new Set(clips.map(({ set }) => set))];
  printRows('set', [
    ...sets.map((set) => [set, clips.filter((clip) => clip.set === set)] as const),
    ['all', clips],
  ]);
}

export function printRows(what: string, rows: readonly (readonly [string, readonly HeardClip[]])[]): void {
  console.log('"both wrote": only clips that the reference has any text of; "empty": no text at all;');
  console.log(`"lost": no text although at least ${SPEECH_WITH_WORDS} s of speech were found`);
  const heading = [what, 'clips', 'words', 'ours', 'reference', 'change', 'difference, 95 %'];
  const more = ['both wrote: ours', 'reference', 'empty: ours', 'reference', 'lost'];
  console.log(table([[...heading, ...more], ...rows.map(([name, clips]) => row(name, clips))]));
}

function row(name: string, clips: readonly HeardClip[]): (string | number)[] {
  const [words, ours, reference] = sums(clips);
  const written = clips.filter(({ referenceText }) => referenceText.trim() !== '');
  const [bothWords, bothOurs, bothReference] = sums(written);
  const interval = differenceInterval(clips).map((share) => (100 * share).toFixed(1));
  const silent = clips.filter(({ heard }) => heard.text === '');
  return [
    name,
    clips.length,
    words,
    percent(ours / words),
    percent(reference / words),
    reference === 0 ? '0 %' : signed((100 * (ours - reference)) / reference),
    `${interval[0]} to ${interval[1]}`,
    percent(bothOurs / bothWords),
    percent(bothReference / bothWords),
    silent.length,
    clips.length - written.length,
    silent.filter(({ heard }) => heard.speechSeconds >= SPEECH_WITH_WORDS).length,
  ];
}

function sums(clips: readonly HeardClip[]): [words: number, ours: number, reference: number] {
  const sum = (key: 'words' | 'ours' | 'reference') => clips.reduce((all, clip) => all + clip[key], 0);
  return [sum('words'), sum('ours'), sum('reference')];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function signed(percentage: number): string {
  return `${percentage > 0 ? '+' : ''}${percentage.toFixed(0)} %`;
}

/** Where ours has more errors than the reference: what there is to do. */
export function printLosses(clips: readonly HeardClip[], most: number): void {
  const worse = clips.filter(({ ours, reference }) => ours > reference);
  const better = clips.filter(({ ours, reference }) => ours < reference).length;
  console.log(
    `\nBetter than the reference on ${better} clips, worse on ${worse.length}; the worst of those:`,
  );
  worse.sort((a, b) => b.ours - b.reference - (a.ours - a.reference));
  for (const { clip, heard, referenceText } of worse.slice(0, most)) {
    const seconds = (clip.samples.length / 16_000).toFixed(1);
    console.log(`  ${clip.file}, ${seconds} s, ${heard.segments.length} segments`);
    console.log(`    said       ${comparedWords(clip.text).join(' ')}`);
    console.log(`    ours       ${comparedWords(heard.text).join(' ')}`);
    console.log(`    reference  ${comparedWords(referenceText).join(' ')}`);
  }
}

/** Every text, to be looked at. */
export function writeTexts(model: string, clips: readonly HeardClip[]): void {
  const rows = clips.map(({ set, clip, ours, reference, heard, referenceText }) =>
    [set, clip.file, ours, reference, clip.text, heard.text, referenceText].join('\t'),
  );
  const heading = 'set\tfile\tour errors\treference errors\tsaid\tours\treference';
  console.log(`\ntexts: ${writeOut(`recognize-${model}.tsv`, [heading, ...rows, ''].join('\n'))}`);
}
