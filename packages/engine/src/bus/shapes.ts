import { decodePlain } from '@locutor/contract';
import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';

/** What is said on the bus outside of channels. More members than these are ignored: a newer side may send them. */

const name = Type.String({ minLength: 1, maxLength: 200 });
/** A part of a subject. */
const token = Type.String({ pattern: '^[\\w-]{1,64}$' });
const count = Type.Integer({ minimum: 0, maximum: 1024 });

const download = Type.Object({
  name,
  state: Type.Enum(['downloading', 'preparing', 'failed']),
  done: Type.Integer({ minimum: 0 }),
  total: Type.Integer({ minimum: 0 }),
});

const advert = Type.Object({
  protocol: name,
  id: token,
  /** Of the machine, for people. */
  name,
  version: name,
  processes: count,
  /** Processes that can take jobs or make progress in one. */
  up: count,
  /** Jobs that it would take now. */
  free: count,
  models: Type.Array(name, { maxItems: 1000 }),
  downloads: Type.Array(download, { maxItems: 1000 }),
  /** It finishes what it has, and is gone then. */
  leaving: Type.Boolean(),
});

export type Advert = Static<typeof advert>;

const claim = Type.Object({
  protocol: name,
  node: token,
  channel: token,
  kind: name,
  models: Type.Array(name),
});

/** A node wants a worker to keep room for a job, whose messages travel on this channel. */
export type Claim = Static<typeof claim>;

const claimAnswer = Type.Object({ accepted: Type.Boolean() });

export type ClaimAnswer = Static<typeof claimAnswer>;

const fetchModel = Type.Object({ model: name, by: Type.Enum(['request', 'administrator']) });

/** A model is wanted: by a request that waits for it, or by an administrator, who has accepted its licence. */
export type FetchModel = Static<typeof fetchModel>;

export const readAdvert = reader(advert);
export const readClaim = reader(claim);
export const readClaimAnswer = reader(claimAnswer);
export const readFetchModel = reader(fetchModel);

/** A value of this shape out of bytes or plain data; undefined for anything else. */
function reader<Schema extends TSchema>(schema: Schema): (value: unknown) => Static<Schema> | undefined {
  const shape = Compile(schema);
  return (value) => {
    try {
      const plain = value instanceof Uint8Array ? decodePlain(value) : value;
      return shape.Check(plain) ? (plain as Static<Schema>) : undefined;
    } catch {
      return undefined;
    }
  };
}
