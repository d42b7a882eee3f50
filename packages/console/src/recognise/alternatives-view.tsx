import type { RecognitionResult } from '@locutor/client';

/** The n-best list of each segment. */
export function AlternativesView({ results }: { readonly results: readonly RecognitionResult[] }) {
  const several = results.some(({ alternatives }) => alternatives.length > 1);
  return (
    <div class="stack">
      {!several && (
        <p class="muted small">
          There is one alternative for each segment. Set <code>decoder-maxSentences</code> in “All parameters”
          to get more.
        </p>
      )}
      <div class="table-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Segment</th>
              <th scope="col" class="right">
                Score
              </th>
              <th scope="col">Text</th>
              <th scope="col">Meaning</th>
              <th scope="col">Language model</th>
            </tr>
          </thead>
          <tbody>
            {results.flatMap(({ segment_index, alternatives }) =>
              alternatives.map(({ index, score, text, lm, interpretations }) => (
                <tr key={`${segment_index} ${index}`}>
                  <td>
                    {segment_index + 1}.{index + 1}
                  </td>
                  <td class="right">{score}</td>
                  <td class="wraps">{text}</td>
                  <td class="wraps">
                    <code>{interpretations.join(' | ')}</code>
                  </td>
                  <td class="muted">{lm}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
    </div>
  );
}
