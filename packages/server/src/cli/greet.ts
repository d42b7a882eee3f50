import type { Logger } from 'pino';
import type { Config } from '../config/index.ts';
import type { RunningServer } from '../serve/server.ts';
import { StoreError } from '../store/index.ts';
import { greeting, greetingJson } from './greeting.ts';
import { print, printsNowhere } from './print.ts';

const NO_TOKEN = 'no first token was created; "npx locutor tokens create" creates one';

/**
 * Prints where the server is. The first token is created here and not before: only now is it certain that it can be
 * shown, and nobody could use a token that was never shown.
 */
export async function greet(
  config: Config,
  server: RunningServer,
  engineUp: boolean,
  log: Logger,
  json = false,
): Promise<void> {
  const write = json ? greetingJson : greeting;
  const say = (token?: string) => print(write(config, server, token, engineUp));
  try {
    if (printsNowhere()) {
      if (!(await server.hadToken())) log.warn({ reason: 'standard output is not shown' }, NO_TOKEN);
      return;
    }
    if (await server.makeFirstToken(say)) return;
  } catch (error) {
    // The server is already stopping, and has closed the database.
    if (error instanceof StoreError && error.code === 'ERR_STORE_CLOSED') return;
    log.warn({ reason: (error as Error).message }, NO_TOKEN);
  }
  await say().catch(({ message }: Error) => log.warn({ reason: message }, 'the greeting was not printed'));
}
