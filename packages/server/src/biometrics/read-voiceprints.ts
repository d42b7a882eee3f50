import { type Biometrics, type Place, StoreError, type Voiceprint } from '../store/index.ts';

/** All at once; where one of them is damaged, one by one, so that it is a matter of its user alone. */
export async function readVoiceprints(
  biometrics: Biometrics,
  place: Place,
  userIds: readonly string[],
  onFault: (error: unknown) => void,
): Promise<ReadonlyMap<string, Voiceprint | 'damaged'>> {
  try {
    return await biometrics.voiceprints(place, userIds);
  } catch (error) {
    if (!isDamage(error)) throw error;
    onFault(error);
  }
  const found = new Map<string, Voiceprint | 'damaged'>();
  for (const userId of new Set(userIds)) {
    try {
      const voiceprint = (await biometrics.voiceprints(place, [userId])).get(userId);
      if (voiceprint) found.set(userId, voiceprint);
    } catch (error) {
      if (!isDamage(error)) throw error;
      found.set(userId, 'damaged');
    }
  }
  return found;
}

function isDamage(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'ERR_STORE_DAMAGED';
}
