import { writeXml } from '../../http/xml.ts';
import type { EncoderInfo } from './catalog.ts';

/** A catalog under the root the interface names. */
export function catalogXml(encoders: readonly EncoderInfo[]): string {
  return writeXml('EncoderInfos', { element: 'item', items: encoders.map((each) => ({ ...each })) });
}
