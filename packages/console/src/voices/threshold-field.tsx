import figures from './thresholds.json' with { type: 'json' };

interface ThresholdFieldProps {
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** The measured point at or below a threshold: what it promises holds at least. */
function measured(value: number) {
  return figures.points.findLast(({ score }) => score <= value);
}

export const RECOMMENDED_THRESHOLD = figures.recommended;

export function ThresholdField({ value, onChange }: ThresholdFieldProps) {
  const point = measured(value);
  return (
    <div class="stack">
      <label class="field">
        <span>
          Accept from a score of <output class="number">{value.toFixed(2)}</output>
        </span>
        <input
          type="range"
          min={-0.2}
          max={0.8}
          step={0.05}
          value={value}
          onInput={({ currentTarget }) => onChange(Number(currentTarget.value))}
        />
      </label>
      <p class="muted small">
        {point
          ? `Measured at ${point.score}: ${point.othersAccepted} % of other people are accepted (at most ${point.othersAcceptedMost} % in any kind of speech measured), and ${point.rightRejected} % of the right people are rejected (${figures.enrolled}).`
          : 'Below 0 nothing was measured: many other people are accepted.'}{' '}
        Check it on your own speech.
      </p>
    </div>
  );
}
