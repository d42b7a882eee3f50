import { consoleFolder } from '@locutor/console';
import { shownServers } from '@locutor/engine';
import { version } from '../common/version.ts';
import { type Config, shortPath } from '../config/index.ts';
import type { RunningServer } from '../serve/server.ts';
import { tryIt } from './try-it.ts';

/** What a start prints. `token` is the first one, just created; `engineUp` is whether audio can be processed. */
export function greeting(
  config: Config,
  { address, modelsDir }: Pick<RunningServer, 'address' | 'modelsDir'>,
  token: string | undefined,
  engineUp: boolean,
): string {
  const rows = [
    ...(consoleFolder() === undefined ? [] : [['console', `${address}/console`]]),
    ['manual', `${address}/docs`],
    ['reference', `${address}/reference`],
    ['token', token ?? '"npx locutor tokens create" creates one'],
    ...(token === undefined ? [] : [['', 'shown only now; "npx locutor tokens create" creates more']]),
    ['data', shortPath(config.dataDir)],
    ...(modelsDir === undefined ? [] : [['models', shortPath(modelsDir)]]),
    ...(config.busUrl.length === 0 ? [] : [['bus', shownServers({ servers: config.busUrl })]]),
    ['health', `${address}/health/ready`],
  ];
  const lines = rows.map(([name = '', value]) => `  ${name.padEnd(11)}${value}`);
  return `\nLocutor ${version} serves at ${address}\n\n${lines.join('\n')}\n\n${tryIt(config, address, token, engineUp)}\n`;
}

/** The same as one line for programs. */
export function greetingJson(
  config: Config,
  { address, modelsDir }: Pick<RunningServer, 'address' | 'modelsDir'>,
  token: string | undefined,
  engineUp: boolean,
): string {
  const { dataDir } = config;
  return `${JSON.stringify({ version, address, dataDir, modelsDir, engineUp, ...(token !== undefined && { token }) })}\n`;
}
