import './timeline.css';
import type { ComponentChildren } from 'preact';
import { clock } from './clock.ts';
import { Icon } from './icon.tsx';
import type { Waveform } from './use-waveform.ts';

/** Something that lies over a stretch of the audio. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

interface TimelineProps {
  readonly waveform: Waveform;
  /** Shaded over the waveform. */
  readonly marks?: readonly (Span & {
    readonly tone?: 'used' | 'rejected' | undefined;
    readonly title: string;
  })[];
  readonly pixelsPerSecond?: number;
  /** What is said where the browser cannot play the audio. */
  readonly unplayable?: string;
  /** Beside the play button. */
  readonly controls?: ComponentChildren;
  /** Rows below, each with spans placed by `place`. */
  readonly children?: ComponentChildren;
}

/** Where a span stands, in per cent of the whole. */
export function place({ start, end }: Span, duration: number) {
  const left = (100 * start) / duration;
  return { left: `${left}%`, width: `${Math.max(0, (100 * end) / duration - left)}%` };
}

const UNPLAYABLE = 'This browser cannot play the format. The server may be able to read it nevertheless.';

/** A waveform with what was found in it. It scrolls as a whole. */
export function Timeline({
  waveform,
  marks = [],
  pixelsPerSecond = 0,
  unplayable = UNPLAYABLE,
  controls,
  children,
}: TimelineProps) {
  const { container, duration, failed, playing, time, toggle } = waveform;
  const width = duration ? `max(100%, ${Math.round(duration * pixelsPerSecond)}px)` : '100%';
  return (
    <div class="stack timeline">
      {/* Focusable, so that a keyboard can scroll it. */}
      <div class="timeline-scroll" tabIndex={0} role="region" aria-label="Waveform">
        <div class="timeline-body" style={{ width }}>
          <div class="timeline-wave" ref={container} hidden={failed}>
            {duration &&
              marks.map((mark) => (
                <div
                  key={`${mark.start} ${mark.title}`}
                  class={`mark ${mark.tone ?? ''}`}
                  style={place(mark, duration)}
                  title={mark.title}
                />
              ))}
          </div>
          {failed && <p class="note muted">{unplayable}</p>}
          {duration && children}
        </div>
      </div>
      {!failed && (
        <div class="row">
          <button type="button" onClick={toggle} disabled={!duration}>
            <Icon name={playing ? 'pause' : 'play'} />
            {playing ? 'Pause' : 'Play'}
          </button>
          <span class="muted number">
            {clock(time)} / {clock(duration ?? 0)}
          </span>
          {controls}
        </div>
      )}
    </div>
  );
}
