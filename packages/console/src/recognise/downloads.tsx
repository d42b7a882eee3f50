import { toSrt, toText, toVtt, transcriptOf } from '@locutor/transcripts';
import { Icon } from '../parts/icon.tsx';
import { saveFile } from '../parts/save-file.ts';
import type { Answered } from './use-recognition.ts';

const FORMATS = [
  { ending: 'txt', type: 'text/plain', write: toText },
  { ending: 'srt', type: 'application/x-subrip', write: toSrt },
  { ending: 'vtt', type: 'text/vtt', write: toVtt },
] as const;

export function Downloads({ answer: { audio, results } }: { readonly answer: Answered }) {
  const base = audio.name.replace(/\.\w+$/, '');
  const save = (ending: string, type: string, text: string) =>
    saveFile(`${base}.${ending}`, new Blob([text], { type }));
  return (
    <div class="row downloads">
      <Icon name="download" />
      <span class="muted small">Save as</span>
      {FORMATS.map(({ ending, type, write }) => (
        <button
          key={ending}
          type="button"
          onClick={() => save(ending, type, write(transcriptOf(results as unknown[])))}
        >
          {ending === 'txt' ? 'Text' : ending.toUpperCase()}
        </button>
      ))}
      <button
        type="button"
        onClick={() => save('json', 'application/json', JSON.stringify(results, null, 2))}
      >
        JSON
      </button>
    </div>
  );
}
