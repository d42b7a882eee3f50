import type { RecognitionResult } from '@locutor/client';
import { clock } from '../parts/clock.ts';
import { STATUS_MEANINGS } from '../parts/status-meanings.ts';
import { speakerName } from './lanes.tsx';
import { Traits } from './traits.tsx';
import { Words } from './words.tsx';

interface TranscriptViewProps {
  readonly results: readonly RecognitionResult[];
  readonly onPlay: (start: number, end: number) => void;
}

/** What was said, segment by segment. Words are played where they were said. */
export function TranscriptView({ results, onPlay }: TranscriptViewProps) {
  return (
    <ol class="transcript">
      {results.map((result) => {
        const { segment_index, start_time, end_time, result_status, diarization_result } = result;
        const [best] = result.alternatives;
        return (
          <li key={`${segment_index} ${start_time}`}>
            <div class="row small muted">
              <span class="number">
                {clock(start_time)} – {clock(end_time)}
              </span>
              {diarization_result && <span class="badge">{speakerName(diarization_result.speaker)}</span>}
              {best && <span class="badge number">score {best.score}</span>}
              <Traits result={result} />
            </div>
            {best === undefined ? (
              <p class="muted">
                <strong>{result_status}</strong>: {STATUS_MEANINGS[result_status]}
              </p>
            ) : best.words.length === 0 ? (
              <p class="said">{best.text}</p>
            ) : (
              <Words alternative={best} onPlay={onPlay} />
            )}
            {best?.interpretations.map((meaning) => (
              <p key={meaning} class="meaning">
                <span class="muted small">means</span> <code>{meaning}</code>
              </p>
            ))}
          </li>
        );
      })}
    </ol>
  );
}
