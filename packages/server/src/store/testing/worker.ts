import { openStore } from '../open-store.ts';
import { TASKS, type Task } from './tasks.ts';

/**
 * A process of its own for tests of what several processes, or a killed one, do to one database. It reports that
 * it is prepared, waits for "go" so that all begin together, and sends what it did.
 */
const [task = '', url, dataDir = '.'] = process.argv.slice(2);
const open = () => openStore(url, { dataDir, log: console });
const report = (done: string | null) => process.send?.({ done });

// Opening is slow beside the task; done before, it does not spread the processes out in time.
const opened = task === 'open' ? undefined : await open();
process.once('message', async () => {
  try {
    const store = opened ?? (await open());
    const done = await TASKS[task as Task](store, report);
    await store.close();
    report(done);
  } catch (error) {
    process.send?.({ failed: (error as Error).message });
  }
  process.disconnect();
});
process.send?.('prepared');
