import { ErrorNote } from '../parts/error-note.tsx';
import { Icon } from '../parts/icon.tsx';
import { useSentences } from './use-sentences.ts';

interface RandomSentencesProps {
  readonly source: string | undefined;
  readonly lm: string | undefined;
  /** Whether the grammar can be used, as far as is known. */
  readonly usable: boolean;
  /** The text that is interpreted now. */
  readonly text: string;
  readonly onChoose: (sentence: string) => void;
}

/** What a grammar accepts, by examples that it makes itself. */
export function RandomSentences({ source, lm, usable, text, onChoose }: RandomSentencesProps) {
  const { sentences, failure, error, busy, generate } = useSentences(source, lm);
  return (
    <section class="stack tight" aria-label="Sentences of the grammar" aria-busy={busy}>
      <div class="row">
        <button type="button" disabled={!usable} onClick={generate}>
          <Icon name="shuffle" />
          Random sentences
        </button>
        <span role="status" class="muted small grow">
          {usable ? describe(sentences, failure, busy) : 'Available once the grammar has no error.'}
        </span>
      </div>
      <ErrorNote error={error} />
      {failure !== undefined && (
        <p class="note">
          <Icon name="alert" />
          <span>The server found no sentences: {failure}</span>
        </p>
      )}
      {sentences !== undefined && sentences.length > 0 && (
        <ul class="sentences">
          {sentences.map((sentence) => (
            <li key={sentence}>
              {sentence === '' ? (
                <span class="muted">Silence: the grammar accepts no words at all, too.</span>
              ) : (
                <button
                  type="button"
                  class="quiet"
                  aria-pressed={sentence === text}
                  onClick={() => onChoose(sentence)}
                >
                  <span>{sentence}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function describe(sentences: readonly string[] | undefined, failure: string | undefined, busy: boolean) {
  if (busy) return 'Looking for sentences…';
  if (sentences === undefined) return 'See what the grammar accepts.';
  if (sentences.length > 0) {
    return `${sentences.length} ${sentences.length === 1 ? 'sentence' : 'sentences'}; choose one`;
  }
  return failure === undefined ? 'None: no text matches this grammar.' : 'None.';
}
