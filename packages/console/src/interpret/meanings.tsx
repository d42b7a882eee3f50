import type { ParsedMatch } from '@locutor/client';
import { ParseTree } from './parse-tree.tsx';

/** Every meaning of a text, side by side where there are several. */
export function Meanings({ matches }: { readonly matches: readonly ParsedMatch[] }) {
  const meanings = matches.flatMap(({ text, interpretations }) =>
    interpretations.map((interpretation) => ({ text, ...interpretation })),
  );
  const failures = matches.flatMap((match) => match.failures);
  return (
    <div class="stack">
      {meanings.length > 1 && (
        <p class="note">
          The text is ambiguous: it has {meanings.length} meanings. Weights in the grammar decide which one is
          first.
        </p>
      )}
      <div class={meanings.length > 1 ? 'meanings several' : 'meanings'}>
        {meanings.map(({ text, value, score, parse }, index) => (
          <article key={index} class="card stack" aria-label={`Meaning ${index + 1}`}>
            <div class="row spread">
              <h2>{meanings.length > 1 ? `Meaning ${index + 1}` : 'Meaning'}</h2>
              <span class="badge number">score {score}</span>
            </div>
            <p class="muted">“{text}”</p>
            <pre class="meaning-value" tabIndex={0} role="region" aria-label="Meaning as JSON">
              <code>{JSON.stringify(value, null, 2)}</code>
            </pre>
            <ParseTree parse={parse} />
          </article>
        ))}
      </div>
      {failures.map((failure) => (
        <p key={failure} class="note">
          A tag gave no meaning: {failure}
        </p>
      ))}
    </div>
  );
}
