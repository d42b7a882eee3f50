import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import WaveSurfer from 'wavesurfer.js';
import { cspNonce } from './csp-nonce.ts';

/**
 * Up to this size audio is decoded to memory and played from there, to the millisecond; the player of the browser,
 * which plays longer audio, overshoots the end of a word by up to a quarter of a second.
 */
const PRECISE_BYTES = 4 * 1024 ** 2;

export interface Waveform {
  readonly container: RefObject<HTMLDivElement | null>;
  /** Seconds; undefined until it is drawn. */
  readonly duration: number | undefined;
  /** This browser cannot decode it; the server may. */
  readonly failed: boolean;
  readonly playing: boolean;
  readonly time: number;
  play(start?: number, end?: number): void;
  toggle(): void;
}

/** Draws and plays an audio in an element. */
export function useWaveform(audio: Blob | undefined, height: number): Waveform {
  const container = useRef<HTMLDivElement>(null);
  const surfer = useRef<WaveSurfer | undefined>(undefined);
  const [duration, setDuration] = useState<number>();
  const [failed, setFailed] = useState(false);
  const [playing, setPlaying] = useState(false);
  const [time, setTime] = useState(0);
  useEffect(() => {
    setDuration(undefined);
    setFailed(false);
    setTime(0);
    if (!container.current || !audio) return;
    const made = WaveSurfer.create({
      container: container.current,
      height,
      cspNonce,
      backend: audio.size <= PRECISE_BYTES ? 'WebAudio' : 'MediaElement',
      ...colours(container.current),
      cursorWidth: 2,
      barWidth: 2,
      barGap: 1,
      barRadius: 2,
      normalize: true,
      hideScrollbar: true,
    });
    surfer.current = made;
    made.on('ready', setDuration);
    made.on('error', () => setFailed(true));
    made.on('play', () => setPlaying(true));
    made.on('pause', () => setPlaying(false));
    made.on('timeupdate', setTime);
    made.loadBlob(audio).catch(() => setFailed(true));
    const recolour = () => made.setOptions(colours(container.current!));
    const themes = new MutationObserver(recolour);
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      themes.disconnect();
      made.destroy();
    };
  }, [audio, height]);
  return {
    container,
    duration,
    failed,
    playing,
    time,
    play: (start, end) => void surfer.current?.play(start, end),
    toggle: () => void surfer.current?.playPause(),
  };
}

/** A canvas needs colours as they are, not the names of variables. */
function colours(element: HTMLElement) {
  const probe = document.createElement('span');
  element.append(probe);
  const read = (name: string) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const found = {
    waveColor: read('--line-strong'),
    progressColor: read('--accent'),
    cursorColor: read('--accent'),
  };
  probe.remove();
  return found;
}
