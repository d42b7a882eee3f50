import { useState } from 'preact/hooks';
import { call } from '../parts/api.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { optionsOf } from './request.ts';
import type { Answered } from './use-recognition.ts';

/** The same answer as XML: the server recognises the audio again. */
export function XmlView({ answer: { audio, choice, values } }: { readonly answer: Answered }) {
  const [xml, setXml] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const ask = async () => {
    setBusy(true);
    try {
      setXml(await call((locutor) => locutor.recognizeXml(audio.blob, optionsOf(choice, values))));
    } catch (failed) {
      setError(failed);
    }
    setBusy(false);
  };
  if (xml !== undefined) return <CodeBlock label="Answer as XML" text={xml.replaceAll('><', '>\n<')} />;
  return (
    <div class="stack">
      <p class="muted">
        With <code>Accept: application/xml</code> the server answers in XML. It recognises the audio again for
        that.
      </p>
      <div class="row">
        <button type="button" disabled={busy} onClick={() => void ask()}>
          {busy ? 'Asking…' : 'Ask for XML'}
        </button>
      </div>
      <ErrorNote error={error} />
    </div>
  );
}
