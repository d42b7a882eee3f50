import { type Static, Type } from 'typebox';
import {
  type AntispoofingRequest,
  antispoofingMembers,
  antispoofingOf,
} from '../../biometrics/antispoofing/request.ts';
import {
  type ExpectedText,
  expectedTextMembers,
  expectedTextOf,
} from '../../biometrics/challenge/expected-text.ts';
import {
  type Configuration,
  configurationMembers,
  configurationOf,
  utteranceCount,
} from '../../biometrics/configuration.ts';

/** What VERIFY may set beside what every operation on voices may. */
export interface VerifyConfiguration extends Configuration {
  readonly antispoofing: AntispoofingRequest;
  /** What must have been said. */
  readonly expectedText?: ExpectedText;
}

export const verifyConfiguration = Type.Object(
  {
    ...configurationMembers,
    max_utterances: utteranceCount({
      description: 'Utterances that are used (default: min_utterances)',
    }),
    ...expectedTextMembers,
    ...antispoofingMembers,
  },
  { title: 'VerificationConfiguration', additionalProperties: false },
);

export function verifyConfigurationOf(
  members: Static<typeof verifyConfiguration>,
  path: string,
): VerifyConfiguration {
  const common = configurationOf(members, path);
  const antispoofing = antispoofingOf(members, path);
  const expectedText = expectedTextOf(members, path);
  return { ...common, antispoofing, ...(expectedText && { expectedText }) };
}
