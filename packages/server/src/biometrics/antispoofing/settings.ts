import type { DetectorCard } from '@locutor/voices';
import { type Config, ConfigError } from '../../config/index.ts';
import type { AntispoofingSettings, BandThresholds } from './policy.ts';

type Chosen = Pick<
  Config,
  'antispoofing' | 'antispoofingRejectThreshold' | 'antispoofingAcceptThreshold' | 'antispoofingRelaxable'
>;

/** What the operator chose, and otherwise what was measured with the detector. */
export function antispoofingSettings(config: Chosen, card: DetectorCard): AntispoofingSettings {
  const own = (setting: number | readonly number[] | 'auto', band: keyof BandThresholds) =>
    setting === 'auto' ? undefined : [setting].flat().at(band === 'wide' ? 0 : -1);
  const of = (band: keyof BandThresholds) => {
    const reject = own(config.antispoofingRejectThreshold, band) ?? card.thresholds[band].reject;
    const accept = own(config.antispoofingAcceptThreshold, band) ?? card.thresholds[band].accept;
    if (accept > reject) {
      throw new ConfigError([
        `antispoofingAcceptThreshold: ${accept} is above antispoofingRejectThreshold, which is ${reject} (${band} band)`,
      ]);
    }
    return { reject, accept };
  };
  return {
    enabled: config.antispoofing,
    thresholds: { wide: of('wide'), narrow: of('narrow') },
    minSpeechSeconds: card.minSpeechSeconds,
    relaxable: config.antispoofingRelaxable,
  };
}
