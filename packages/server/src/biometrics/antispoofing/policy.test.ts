import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../../config/index.ts';
import { type AntispoofingSettings, antispoofingPlan } from './policy.ts';
import { antispoofingSettings } from './settings.ts';

const thresholds = { wide: { reject: 2, accept: -2 }, narrow: { reject: 3, accept: -1 } };
const settings: AntispoofingSettings = { enabled: true, thresholds, minSpeechSeconds: 3, relaxable: false };
const card = { version: '1', thresholds, minSpeechSeconds: 3, maxSeconds: 6 };
const settingsOf = (env: NodeJS.ProcessEnv) => antispoofingSettings(loadConfig(env, '/').config, card);

describe('the plan of a request', () => {
  it('is as the server has it where the request says nothing', () => {
    expect(antispoofingPlan(settings, {})).toEqual({ enabled: true, thresholds, minSpeechSeconds: 3 });
  });

  it('may be stricter: on where the server has it off, and with lower thresholds', () => {
    expect(antispoofingPlan({ ...settings, enabled: false }, { enabled: true }).enabled).toBe(true);
    expect(antispoofingPlan(settings, { reject: 0.5, accept: -4 }).thresholds).toEqual({
      wide: { reject: 0.5, accept: -4 },
      narrow: { reject: 0.5, accept: -4 },
    });
  });

  it('accepts nothing that it rejects', () => {
    expect(antispoofingPlan(settings, { reject: -3 }).thresholds.narrow).toEqual({ reject: -3, accept: -3 });
  });

  it.each([
    [{ enabled: false }, 'configuration.antispoofing_detection: expected true, because'],
    [{ reject: 2.5 }, 'configuration.antispoofing_reject_threshold: expected at most 2, because'],
    [{ accept: -1.5 }, 'configuration.antispoofing_accept_threshold: expected at most -2, because'],
  ])('is refused where it relaxes the check: %j', (request, message) => {
    const refusal = { code: 'ERR_INVALID_PARAMETER', message: expect.stringContaining(message) };
    expect(() => antispoofingPlan(settings, request)).toThrow(expect.objectContaining(refusal));
    expect(() => antispoofingPlan({ ...settings, relaxable: true }, request)).not.toThrow();
  });

  it('never refuses less than the server, unless the operator allows that', () => {
    const threshold = fc.option(fc.double({ min: -9, max: 9, noNaN: true }), { nil: undefined });
    const request = fc.record({ reject: threshold, accept: threshold, enabled: fc.boolean() });
    fc.assert(
      fc.property(request, fc.double({ min: -9, max: 9, noNaN: true }), (asked, score) => {
        const wanted = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
        let plan: ReturnType<typeof antispoofingPlan>;
        try {
          plan = antispoofingPlan(settings, wanted);
        } catch {
          return;
        }
        for (const band of ['wide', 'narrow'] as const) {
          if (score >= thresholds[band].reject) {
            expect(plan.enabled && score >= plan.thresholds[band].reject).toBe(true);
          }
          if (score > thresholds[band].accept) expect(score > plan.thresholds[band].accept).toBe(true);
          expect(plan.thresholds[band].accept).toBeLessThanOrEqual(plan.thresholds[band].reject);
        }
      }),
    );
  });
});

describe('the settings', () => {
  it('are those of the detector unless the operator chooses others', () => {
    expect(settingsOf({})).toEqual(settings);
  });

  it('can be switched off and relaxed, with thresholds for each bandwidth or for both', () => {
    expect(
      settingsOf({
        LOCUTOR_ANTISPOOFING: 'off',
        LOCUTOR_ANTISPOOFING_REJECT_THRESHOLD: '4.5, 5',
        LOCUTOR_ANTISPOOFING_ACCEPT_THRESHOLD: '-3',
        LOCUTOR_ANTISPOOFING_RELAXABLE: 'true',
      }),
    ).toEqual({
      enabled: false,
      thresholds: { wide: { reject: 4.5, accept: -3 }, narrow: { reject: 5, accept: -3 } },
      minSpeechSeconds: 3,
      relaxable: true,
    });
  });

  it.each([
    { LOCUTOR_ANTISPOOFING_REJECT_THRESHOLD: '-5' },
    { LOCUTOR_ANTISPOOFING_ACCEPT_THRESHOLD: '2.5' },
    { LOCUTOR_ANTISPOOFING_REJECT_THRESHOLD: '1,2,3' },
    { LOCUTOR_ANTISPOOFING_REJECT_THRESHOLD: '101' },
    { LOCUTOR_ANTISPOOFING_REJECT_THRESHOLD: 'high' },
    { LOCUTOR_ANTISPOOFING_REJECT_THRESHOLD: '' },
    { LOCUTOR_ANTISPOOFING: 'sometimes' },
  ])('cannot be %j', (env) => {
    expect(() => settingsOf(env)).toThrow(ConfigError);
  });
});
