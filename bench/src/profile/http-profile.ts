import { readFileSync } from 'node:fs';
import { withServer } from '../recognize/http-load.ts';

/** Of all requests together. */
export interface HttpProfile {
  /** Processor milliseconds of the process that serves HTTP. */
  main: number;
  /** From the request to the last byte of the answer. */
  wallMs: number;
}

/** One client and one engine process, one request after the other. */
export async function profileHttp(bodies: readonly Uint8Array<ArrayBuffer>[]): Promise<HttpProfile> {
  const profile: HttpProfile = { main: 0, wallMs: 0 };
  await withServer({ LOCUTOR_WORKERS: '1' }, async (url, pid) => {
    for (const body of bodies.slice(0, 3)) await ask(url, body);
    const before = processorMsOf(pid);
    const start = performance.now();
    for (const body of bodies) await ask(url, body);
    profile.wallMs = performance.now() - start;
    profile.main = processorMsOf(pid) - before;
  });
  return profile;
}

async function ask(url: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
  const answer = await fetch(`${url}/asr/rest/v3/recognize?lm=builtin:slm/general`, {
    method: 'POST',
    headers: { 'content-type': 'audio/wav' },
    body,
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${text}`);
}

/** Linux counts it in hundredths of a second. */
function processorMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}
