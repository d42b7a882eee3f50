const BARS = 24;
/** Where a recording is about to be overdriven. */
const LOUD = 0.92;

export function LevelMeter({ level }: { readonly level: number }) {
  return (
    <div
      class="meter"
      role="meter"
      aria-label="Level of the microphone"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(100 * level)}
    >
      {Array.from({ length: BARS }, (_, bar) => {
        const at = (bar + 1) / BARS;
        return <i key={bar} class={at > level ? '' : at > LOUD ? 'loud' : 'lit'} />;
      })}
    </div>
  );
}
