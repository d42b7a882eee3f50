import { openStore } from '../open-store.ts';

/**
 * A process of its own for tests of what several processes, or a killed one, do to one database. It reports that
 * it is prepared, waits for "go" so that all begin together, and sends what it did.
 */
const [task, url, dataDir = '.'] = process.argv.slice(2);
const open = () => openStore(url, { dataDir, log: console });

// Opening is slow beside the task; done before, it does not spread the processes out in time.
const opened = task === 'open' ? undefined : await open();
process.once('message', async () => {
  try {
    const store = opened ?? (await open());
    if (task === 'issue-until-killed') {
      for (;;)
        process.send?.({ done: await store.tokens.issue({ name: 'one of many', scopes: ['verify'] }) });
    }
    const done = task === 'ensure-first' ? ((await store.tokens.ensureFirst()) ?? null) : null;
    await store.close();
    process.send?.({ done });
  } catch (error) {
    process.send?.({ failed: (error as Error).message });
  }
  process.disconnect();
});
process.send?.('prepared');
