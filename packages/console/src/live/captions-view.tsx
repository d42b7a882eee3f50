import type { RecognitionResult } from '@locutor/client';
import { useEffect, useRef } from 'preact/hooks';
import { STATUS_MEANINGS } from '../parts/status-meanings.ts';
import type { Tail } from './use-captions.ts';

interface CaptionsViewProps {
  readonly results: readonly RecognitionResult[];
  readonly tail: Tail;
}

/** What was said, and the words that are being said. Only what is final is announced. */
export function CaptionsView({ results, tail }: CaptionsViewProps) {
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => end.current?.scrollIntoView({ block: 'nearest' }), [results, tail]);
  return (
    <div class="captions">
      <ol aria-live="polite" aria-label="Captions">
        {results.map((result, at) => (
          <Caption key={at} result={result} />
        ))}
      </ol>
      <p ref={end} class="caption-tail">
        {tail.text.slice(0, tail.stable)}
        <span class="unsure">{tail.text.slice(tail.stable)}</span>
      </p>
    </div>
  );
}

/** The end of the audio, where nobody speaks, is no news. */
const isNews = ({ result_status: status }: RecognitionResult) =>
  status !== 'RECOGNIZED' && status !== 'NO_SPEECH';

function Caption({ result }: { readonly result: RecognitionResult }) {
  const [best] = result.alternatives;
  if (!best) return isNews(result) ? <li class="muted">{STATUS_MEANINGS[result.result_status]}</li> : null;
  return (
    <li>
      {best.text}
      {best.interpretations.map((meaning, at) => (
        <code key={at} class="meaning">
          {meaning}
        </code>
      ))}
    </li>
  );
}
