import { type Static, Type } from 'typebox';
import { number, wrong } from '../../fields/index.ts';

/** What a request says about the check of its speech; what is absent is as the server has it. */
export interface AntispoofingRequest {
  readonly enabled?: boolean;
  /** For every bandwidth. */
  readonly reject?: number;
  readonly accept?: number;
}

/** The limits are beyond any score that the detector gives. */
const threshold = (description: string) => Type.Optional(number(-100, 100, { description }));

export const antispoofingMembers = {
  antispoofing_detection: Type.Optional(
    Type.Boolean({
      description:
        "Whether the spoofing detector is used; without it, as the server's setting antispoofing says. It can be switched off only where the server allows that",
    }),
  ),
  antispoofing_reject_threshold: threshold(
    'Score of the spoofing detector from which fraud is detected; higher than the server has it only where the server allows that',
  ),
  antispoofing_accept_threshold: threshold(
    'Score up to which antispoofing_decision is ACCEPTED; higher than the server has it only where the server allows that',
  ),
};

const members = Type.Object(antispoofingMembers);

export function antispoofingOf(given: Static<typeof members>, path: string): AntispoofingRequest {
  const {
    antispoofing_detection: enabled,
    antispoofing_reject_threshold: reject,
    antispoofing_accept_threshold: accept,
  } = given;
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
