import { spawn, spawnSync } from 'node:child_process';
import { espeakVoices } from '../pronounce/espeak.ts';
import type { Speaker, Spoken } from './spoken.ts';

// Other synthesisers, as yardsticks: they are no part of the product, and left out where they are not installed.

const WAV_HEADER = 44;

/** Programs that write a WAV file to their standard output. Each sentence pays for a start of theirs, of a few milliseconds. */
export function installedPrograms(): Speaker[] {
  const espeak: Speaker = {
    name: 'espeak-ng',
    languages: Object.keys(espeakVoices),
    say: (text, language, volume) =>
      run('espeak-ng', ['-v', espeakVoices[language]!, '-a', `${100 * volume}`, '--stdout', text]),
  };
  const flite: Speaker = {
    name: 'flite',
    languages: ['en'],
    async say(text, _language, volume) {
      // It opens its output by name, which Node's sockets do not allow; the shell gives it a pipe.
      const command = 'flite -t "$1" -o /dev/stdout | cat';
      return volume === 1 ? run('sh', ['-c', command, 'sh', text]) : undefined;
    },
  };
  return [espeak, flite].filter(({ name }) => spawnSync(name, ['--version']).error === undefined);
}

async function run(program: string, args: readonly string[]): Promise<Spoken> {
  const start = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const parts: Buffer[] = [];
  let [firstMs, length] = [0, 0];
  for await (const part of child.stdout) {
    parts.push(part);
    length += part.length;
    if (firstMs === 0 && length > WAV_HEADER) firstMs = performance.now() - start;
  }
  const totalMs = performance.now() - start;
  const bytes = Buffer.concat(parts);
  const rate = bytes.readUInt32LE(24);
  const samples = Float32Array.from(
    { length: Math.floor((bytes.length - WAV_HEADER) / 2) },
    (_, at) => bytes.readInt16LE(WAV_HEADER + 2 * at) / 32_768,
  );
  return { samples, rate, firstMs, totalMs, joins: [] };
}
