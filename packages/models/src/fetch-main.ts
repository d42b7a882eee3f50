/** The program that fetches and prepares models, so that the memory this takes ends with it. */

import { fetchCommand } from './fetch-command.ts';

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

process.exitCode = await fetchCommand(process.argv.slice(2), process.stderr, {}, stopping.signal);
