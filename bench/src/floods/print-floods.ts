import { BenchServer } from '../bench-server.ts';
import { table } from '../table.ts';
import { FLOODS, type Flood } from './floods.ts';
import { runFlood } from './run-flood.ts';

/** True where every server is still there after its flood. */
export async function printFloods(only = ''): Promise<boolean> {
  const rows: (readonly (string | number)[])[] = [];
  for (const flood of FLOODS.filter(({ name }) => name.includes(only))) {
    rows.push([flood.name, ...(await resultOf(flood))]);
    process.stderr.write(`${rows.at(-1)!.join(' | ')}\n`);
  }
  console.log(table([['flood', 'answers', 'main thread', 'longest wait', 'median'], ...rows]));
  return rows.every(([, answers]) => answers !== 'server ended');
}

async function resultOf(flood: Flood): Promise<readonly (string | number)[]> {
  const server = await BenchServer.start({
    env: { LOCUTOR_WORKERS: '1', LOCUTOR_MODELS_FETCH: 'never', LOCUTOR_ACCESS_LOG: 'false' },
  });
  try {
    const { waits, held } = await runFlood(flood, server);
    const sorted = [...waits].sort((a, b) => a - b);
    const most = held.length > 0 ? ms(Math.max(...held)) : '-';
    return [waits.length, most, ms(sorted.at(-1)), ms(sorted[sorted.length >> 1])];
  } catch (error) {
    if (server.alive) throw error;
    return ['server ended', '-', '-', '-'];
  } finally {
    await server.end('SIGKILL');
    await server.stop();
  }
}

const ms = (wait = Number.NaN) => `${wait.toFixed(0)} ms`;
