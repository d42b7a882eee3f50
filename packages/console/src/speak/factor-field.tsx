import { useId } from 'preact/hooks';

interface FactorFieldProps {
  readonly title: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** A factor around 1, such as a speed. */
export function FactorField({ title, value, min, max, onChange }: FactorFieldProps) {
  const id = useId();
  return (
    <div class="field grow">
      <label for={id} class="row spread">
        <span>{title}</span>
        <output class="muted number" for={id}>
          {value.toFixed(1)} ×
        </output>
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={0.1}
        value={value}
        onInput={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </div>
  );
}
