import { defaultEndpointer } from '@locutor/contract';
import { type RecognitionPool, Recognizer } from '@locutor/engine';
import { percent, table } from '../table.ts';
import { compare, comparedWords } from '../word-errors.ts';
import { InProcessPool } from './in-process-pool.ts';
import { englishSets, type LiveSpeech, otherSets, type SpeechSet } from './live-clips.ts';
import { steppedSession } from './stepped-session.ts';

interface Sum {
  clips: number;
  segments: number;
  same: number;
  words: number;
  live: number;
  whole: number;
}

/** Whether sessions and RECOGNIZE make the same text of the same audio, segment by segment, by both kinds of models. */
export async function printSame(most: number, mostOthers: number, shift: number): Promise<void> {
  const rows: (string | number)[][] = [];
  const different: string[] = [];
  const pool = await InProcessPool.load(['moonshine-base', 'whisper-small']);
  for (const each of [...englishSets, ...otherSets]) {
    const { language, name, model } = each;
    const clips = each.clips(language === 'en' ? most : mostOthers, shift);
    const sum = await compared(pool, each, clips, different);
    if (sum.clips === 0) continue;
    const { segments, same, words, live, whole } = sum;
    const errors = [percent(live / words), percent(whole / words)];
    rows.push([language, name, model, sum.clips, segments, percent(same / segments), words, ...errors]);
  }
  if (rows.length === 0) {
    console.log('The recordings are not on this machine.');
    return;
  }
  console.log('\nTexts of sessions and of RECOGNIZE, of the same audio');
  const heading = ['clips', 'by', 'number', 'segments', 'the same', 'words', 'errors live', 'RECOGNIZE'];
  console.log(table([['language', ...heading], ...rows]));
  for (const line of different) console.log(line);
}

async function compared(
  pool: InProcessPool,
  set: SpeechSet,
  clips: AsyncIterable<LiveSpeech>,
  different: string[],
): Promise<Sum> {
  const sum: Sum = { clips: 0, segments: 0, same: 0, words: 0, live: 0, whole: 0 };
  for await (const clip of clips) {
    const session = await steppedSession(pool, clip.samples, set, false);
    const live = session.segments.map(({ text }) => text);
    const whole = await recognized(pool, clip, set);
    const count = Math.max(live.length, whole.length);
    for (let n = 0; n < count; n++) {
      if (live[n] === whole[n]) sum.same += 1;
      else different.push(`${set.language}: "${live[n] ?? ''}" live, "${whole[n] ?? ''}" by RECOGNIZE`);
    }
    const said = comparedWords(clip.text, set.language);
    const errors = (texts: readonly string[]) =>
      compare(said, comparedWords(texts.join(' '), set.language)).errors;
    sum.clips += 1;
    sum.segments += count;
    sum.words += said.length;
    sum.live += errors(live);
    sum.whole += errors(whole);
  }
  return sum;
}

async function recognized(
  pool: InProcessPool,
  { samples }: LiveSpeech,
  { model, language }: SpeechSet,
): Promise<string[]> {
  // It takes a pool that knows of more kinds of jobs than it needs for this.
  const segments = await new Recognizer(pool as unknown as RecognitionPool).recognize({
    audio: { samples },
    endpointer: defaultEndpointer,
    continuous: true,
    model,
    language,
    sentences: 1,
    words: 'first',
    written: false,
  });
  return segments.flatMap(({ alternatives }) => alternatives[0]?.text ?? []);
}
