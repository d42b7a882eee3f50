import { writeOut } from '../out.ts';
import { percent, table } from '../table.ts';
import { comparedWords, differenceInterval, totalErrors } from '../word-errors.ts';
import type { RecognizedClip } from './accuracy.ts';

/** With so much speech there are words. */
const SPEECH_WITH_WORDS = 0.5;

export function printAccuracy(model: string, clips: readonly RecognizedClip[]): void {
  console.log(`\nWord errors, ${model}: the whole pipeline, and a greedy loop over the published graphs`);
  const sets = [...new Set(clips.map(({ set }) => set))];
  printRows('set', [
    ...sets.map((set) => [set, clips.filter((clip) => clip.set === set)] as const),
    ['all', clips],
  ]);
}

export function printRows(
  what: string,
  rows: readonly (readonly [string, readonly RecognizedClip[]])[],
): void {
  console.log('"both wrote": only clips that the reference has any text of; "empty": no text at all;');
  console.log(`"lost": no text although at least ${SPEECH_WITH_WORDS} s of speech were found`);
  const heading = [what, 'clips', 'words', 'ours', 'reference', 'change', 'difference, 95 %'];
  const more = ['both wrote: ours', 'reference', 'empty: ours', 'reference', 'lost'];
  console.log(table([[...heading, ...more], ...rows.map(([name, clips]) => row(name, clips))]));
}

function row(name: string, clips: readonly RecognizedClip[]): (string | number)[] {
  const { words, ours, reference } = totalErrors(clips);
  const written = clips.filter(({ referenceText }) => referenceText.trim() !== '');
  const both = totalErrors(written);
  const interval = differenceInterval(clips).map((share) => (100 * share).toFixed(1));
  const silent = clips.filter(({ recognition }) => recognition.text === '');
  return [
    name,
    clips.length,
    words,
    percent(ours / words),
    percent(reference / words),
    reference === 0 ? '0 %' : signed((100 * (ours - reference)) / reference),
    `${interval[0]} to ${interval[1]}`,
    percent(both.ours / both.words),
    percent(both.reference / both.words),
    silent.length,
    clips.length - written.length,
    silent.filter(({ recognition }) => recognition.speechSeconds >= SPEECH_WITH_WORDS).length,
  ];
}

function signed(percentage: number): string {
  return `${percentage > 0 ? '+' : ''}${percentage.toFixed(0)} %`;
}

/** Where ours has more errors than the reference: what there is to do. */
export function printLosses(clips: readonly RecognizedClip[], most: number): void {
  const worse = clips.filter(({ ours, reference }) => ours > reference);
  const better = clips.filter(({ ours, reference }) => ours < reference).length;
  console.log(
    `\nBetter than the reference on ${better} clips, worse on ${worse.length}; the worst of those:`,
  );
  worse.sort((a, b) => b.ours - b.reference - (a.ours - a.reference));
  for (const { clip, recognition, referenceText } of worse.slice(0, most)) {
    const seconds = (clip.samples.length / 16_000).toFixed(1);
    console.log(`  ${clip.file}, ${seconds} s, ${recognition.segments.length} segments`);
    console.log(`    said       ${comparedWords(clip.text).join(' ')}`);
    console.log(`    ours       ${comparedWords(recognition.text).join(' ')}`);
    console.log(`    reference  ${comparedWords(referenceText).join(' ')}`);
  }
}

/** Every text, to be looked at. */
export function writeTexts(model: string, clips: readonly RecognizedClip[]): void {
  const rows = clips.map(({ set, clip, ours, reference, recognition, referenceText }) =>
    [set, clip.file, ours, reference, clip.text, recognition.text, referenceText].join('\t'),
  );
  const heading = 'set\tfile\tour errors\treference errors\tsaid\tours\treference';
  console.log(`\ntexts: ${writeOut(`recognize-${model}.tsv`, [heading, ...rows, ''].join('\n'))}`);
}
