import type { Utterance } from '@locutor/client';
import type { NamedAudio } from '../parts/audio-source.tsx';
import { Icon } from '../parts/icon.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { useWaveform } from '../parts/use-waveform.ts';

interface ClipProps {
  readonly audio: NamedAudio;
  readonly utterances: readonly Utterance[];
  readonly onRemove?: () => void;
}

const HEIGHT = 56;

/** One recording, with the utterances that were found in it. */
function Clip({ audio, utterances, onRemove }: ClipProps) {
  const waveform = useWaveform(audio.blob, HEIGHT);
  const marks = utterances.map(({ start_time: start, end_time: end, rejected, rejected_cause }) => ({
    start,
    end,
    tone: rejected ? ('rejected' as const) : ('used' as const),
    title: rejected ? `Rejected: ${rejected_cause}` : 'Used',
  }));
  return (
    <li class="clip">
      <div class="row spread">
        <strong class="file-name">{audio.name}</strong>
        {onRemove && (
          <button type="button" class="quiet" aria-label={`Remove ${audio.name}`} onClick={onRemove}>
            <Icon name="trash" />
          </button>
        )}
      </div>
      <Timeline waveform={waveform} marks={marks} />
      {utterances.length > 0 && (
        <ul class="utterances small">
          {utterances.map(({ start_time, end_time, speech_duration, rejected, rejected_cause }) => (
            <li key={start_time}>
              <span class={`badge ${rejected ? 'bad' : 'good'}`}>{rejected ? rejected_cause : 'used'}</span>{' '}
              <span class="muted number">
                {start_time.toFixed(1)} to {end_time.toFixed(1)} s, {(speech_duration / 1000).toFixed(1)} s of
                speech
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface ClipsProps {
  readonly audios: readonly NamedAudio[];
  readonly utterances?: readonly Utterance[];
  readonly onChange: (audios: readonly NamedAudio[]) => void;
}

export function Clips({ audios, utterances = [], onChange }: ClipsProps) {
  if (audios.length === 0) return null;
  return (
    <ul class="clips">
      {audios.map((audio, index) => (
        <Clip
          key={audio.name + index}
          audio={audio}
          utterances={utterances.filter(({ audio_counter }) => audio_counter === index)}
          onRemove={() => onChange(audios.filter((each) => each !== audio))}
        />
      ))}
    </ul>
  );
}
