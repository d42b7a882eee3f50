import type { EncodedFormat } from '@locutor/audio';
import { quote, ServiceError } from '../../errors/index.ts';
import { type CatalogName, encoderCatalog } from '../encoders/catalog.ts';
import { formatOf } from '../encoders/encoded-format.ts';

/** Finds the formats of a catalog by the names of its encoders; without a name, that of its first WAV. */
export function encodersOf(catalog: CatalogName): (name: string | undefined) => EncodedFormat {
  const entries = encoderCatalog(catalog);
  const formats = new Map(entries.map((entry) => [entry.name, formatOf(entry)]));
  const first = formats.get(entries.find(({ codec }) => codec === 'wav')!.name)!;
  return (name) => {
    if (name === undefined) return first;
    const format = formats.get(name);
    if (format) return format;
    throw new ServiceError(
      'ERR_ENCODER_NOT_FOUND',
      `there is no encoder ${quote(name)} here; GET ${catalog === 'C' ? '/tts' : ''}/rest/v2/encoders lists them`,
      { field: 'encoder' },
    );
  };
}
