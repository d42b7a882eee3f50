import { writeXml } from '../../http/xml.ts';
import type { VoiceInfo } from './voices.ts';

/** The voices under a root that is named like that of the encoders. */
export function voicesXml(voices: readonly VoiceInfo[]): string {
  const items = voices.map(({ languages, ...voice }) => ({
    name: voice.name,
    languages: { element: 'language', items: languages },
    mode: voice.mode,
    available: voice.available,
  }));
  return writeXml('VoiceInfos', { element: 'item', items });
}
