import { ParameterField } from './parameter-field.tsx';
import type { Values } from './request.ts';
import { type HeaderParameter, useHeaderParameters } from './use-header-parameters.ts';

const TITLES: Readonly<Record<string, string>> = {
  decoder: 'Results',
  diarization: 'Speakers',
  infer: 'Traits of speakers',
  endpointer: 'Where segments begin and end',
  noinputtimeout: 'Wait for speech',
  recognitiontimeout: 'Limit of time',
};
const OTHERS = 'Words, text and records';

interface ParametersProps {
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** Every configuration header, in groups. */
export function Parameters({ values, onChange }: ParametersProps) {
  const parameters = useHeaderParameters();
  const change = (name: string, value: string | undefined) => {
    const { [name]: _, ...others } = values;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  if (!parameters) return <p class="muted">Asking the server…</p>;
  return (
    <div class="stack">
      {[...grouped(parameters)].map(([title, members]) => (
        <fieldset key={title} class="parameters">
          <legend>{title}</legend>
          {members.map((parameter) => (
            <ParameterField
              key={parameter.name}
              parameter={parameter}
              value={values[parameter.name]}
              onChange={(value) => change(parameter.name, value)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}

function grouped(parameters: readonly HeaderParameter[]): Map<string, HeaderParameter[]> {
  const groups = new Map<string, HeaderParameter[]>();
  for (const parameter of parameters) {
    const title = TITLES[parameter.name.split('-')[0]!.toLowerCase()] ?? OTHERS;
    groups.set(title, [...(groups.get(title) ?? []), parameter]);
  }
  return groups;
}
