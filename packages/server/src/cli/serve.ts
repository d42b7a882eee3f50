import { type Config, shortPath } from '../config/index.ts';
import { createLog } from '../http/log.ts';
import { type RunningServer, startServer } from '../serve/server.ts';
import { version } from '../version.ts';
import { exitWithin } from './exit-deadline.ts';
import { stopOnSignals } from './stop-on-signals.ts';

/** Time to let go of what a failed start has opened. */
const FAILED_START_MS = 10_000;

/** Starts the server, says where it is and stops it in good order on a signal. */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config);
  const server = await startServer(config, log).catch((error: unknown) => {
    // Something that was opened may keep the process alive although it will never serve.
    exitWithin(FAILED_START_MS);
    throw error;
  });
  stopOnSignals(log, config.shutdownSeconds * 1000, () => server.close());
  await server.engineReady;
  process.stdout.write(greeting(config, server));
  log.info({ address: server.address, version }, 'serving');
}

function greeting(config: Config, { address, firstToken, modelsDir }: RunningServer): string {
  const token = firstToken
    ? `${firstToken}\n             made on this first start and shown only now; "npx locutor token create" makes more`
    : 'made on the first start; "npx locutor token create" makes another';
  // Only a token that can be shown goes into a line to paste.
  const withToken = firstToken
    ? `\n  curl -H 'Authorization: Bearer ${firstToken}' ${address}/rest/v2/encoders`
    : '';
  return `
Locutor ${version} serves at ${address}

  data       ${shortPath(config.dataDir)}
  models     ${shortPath(modelsDir)}
  token      ${token}
  reference  ${address}/reference

Try it:
  curl -H 'Content-Type: text/plain' --data-raw 'nineteen eighty four' '${address}/asr/rest/v3/interpret?lm=builtin:grammar/number'
  curl ${address}/rest/v2/encoders
  curl -H 'Accept: application/xml' ${address}/tts/rest/v2/encoders${withToken}
  curl ${address}/health/ready

With a recording of somebody who speaks:
  curl -H 'Content-Type: audio/wav' --data-binary @speech.wav '${address}/asr/rest/v3/recognize?lm=builtin:slm/general'

`;
}
