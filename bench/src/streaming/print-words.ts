import { percent, table } from '../table.ts';
import { compare, comparedWords } from '../word-errors.ts';
import { LiveSession } from './live-session.ts';
import { textOf } from './partial-words.ts';
import type { SpokenClip } from './spoken-clips.ts';

interface Sum {
  words: number;
  live: number;
  whole: number;
  different: number;
}

/** Word errors of sessions and of RECOGNIZE, of the same audio. Not in real time: that changes nothing. */
export async function printWords(url: string, clips: readonly SpokenClip[]): Promise<void> {
  const session = await LiveSession.open(url);
  const sum: Sum = { words: 0, live: 0, whole: 0, different: 0 };
  for (const { pcm, text } of clips) {
    const said = comparedWords(text);
    const reports = await session.recognize(pcm, { 'decoder.continuousMode': 'true' }, { realTime: false });
    const live = comparedWords(
      reports
        .filter(({ message }) => message === 'RECOGNITION_RESULT')
        .map(textOf)
        .join(' '),
    );
    const whole = comparedWords(await recognized(url, pcm));
    sum.words += said.length;
    sum.live += compare(said, live).errors;
    sum.whole += compare(said, whole).errors;
    if (live.join(' ') !== whole.join(' ')) sum.different += 1;
  }
  session.close();
  console.log('\nWord errors of the same audio');
  console.log(
    table([
      ['clips', 'words', 'live', 'RECOGNIZE', 'clips that differ'],
      [clips.length, sum.words, percent(sum.live / sum.words), percent(sum.whole / sum.words), sum.different],
    ]),
  );
}

async function recognized(url: string, pcm: Uint8Array): Promise<string> {
  const answer = await fetch(`${url}/asr/rest/v3/recognize?lm=builtin:slm/general`, {
    method: 'POST',
    headers: { 'content-type': 'audio/raw;rate=16000' },
    body: pcm.slice(),
  });
  const results = (await answer.json()) as { alternatives: { text: string }[] }[];
  return results.map(({ alternatives }) => alternatives[0]?.text ?? '').join(' ');
}
