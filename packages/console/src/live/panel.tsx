import './live.css';
import { useState } from 'preact/hooks';
import { CopyButton } from '../parts/copy-button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Icon } from '../parts/icon.tsx';
import { LevelMeter } from '../parts/level-meter.tsx';
import { FIRST_CHOICE } from '../parts/lm-choice.ts';
import { LmField } from '../parts/lm-field.tsx';
import { CaptionsView } from './captions-view.tsx';
import { useCaptions } from './use-captions.ts';

export function LivePanel() {
  const [choice, setChoice] = useState(FIRST_CHOICE);
  const { state, results, tail, level, error, start, stop, clear } = useCaptions();
  const texts = results.flatMap(({ alternatives }) => alternatives[0]?.text ?? []);
  const isEmpty = texts.length === 0 && tail.text === '' && state === 'idle';
  return (
    <div class="columns">
      <section class="card stack" aria-label="What to listen to">
        {state === 'listening' && <LevelMeter level={level} />}
        {state === 'listening' ? (
          <button type="button" class="danger" onClick={stop}>
            <Icon name="stop" />
            Stop
          </button>
        ) : (
          <button
            type="button"
            class="primary"
            disabled={state !== 'idle'}
            onClick={() => void start(choice)}
          >
            <Icon name="mic" />
            {state === 'idle' ? 'Start' : state === 'starting' ? 'Starting…' : 'Finishing…'}
          </button>
        )}
        <LmField choice={choice} onChange={setChoice} />
      </section>
      <section class="stack" aria-label="Live captions">
        {isEmpty ? (
          <div class="empty">
            <Icon name="captions" />
            <strong>Nothing was said yet</strong>
            <p>What the microphone picks up is sent to this server and to nobody else, and is not kept.</p>
          </div>
        ) : (
          <div class="card stack">
            <CaptionsView results={results} tail={tail} />
            <div class="row">
              <CopyButton text={texts.join('\n')} />
              <button type="button" class="quiet" disabled={state !== 'idle'} onClick={clear}>
                <Icon name="trash" />
                Clear
              </button>
            </div>
          </div>
        )}
        <ErrorNote error={error} />
      </section>
    </div>
  );
}
