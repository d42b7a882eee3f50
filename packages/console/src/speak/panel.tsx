import { useState } from 'preact/hooks';
import { useToken } from '../parts/api.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Icon } from '../parts/icon.tsx';
import { FactorField } from './factor-field.tsx';
import { curlOf, fileOf, type Wish } from './request.ts';
import { kilobytes, SpeechCard } from './speech-card.tsx';
import { byLanguage, useChoices } from './use-choices.ts';
import { useSpeech } from './use-speech.ts';

const TEXT = 'Good morning. Your table for 2 is booked for 7:30 pm.';
const SSML = `<speak>
  Good morning. <break time="400ms"/>
  Your code is <say-as interpret-as="characters">B7X</say-as>.
</speak>`;

export function SpeakPanel() {
  const [wish, setWish] = useState<Wish>({
    text: TEXT,
    ssml: false,
    voice: '',
    encoder: '',
    rate: 1,
    volume: 1,
  });
  const change = (part: Partial<Wish>) => setWish((before) => ({ ...before, ...part }));
  const token = useToken();
  const choices = useChoices();
  const { spoken, error, received, speak, cancel } = useSpeech();
  const busy = received !== undefined;
  const empty = wish.text.trim() === '';
  const changeKind = (ssml: boolean) => {
    const isSample = wish.text === TEXT || wish.text === SSML;
    change({ ssml, ...(isSample && { text: ssml ? SSML : TEXT }) });
  };
  return (
    <div class="columns">
      <section class="card stack" aria-label="What to speak">
        <label class="field">
          <span>{wish.ssml ? 'SSML' : 'Text'}</span>
          <textarea
            rows={6}
            value={wish.text}
            spellcheck={!wish.ssml}
            onInput={({ currentTarget }) => change({ text: currentTarget.value })}
          />
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={wish.ssml}
            onChange={({ currentTarget }) => changeKind(currentTarget.checked)}
          />
          The text is SSML
        </label>
        <label class="field">
          <span>Voice</span>
          <select value={wish.voice} onChange={({ currentTarget }) => change({ voice: currentTarget.value })}>
            <option value="">The server’s choice</option>
            {byLanguage(choices.voices).map(([language, voices]) => (
              <optgroup key={language} label={language}>
                {voices.map(({ name, available }) => (
                  <option key={name} value={name}>
                    {name}
                    {!available && ' (fetched when first used)'}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Encoder</span>
          <select
            value={wish.encoder}
            onChange={({ currentTarget }) => change({ encoder: currentTarget.value })}
          >
            <option value="">The first WAV</option>
            {choices.encoders.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <div class="row">
          <FactorField
            title="Rate"
            value={wish.rate}
            min={0.3}
            max={3}
            onChange={(rate) => change({ rate })}
          />
          <FactorField
            title="Volume"
            value={wish.volume}
            min={0}
            max={2}
            onChange={(volume) => change({ volume })}
          />
        </div>
        <details>
          <summary>The request as a command</summary>
          <CodeBlock
            label="The request as a command"
            text={curlOf(wish, fileOf(wish), token !== undefined)}
          />
        </details>
        <div class="row">
          <button
            type="button"
            class="primary grow"
            disabled={empty || busy}
            onClick={() => void speak(wish)}
          >
            Speak
          </button>
          {busy && (
            <button type="button" onClick={cancel}>
              Cancel
            </button>
          )}
        </div>
      </section>
      <section class="stack" aria-label="What was spoken" aria-busy={busy}>
        <div aria-live="polite" class="stack">
          <ErrorNote error={choices.error} />
          {busy && (
            <div class="card stack">
              <p>{received === 0 ? 'Speaking…' : `Speaking: ${kilobytes(received)} so far`}</p>
              <progress aria-label="Progress" />
            </div>
          )}
          <ErrorNote error={error} />
        </div>
        {spoken ? (
          <SpeechCard spoken={spoken} />
        ) : (
          !busy && (
            <div class="empty">
              <Icon name="speaker" />
              <strong>Type a text and listen</strong>
              <p>
                It is spoken on this server and sent to nobody else. The first request for a voice may fetch
                its model.
              </p>
            </div>
          )
        )}
      </section>
    </div>
  );
}
