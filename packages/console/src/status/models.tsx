import type { Model } from '@locutor/client';
import { useRef, useState } from 'preact/hooks';
import { call } from '../parts/api.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { Icon } from '../parts/icon.tsx';
import { usePolled } from './use-polled.ts';

const IDLE_MS = 15_000;
const BUSY_MS = 1000;

const isRunning = ({ download }: Model) => download !== undefined && download.state !== 'failed';

export function Models() {
  const dialog = useRef<HTMLDialogElement>(null);
  const [asked, setAsked] = useState<Model>();
  const [failure, setFailure] = useState<unknown>();
  const { value, error, reload } = usePolled(
    () => call((locutor) => locutor.models()),
    (models) => (models?.some(isRunning) ? BUSY_MS : IDLE_MS),
  );
  const fetchModel = async (model: Model, acceptLicence: boolean) => {
    setFailure(undefined);
    try {
      await call((locutor) => locutor.fetchModel(model.name, { acceptLicence }));
    } catch (failed) {
      setFailure(failed);
    }
    reload();
  };
  const start = (model: Model) => {
    if (model.licence.condition === undefined) return void fetchModel(model, false);
    setAsked(model);
    dialog.current?.showModal();
  };
  const accept = () => {
    dialog.current?.close();
    if (asked) void fetchModel(asked, true);
  };
  return (
    <section class="card stack" aria-labelledby="models-title">
      <h2 id="models-title">Models</h2>
      <ErrorNote error={error ?? failure} />
      {value && (
        <ul class="models">
          {value.map((model) => (
            <li key={model.name}>
              <div class="grow">
                <strong>{model.name}</strong>
                <p class="muted small">
                  {model.role.replaceAll('-', ' ')} · <span class="number">{megabytes(model.size)}</span> ·{' '}
                  {model.licence.name}
                </p>
              </div>
              <State model={model} onFetch={() => start(model)} />
            </li>
          ))}
        </ul>
      )}
      <dialog ref={dialog} aria-labelledby="licence-title">
        <div class="stack">
          <h2 id="licence-title">Licence of {asked?.name}</h2>
          <p>
            {asked?.licence.name}: {asked?.licence.condition}
          </p>
          <div class="row end">
            <button type="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
            <button type="button" class="primary" onClick={accept}>
              Accept and download
            </button>
          </div>
        </div>
      </dialog>
    </section>
  );
}

function State({ model, onFetch }: { readonly model: Model; readonly onFetch: () => void }) {
  const { name, ready, download } = model;
  if (ready) {
    return (
      <span class="badge good">
        <Icon name="check" />
        installed
      </span>
    );
  }
  if (download && isRunning(model)) {
    return (
      <div class="download">
        <progress max={download.total} value={download.done} aria-label={`Download of ${name}`} />
        <span class="muted small number">
          {download.state === 'preparing'
            ? 'preparing…'
            : `${megabytes(download.done)} of ${megabytes(download.total)}`}
        </span>
      </div>
    );
  }
  return (
    <div class="row">
      {download && <span class="badge bad">failed; the log says why</span>}
      <button type="button" onClick={onFetch} aria-label={`Download ${name}`}>
        <Icon name="download" />
        Download
      </button>
    </div>
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
