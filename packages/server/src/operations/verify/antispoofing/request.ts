import { flag, type Members, number, wrong } from '../../voices/members.ts';

/** Beyond any score that the detector gives. */
export const THRESHOLD = { minimum: -100, maximum: 100 } as const;
const threshold = number(THRESHOLD.minimum, THRESHOLD.maximum);

/** What a request says about the check of its speech; what is absent is as the server has it. */
export interface AntispoofingRequest {
  readonly enabled?: boolean;
  /** For every bandwidth. */
  readonly reject?: number;
  readonly accept?: number;
}

export function takeAntispoofing(members: Members, path: string): AntispoofingRequest {
  const enabled = members.take('antispoofing_detection', flag);
  const reject = members.take('antispoofing_reject_threshold', threshold);
  const accept = members.take('antispoofing_accept_threshold', threshold);
  if (reject !== undefined && accept !== undefined && accept > reject) {
    const most = `no more than antispoofing_reject_threshold, which is ${reject}`;
    throw wrong(`${path}.antispoofing_accept_threshold`, most, accept);
  }
  return {
    ...(enabled !== undefined && { enabled }),
    ...(reject !== undefined && { reject }),
    ...(accept !== undefined && { accept }),
  };
}
