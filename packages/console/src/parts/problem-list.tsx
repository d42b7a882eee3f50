import type { GrammarProblem } from '@locutor/client';

/** The problems again as text: not everybody sees marks in an editor. */
export function ProblemList({ problems }: { readonly problems: readonly GrammarProblem[] }) {
  return (
    <ul class="problems" aria-live="polite" aria-label="Problems of the grammar">
      {problems.map(({ severity, message, line, column }) => (
        <li key={`${line} ${column} ${message}`}>
          <span class={`badge ${severity === 'error' ? 'bad' : 'warn'}`}>{severity}</span>
          {line !== undefined && (
            <span class="muted number small">
              {line}:{column ?? 1}
            </span>
          )}
          <span>{message}</span>
        </li>
      ))}
    </ul>
  );
}
