import './interpret.css';
import { useState } from 'preact/hooks';
import { BUILTIN_GRAMMARS } from '../parts/builtin-grammars.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { GrammarEditor } from '../parts/grammar-editor.tsx';
import { Icon } from '../parts/icon.tsx';
import { SAMPLES } from '../parts/samples.ts';
import { useReport } from '../parts/use-report.ts';
import { Meanings } from './meanings.tsx';
import { RandomSentences } from './random-sentences.tsx';

const OWN = '';
const NONE: never[] = [];

export function InterpretPanel() {
  const [lm, setLm] = useState(OWN);
  const [source, setSource] = useState(SAMPLES[0]!.source);
  const [text, setText] = useState(SAMPLES[0]!.text);
  const own = lm === OWN;
  const grammar = [own ? source : undefined, own ? undefined : lm] as const;
  const { report, error, busy } = useReport(...grammar, text);
  const usable = report?.valid !== false && (!own || source.trim() !== '');
  return (
    <div class="columns halves">
      <section class="card stack" aria-label="Grammar">
        <label class="field">
          <span>Grammar</span>
          <select value={lm} onChange={({ currentTarget }) => setLm(currentTarget.value)}>
            <option value={OWN}>Typed here: SRGS XML, ABNF or JSGF</option>
            {BUILTIN_GRAMMARS.map(({ lm, name }) => (
              <option key={lm} value={lm}>
                Builtin: {name}
              </option>
            ))}
          </select>
        </label>
        {own && (
          <GrammarEditor
            source={source}
            onChange={setSource}
            onSample={(sample) => setText(sample.text)}
            problems={report?.problems ?? NONE}
          />
        )}
        <p class="row small muted">
          {report?.valid && (
            <span class="badge good">
              <Icon name="check" />
              valid
            </span>
          )}
          {report?.valid === false && <span class="badge bad">not valid</span>}
          {report?.language && <span>language {report.language}</span>}
          {report?.mode && <span>mode {report.mode}</span>}
        </p>
      </section>
      <section class="stack" aria-label="Text and its meaning" aria-busy={busy}>
        <div class="card stack">
          <label class="field">
            <span>Text</span>
            <textarea
              rows={2}
              maxLength={10_000}
              value={text}
              placeholder="What somebody may say"
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          </label>
          <RandomSentences
            source={grammar[0]}
            lm={grammar[1]}
            usable={usable}
            text={text}
            onChoose={setText}
          />
        </div>
        <div aria-live="polite" class="stack">
          <ErrorNote error={error} />
          {report?.valid && report.matches.length > 0 && <Meanings matches={report.matches} />}
          {report?.valid && report.matches.length === 0 && (
            <div class="empty">
              <Icon name="braces" />
              <strong>{text.trim() === '' ? 'Type a text' : 'No match'}</strong>
              <p>
                {text.trim() === ''
                  ? 'What it means, and how the grammar parses it, appears here as you type.'
                  : 'The grammar does not accept this text, or a tag refuses it. Random sentences show what it accepts.'}
              </p>
            </div>
          )}
          {report?.valid === false && (
            <div class="empty">
              <Icon name="alert" />
              <strong>The grammar has an error</strong>
              <p>It is marked in the editor. The meaning appears here once the grammar can be used.</p>
            </div>
          )}
        </div>
      </section>
    </div>
  );
}
