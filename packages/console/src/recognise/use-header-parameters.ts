import { useEffect, useState } from 'preact/hooks';
import { call } from '../parts/api.ts';

/** A configuration header, as the server describes it. */
export interface HeaderParameter {
  readonly name: string;
  readonly description?: string;
  readonly schema: {
    readonly type?: string;
    readonly enum?: readonly string[];
    readonly default?: string | number | boolean;
    readonly minimum?: number;
    readonly maximum?: number;
  };
}

interface Description {
  readonly paths: Readonly<
    Record<string, { readonly post?: { readonly parameters: readonly (HeaderParameter & { in: string })[] } }>
  >;
}

/** Every configuration header of RECOGNIZE; undefined until the server has told. */
export function useHeaderParameters(): readonly HeaderParameter[] | undefined {
  const [parameters, setParameters] = useState<readonly HeaderParameter[]>();
  useEffect(() => {
    const read = async () => {
      const { paths } = (await call((locutor) => locutor.description())) as Description;
      const all = paths['/asr/rest/v3/recognize']?.post?.parameters ?? [];
      setParameters(all.filter((parameter) => parameter.in === 'header'));
    };
    // Without them the form lacks its details, and works.
    read().catch(() => setParameters([]));
  }, []);
  return parameters;
}
