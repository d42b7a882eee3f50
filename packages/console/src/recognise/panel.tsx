import './recognise.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useToken } from '../parts/api.ts';
import { AudioSource, type NamedAudio } from '../parts/audio-source.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Icon } from '../parts/icon.tsx';
import { FIRST_CHOICE } from '../parts/lm-choice.ts';
import { LmField } from '../parts/lm-field.tsx';
import { useWaveform } from '../parts/use-waveform.ts';
import { AnswerTabs } from './answer-tabs.tsx';
import { Parameters } from './parameters.tsx';
import { curlOf, type Values } from './request.ts';
import { ResultTimeline } from './result-timeline.tsx';
import { useRecognition } from './use-recognition.ts';

const SWITCHES = [
  { name: 'diarization-enabled', title: 'Tell speakers apart' },
  { name: 'textify-enabled', title: 'Write numbers, dates and punctuation' },
  { name: 'Infer-gender-enabled', title: 'Estimate gender' },
  { name: 'Infer-age-enabled', title: 'Estimate age' },
];

/** The share of the window's height from which something counts as below the fold. */
const BELOW = 0.7;

export function RecognisePanel() {
  const [audio, setAudio] = useState<NamedAudio>();
  const [choice, setChoice] = useState(FIRST_CHOICE);
  const [values, setValues] = useState<Values>({});
  const token = useToken();
  const { answer, error, sent, recognise, reset, cancel } = useRecognition();
  const waveform = useWaveform(audio?.blob, 96);
  const busy = sent !== undefined;
  const outcome = useRef<HTMLElement>(null);
  // On a phone the answer comes below the fold.
  useEffect(() => {
    const top = outcome.current?.getBoundingClientRect().top ?? 0;
    if (answer && top > innerHeight * BELOW) outcome.current?.scrollIntoView({ behavior: 'smooth' });
  }, [answer]);
  const toggle = (name: string, on: boolean) => {
    const { [name]: _, ...others } = values;
    setValues(on ? { ...others, [name]: 'true' } : others);
  };
  const take = ([taken]: readonly NamedAudio[]) => {
    reset();
    setAudio(taken);
    if (taken) void recognise(taken, choice, values);
  };

  return (
    <div class="columns">
      <section class="card stack" aria-label="What to recognise">
        <AudioSource onAudio={take} disabled={busy} />
        <LmField choice={choice} onChange={setChoice} />
        <fieldset class="switches">
          <legend class="visually-hidden">Often used options</legend>
          {SWITCHES.map(({ name, title }) => (
            <label key={name} class="check">
              <input
                type="checkbox"
                checked={values[name] === 'true'}
                onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
              />
              {title}
            </label>
          ))}
        </fieldset>
        <details>
          <summary>
            All parameters{Object.keys(values).length > 0 && ` (${Object.keys(values).length} set)`}
          </summary>
          <Parameters values={values} onChange={setValues} />
        </details>
        <details>
          <summary>The request as a command</summary>
          <CodeBlock
            label="The request as a command"
            text={curlOf(choice, values, audio, token !== undefined)}
          />
        </details>
        <div class="row">
          <button
            type="button"
            class="primary grow"
            disabled={!audio || busy}
            onClick={() => void recognise(audio!, choice, values)}
          >
            {answer ? 'Recognise again' : 'Recognise'}
          </button>
          {busy && (
            <button type="button" onClick={cancel}>
              Cancel
            </button>
          )}
        </div>
      </section>
      <section ref={outcome} class="stack" aria-label="What was recognised" aria-busy={busy}>
        {audio ? (
          <div class="card stack">
            <div class="row spread">
              <h2 class="file-name">{audio.name}</h2>
              {answer && <span class="muted small number">answered in {answer.seconds.toFixed(2)} s</span>}
            </div>
            <ResultTimeline waveform={waveform} results={answer?.results ?? []} />
          </div>
        ) : (
          <div class="empty">
            <Icon name="mic" />
            <strong>Say something</strong>
            <p>
              Record a sentence or drop a file. It is sent to this server and to nobody else, and is not kept.
            </p>
          </div>
        )}
        <div aria-live="polite" class="stack">
          {busy && (
            <div class="card stack">
              <p>{sent < 1 ? `Sending: ${Math.round(100 * sent)} %` : 'Recognising…'}</p>
              <progress max={1} {...(sent < 1 && { value: sent })} aria-label="Progress" />
            </div>
          )}
          <ErrorNote error={error} />
          {answer && <AnswerTabs answer={answer} onPlay={waveform.play} />}
        </div>
      </section>
    </div>
  );
}
