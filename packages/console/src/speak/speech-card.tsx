import { Icon } from '../parts/icon.tsx';
import { saveFile } from '../parts/save-file.ts';
import { Timeline } from '../parts/timeline.tsx';
import { useWaveform } from '../parts/use-waveform.ts';
import type { Spoken } from './use-speech.ts';

/** Speech as a waveform, to play and to save. */
export function SpeechCard({ spoken }: { readonly spoken: Spoken }) {
  const { audio, file, firstSeconds, seconds } = spoken;
  const waveform = useWaveform(audio, 96);
  return (
    <div class="card stack">
      <div class="row spread">
        <h2>{file}</h2>
        <span class="muted small number">
          {kilobytes(audio.size)}, first audio after {firstSeconds.toFixed(2)} s, all after{' '}
          {seconds.toFixed(2)} s
        </span>
      </div>
      <Timeline
        waveform={waveform}
        unplayable="This browser cannot play the format. Save it, or choose another encoder."
      />
      <div class="row">
        <button type="button" onClick={() => saveFile(file, audio)}>
          <Icon name="download" />
          Save {file}
        </button>
      </div>
    </div>
  );
}

export function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1000).toLocaleString('en')} KB`;
}
