import type { Migration } from 'kysely';
import * as tokens from './0001-tokens.ts';
import * as biometrics from './0002-biometrics.ts';
import * as tokenRates from './0003-token-rates.ts';
import * as auditedTokens from './0004-audited-tokens.ts';
import * as billedSpeech from './0005-billed-speech.ts';
import * as antispoofingScore from './0006-antispoofing-score.ts';
import * as jobs from './0007-jobs.ts';
import * as sharedRates from './0008-shared-rates.ts';
import * as jobsByOwner from './0009-jobs-by-owner.ts';
import * as firstAnswers from './0010-first-answers.ts';
import * as writeChecks from './0011-write-checks.ts';

/**
 * Every step of the schema, in the order of its name. A step that was released is never changed or removed, and
 * a new one sorts after all others. There is no way down: an older server refuses a newer database.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-tokens': tokens,
  '0002-biometrics': biometrics,
  '0003-token-rates': tokenRates,
  '0004-audited-tokens': auditedTokens,
  '0005-billed-speech': billedSpeech,
  '0006-antispoofing-score': antispoofingScore,
  '0007-jobs': jobs,
  '0008-shared-rates': sharedRates,
  '0009-jobs-by-owner': jobsByOwner,
  '0010-first-answers': firstAnswers,
  '0011-write-checks': writeChecks,
};
