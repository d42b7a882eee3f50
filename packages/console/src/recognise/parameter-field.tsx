import type { HeaderParameter } from './use-header-parameters.ts';

interface ParameterFieldProps {
  readonly parameter: HeaderParameter;
  readonly value: string | undefined;
  /** Undefined: the default again. */
  readonly onChange: (value: string | undefined) => void;
}

/** One header with its meaning and default; empty is the default. */
export function ParameterField({ parameter, value, onChange }: ParameterFieldProps) {
  const { name, description, schema } = parameter;
  const shown = schema.default === undefined ? 'server default' : `default: ${schema.default}`;
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  const change = (text: string) => onChange(text === '' ? undefined : text);
  return (
    <label class="field parameter">
      <span>
        <code>{name}</code>
      </span>
      {choices ? (
        <select value={value ?? ''} onChange={({ currentTarget }) => change(currentTarget.value)}>
          <option value="">{shown}</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          {...(schema.type === 'integer'
            ? { type: 'number', min: schema.minimum, max: schema.maximum }
            : { type: 'text' })}
          placeholder={range(schema) ? `${shown} (${range(schema)})` : shown}
          value={value ?? ''}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      )}
      <small class="muted">{description}</small>
    </label>
  );
}

function range({ minimum, maximum }: HeaderParameter['schema']): string | undefined {
  return minimum === undefined || maximum === undefined ? undefined : `${minimum} to ${maximum}`;
}
