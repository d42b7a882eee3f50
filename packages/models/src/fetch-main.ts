/** The program that fetches and prepares models, so that the memory this takes ends with it. */

import { fetchCommand } from './fetch-command.ts';
import type { FetchEvent } from './fetch-event.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
// A parent that is gone needs no news; its end must not be this program's.
const tell = process.send && ((event: FetchEvent) => void process.send!(event, undefined, {}, () => {}));

process.exitCode = await fetchCommand(process.argv.slice(2), process.stderr, {}, stopping.signal, tell);
if (process.connected) process.disconnect();
