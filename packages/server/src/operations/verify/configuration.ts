import { type Configuration, takeConfiguration } from '../voices/configuration.ts';
import { Members } from '../voices/members.ts';
import { type AntispoofingRequest, takeAntispoofing } from './antispoofing/request.ts';
import { type ExpectedText, takeExpectedText } from './challenge/expected-text.ts';

/** What VERIFY may set beside what every operation on voices may. */
export interface VerifyConfiguration extends Configuration {
  readonly antispoofing: AntispoofingRequest;
  /** What must have been said. */
  readonly expectedText?: ExpectedText;
}

export function readVerifyConfiguration(value: unknown, path: string): VerifyConfiguration {
  const members = new Members(value, path);
  const common = takeConfiguration(members, path);
  const antispoofing = takeAntispoofing(members, path);
  const expectedText = takeExpectedText(members, path);
  members.end();
  return { ...common, antispoofing, ...(expectedText && { expectedText }) };
}
