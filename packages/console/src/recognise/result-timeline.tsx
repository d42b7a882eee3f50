import type { RecognitionResult } from '@locutor/client';
import { useState } from 'preact/hooks';
import { place, Timeline } from '../parts/timeline.tsx';
import type { Waveform } from '../parts/use-waveform.ts';
import { Lanes } from './lanes.tsx';
import { tint } from './tint.ts';

/** Pixels for each second; at 0 all of it fits, and words are too narrow for their text. */
const ZOOMS = [0, 60, 140, 280];

/** Seconds from which a conversation is long. */
const LONG = 8;

interface ResultTimelineProps {
  readonly waveform: Waveform;
  readonly results: readonly RecognitionResult[];
}

/** The waveform with its segments, and below it the words where they were said. */
export function ResultTimeline({ waveform, results }: ResultTimelineProps) {
  const [chosen, setZoom] = useState<number>();
  const { duration, play } = waveform;
  // A conversation is seen as a whole first, a sentence by its words.
  const hasSpeakers = results.some(({ diarization_result: of }) => of !== undefined);
  const zoom = chosen ?? (hasSpeakers && (duration ?? 0) > LONG ? 0 : 2);
  const words = results.flatMap(({ alternatives }) => alternatives[0]?.words ?? []);
  const marks = results.map(({ start_time: start, end_time: end, result_status }, index) => ({
    start,
    end,
    title: `Segment ${index + 1}: ${result_status}`,
    tone: result_status === 'RECOGNIZED' ? undefined : ('rejected' as const),
  }));
  return (
    <Timeline
      waveform={waveform}
      marks={marks}
      pixelsPerSecond={ZOOMS[zoom]!}
      controls={words.length > 0 && <Zoom value={zoom} onChange={setZoom} />}
    >
      {duration && words.length > 0 && (
        <div class="word-track" role="group" aria-label="Words by time">
          {words.map(({ text, start_time: start, end_time: end, score }) => (
            <button
              key={start}
              type="button"
              style={{ ...place({ start, end }, duration), ...tint(score) }}
              onClick={() => play(start, end)}
              aria-label={`Play ${text}, score ${score}`}
              title={`${text}: score ${score}`}
            >
              {zoom > 0 && text}
            </button>
          ))}
        </div>
      )}
      {duration && <Lanes results={results} duration={duration} onPlay={play} />}
    </Timeline>
  );
}

function Zoom({ value, onChange }: { readonly value: number; readonly onChange: (zoom: number) => void }) {
  return (
    <label class="zoom small muted">
      Zoom
      <input
        type="range"
        min={0}
        max={ZOOMS.length - 1}
        value={value}
        onInput={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </label>
  );
}
