import './audio-source.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { clock } from './clock.ts';
import { ErrorNote } from './error-note.tsx';
import { Icon } from './icon.tsx';
import { LevelMeter } from './level-meter.tsx';
import { type Recording, record } from './recorder.ts';

export interface NamedAudio {
  readonly name: string;
  readonly blob: Blob;
}

interface AudioSourceProps {
  readonly onAudio: (audios: readonly NamedAudio[]) => void;
  readonly multiple?: boolean;
  readonly disabled?: boolean;
}

const TYPES = 'audio/*,.wav,.flac,.mp3,.ogg,.opus,.webm,.gsm,.au';

/** Records, or takes files that are dropped or chosen. */
export function AudioSource({ onAudio, multiple = false, disabled = false }: AudioSourceProps) {
  const [recording, setRecording] = useState<Recording>();
  const [meter, setMeter] = useState({ level: 0, seconds: 0 });
  const [error, setError] = useState<unknown>();
  const [dragged, setDragged] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const count = useRef(0);
  useEffect(() => () => void recording?.stop(), [recording]);

  const take = (files: FileList | null | undefined) => {
    const chosen = [...(files ?? [])].slice(0, multiple ? undefined : 1);
    if (chosen.length > 0) onAudio(chosen.map((blob) => ({ name: blob.name, blob })));
  };
  const start = async () => {
    setError(undefined);
    try {
      setRecording(await record((level, seconds) => setMeter({ level, seconds })));
    } catch (failed) {
      setError(failed);
    }
  };
  const stop = async () => {
    const blob = await recording!.stop();
    setRecording(undefined);
    if (blob) onAudio([{ name: `recording-${++count.current}.wav`, blob }]);
  };

  return (
    <div class="stack">
      <div
        class={`drop${dragged ? ' over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setDragged(true);
        }}
        onDragLeave={() => setDragged(false)}
        onDrop={(event) => {
          event.preventDefault();
          setDragged(false);
          if (!disabled) take(event.dataTransfer?.files);
        }}
      >
        {recording ? (
          <>
            <LevelMeter level={meter.level} />
            <button type="button" class="danger" onClick={() => void stop()}>
              <Icon name="stop" />
              Stop <span class="number">{clock(meter.seconds)}</span>
            </button>
          </>
        ) : (
          <>
            <div class="row">
              <button type="button" class="primary" disabled={disabled} onClick={() => void start()}>
                <Icon name="mic" />
                Record
              </button>
              <button type="button" disabled={disabled} onClick={() => input.current?.click()}>
                <Icon name="upload" />
                {multiple ? 'Choose files' : 'Choose a file'}
              </button>
            </div>
            <p class="muted small">or drop {multiple ? 'files' : 'a file'} here: WAV, FLAC, MP3, Ogg, WebM</p>
          </>
        )}
        <input
          ref={input}
          type="file"
          accept={TYPES}
          multiple={multiple}
          hidden
          onChange={(event) => {
            take(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
      </div>
      <ErrorNote error={error} />
    </div>
  );
}
