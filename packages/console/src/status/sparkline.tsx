const WIDTH = 300;
const HEIGHT = 48;

/** A line over the last readings, at least as high as one. */
export function Sparkline({ values, label }: { readonly values: readonly number[]; readonly label: string }) {
  const top = Math.max(1, ...values);
  const at = (value: number, index: number) =>
    `${(WIDTH * index) / Math.max(1, values.length - 1)},${HEIGHT - 2 - ((HEIGHT - 6) * value) / top}`;
  return (
    <figure class="stack sparkline">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}: now ${values.at(-1) ?? 0}, at most ${Math.max(0, ...values)}`}
      >
        <polyline points={values.map(at).join(' ')} />
      </svg>
      <figcaption class="muted small">
        {label}: now {values.at(-1) ?? 0}, at most {Math.max(0, ...values)}
      </figcaption>
    </figure>
  );
}
