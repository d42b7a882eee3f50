import { consoleFolder } from '@locutor/console';
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
  const shown =
    token === undefined
      ? 'created on the first start; "npx locutor tokens create" creates another'
      : `${token}\n             created on this first start and shown only now; "npx locutor tokens create" creates more`;
  return `
Locutor ${version} serves at ${address}

  data       ${shortPath(config.dataDir)}
  models     ${shortPath(modelsDir)}
  token      ${shown}
${consoleFolder() === undefined ? '' : `  console    ${address}/console\n`}  reference  ${address}/reference

${tryIt(config, address, token, engineUp)}
`;
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
