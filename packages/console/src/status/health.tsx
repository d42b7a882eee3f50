import type { Readiness } from '@locutor/client';
import { useRef } from 'preact/hooks';
import { call } from '../parts/api.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { Sparkline } from './sparkline.tsx';
import { usePolled } from './use-polled.ts';

const EVERY_MS = 3000;
const KEPT = 60;

export function Health() {
  const history = useRef<number[]>([]);
  const { value, error } = usePolled(
    async () => {
      const health = await call((locutor) => locutor.health());
      history.current = [...history.current, health.engine.queued + health.engine.running].slice(-KEPT);
      return health;
    },
    () => EVERY_MS,
  );
  return (
    <section class="card stack" aria-labelledby="health-title">
      <div class="row spread">
        <h2 id="health-title">Health</h2>
        {value && (
          <span class={`badge ${value.ready ? 'good' : 'bad'}`} role="status">
            {value.ready ? 'Ready' : 'Not ready'}
          </span>
        )}
      </div>
      <ErrorNote error={error} />
      {value && <Facts health={value} />}
      {value && (
        <Sparkline values={history.current} label="Requests at work or waiting, last three minutes" />
      )}
    </section>
  );
}

function Facts({ health: { models, database, engine } }: { readonly health: Readiness }) {
  const facts = [
    { name: 'Engine', value: engine.status, good: engine.ready > 0 },
    {
      name: 'Processes up',
      value: `${engine.ready} of ${engine.processes}`,
      good: engine.ready === engine.processes,
    },
    { name: 'At work', value: `${engine.running}`, good: true },
    {
      name: 'Waiting',
      value: `${engine.queued} of ${engine.maxQueue}`,
      good: engine.queued < engine.maxQueue,
    },
    { name: 'Database', value: database.writes ? 'reads and writes' : 'trouble', good: database.ready },
    {
      name: 'Models',
      value: models.ready ? 'all there' : `missing: ${models.missing.join(', ')}`,
      good: models.ready,
    },
  ];
  return (
    <dl class="tiles">
      {facts.map(({ name, value, good }) => (
        <div key={name} class={good ? '' : 'trouble'}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
