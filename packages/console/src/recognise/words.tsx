import type { RecognitionAlternative } from '@locutor/client';
import { Fragment } from 'preact';
import { tint } from './tint.ts';

interface WordsProps {
  readonly alternative: RecognitionAlternative;
  readonly onPlay: (start: number, end: number) => void;
}

/** The words of an alternative, as buttons that play them. */
export function Words({ alternative: { text, words }, onPlay }: WordsProps) {
  // Some languages have no spaces between words. Where there are some, a copy of the text has them too.
  const space = words.map((word) => word.text).join('') === text ? '' : ' ';
  return (
    <p class="said">
      {words.map(({ text, score, start_time: start, end_time: end }) => (
        <Fragment key={start}>
          <button
            type="button"
            class="word"
            style={tint(score)}
            title={`Score ${score}. Click to hear it.`}
            onClick={() => onPlay(start, end)}
          >
            {text}
          </button>
          {space}
        </Fragment>
      ))}
    </p>
  );
}
