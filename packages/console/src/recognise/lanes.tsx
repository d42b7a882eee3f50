import type { RecognitionResult } from '@locutor/client';
import { place } from '../parts/timeline.tsx';

interface LanesProps {
  readonly results: readonly RecognitionResult[];
  readonly duration: number;
  readonly onPlay: (start: number, end: number) => void;
}

/** One lane for each speaker; none without diarization. */
export function Lanes({ results, duration, onPlay }: LanesProps) {
  const speakers = [...new Set(results.flatMap(({ diarization_result: of }) => of?.speaker ?? []))];
  return (
    <>
      {speakers.map((speaker, lane) => (
        <div key={speaker} class={`lane lane-${lane % 6}`} role="group" aria-label={speakerName(speaker)}>
          <span class="lane-name">{speakerName(speaker)}</span>
          <div class="lane-track">
            {results
              .filter(({ diarization_result: of }) => of?.speaker === speaker)
              .map(({ start_time: start, end_time: end, alternatives }) => (
                <button
                  key={start}
                  type="button"
                  style={place({ start, end }, duration)}
                  onClick={() => onPlay(start, end)}
                  aria-label={`Play ${speakerName(speaker)}: ${alternatives[0]?.text ?? 'not understood'}`}
                >
                  {alternatives[0]?.text}
                </button>
              ))}
          </div>
        </div>
      ))}
    </>
  );
}

/** Numbers are speakers who are not known; enrolled users have their ids. */
export function speakerName(speaker: string): string {
  return /^\d+$/.test(speaker) ? `Speaker ${speaker}` : speaker;
}
