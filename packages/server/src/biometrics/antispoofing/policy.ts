import type { SpoofingThresholds } from '@locutor/voices';
import { wrong } from '../../fields/index.ts';
import type { AntispoofingRequest } from './request.ts';

export type BandThresholds = Readonly<Record<'wide' | 'narrow', SpoofingThresholds>>;

/** How the server wants speech to be checked. */
export interface AntispoofingSettings {
  readonly enabled: boolean;
  readonly thresholds: BandThresholds;
  /** With less speech in all nothing is decided. */
  readonly minSpeechSeconds: number;
  /** Whether a request may switch the check off or raise its thresholds. */
  readonly relaxable: boolean;
}

/** How the speech of one request is checked. */
export type AntispoofingPlan = Pick<AntispoofingSettings, 'enabled' | 'thresholds' | 'minSpeechSeconds'>;

/**
 * The settings, changed as a request asks. A client that was tricked or is hostile itself must not be able to switch the
 * check off, so that a request may only make it stricter unless the operator allows more.
 */
export function antispoofingPlan(
  settings: AntispoofingSettings,
  { enabled = settings.enabled, reject, accept }: AntispoofingRequest,
): AntispoofingPlan {
  const { thresholds, relaxable, minSpeechSeconds } = settings;
  if (!relaxable) {
    if (settings.enabled && !enabled) {
      throw refusedRelaxing('antispoofing_detection', 'true', enabled);
    }
    refuseHigher('antispoofing_reject_threshold', reject, thresholds, 'reject');
    refuseHigher('antispoofing_accept_threshold', accept, thresholds, 'accept');
  }
  const changed = (band: keyof BandThresholds): SpoofingThresholds => {
    const own = { reject: reject ?? thresholds[band].reject, accept: accept ?? thresholds[band].accept };
    // A lower threshold for fraud lowers the other one with it: nothing is both detected and accepted.
    return { reject: own.reject, accept: Math.min(own.accept, own.reject) };
  };
  return { enabled, minSpeechSeconds, thresholds: { wide: changed('wide'), narrow: changed('narrow') } };
}

function refuseHigher(
  member: string,
  value: number | undefined,
  { wide, narrow }: BandThresholds,
  threshold: keyof SpoofingThresholds,
): void {
  const most = Math.min(wide[threshold], narrow[threshold]);
  if (value !== undefined && value > most) throw refusedRelaxing(member, `at most ${most}`, value);
}

function refusedRelaxing(member: string, expected: string, value: unknown): Error {
  const why = "because this server's requests must not relax the check (antispoofingRelaxable)";
  return wrong(`configuration.${member}`, `${expected}, ${why}`, value);
}
