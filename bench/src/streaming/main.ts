// npm run bench -- streaming [sessions] [words] [memory] [start] [stable] [same]
//   [--clips 12] [--sessions 1,4,8] [--most 32] [--workers 1] [--others 24] [--shift 0.5]
// Live sessions, paced in real time: how soon results and first words come, how many words change, how many sessions
// a core serves, whether the texts are those of RECOGNIZE, the memory of a session, and how soon speech is noticed.
// Without names these four parts run. Two more do not depend on the speed of the machine: how many of the words that are
// said to be stable change, and whether the texts are those of RECOGNIZE in English and other languages (--others clips).
// With a --shift between 0 and 1 it takes clips that lie between the others.
import { parseArgs } from 'node:util';
import { BenchServer } from '../bench-server.ts';
import { memoryPerSession } from './memory.ts';
import { printSame } from './print-same.ts';
import { printSessions } from './print-sessions.ts';
import { printStable } from './print-stable.ts';
import { printStartOfSpeech } from './print-start.ts';
import { printWords } from './print-words.ts';
import { spokenClips } from './spoken-clips.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clips: { type: 'string', default: '12' },
    sessions: { type: 'string', default: '1,4,8' },
    most: { type: 'string', default: '32' },
    workers: { type: 'string', default: '1' },
    others: { type: 'string', default: '24' },
    shift: { type: 'string', default: '0' },
  },
});
/** Sessions that are open at once where their memory is measured. */
const MANY = 100;

const wanted = (part: string) => positionals.length === 0 || positionals.includes(part);
if (['sessions', 'words', 'memory'].some(wanted)) await withServer();
if (wanted('start')) await printStartOfSpeech();
if (positionals.includes('stable')) await printStable(Number(values.clips));
if (positionals.includes('same')) {
  await printSame(Number(values.clips), Number(values.others), Number(values.shift));
}

async function withServer(): Promise<void> {
  const clips = await spokenClips(Number(values.clips));
  if (clips.length === 0) {
    console.log('The recordings are not on this machine.');
    return;
  }
  const server = await BenchServer.start({
    env: { LOCUTOR_WORKERS: values.workers, LOCUTOR_SESSIONS_PER_CLIENT: String(2 * MANY) },
  });
  try {
    if (wanted('sessions')) {
      const counts = values.sessions.split(',').map(Number);
      await printSessions(server, clips, {
        counts,
        most: Number(values.most),
        workers: Number(values.workers),
      });
    }
    if (wanted('words')) await printWords(server.url, clips);
    if (wanted('memory')) {
      const megabytes = await memoryPerSession(server, clips[0]!, MANY);
      console.log(
        `\n${megabytes?.toFixed(2) ?? '–'} MB of the main process for each of ${MANY} sessions, 3 s of audio in each`,
      );
    }
  } finally {
    await server.stop();
  }
}
