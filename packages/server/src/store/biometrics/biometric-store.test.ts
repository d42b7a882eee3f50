import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../open-store.ts';
import { onEachDatabase, openRaw, type TestDatabase } from '../testing/databases.ts';
import { caller, enrolment, voiceprint } from '../testing/voices.ts';

const place = { repository: 'default', scenario: 'default' };
/** As PostgreSQL's "C" and SQLite order them: by code points, which UTF-8 keeps and UTF-16 does not. */
const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

const TRICKS = [
  "'; drop table voices; --",
  '" or 1=1 --',
  '<script>alert(1)</script>',
  '%',
  '_',
  '\\',
  '$1',
  '?',
  ':name',
  'a b',
  ' ',
  '\n',
  '\u202egnp.exe',
  '\ufeff',
  '__proto__',
  'constructor',
  'Ä',
  'A\u0308',
  'ä',
  'straße',
  'STRASSE',
  'ı',
  'I',
  'i',
  '😀',
  '\uffff',
  '\u{10ffff}',
  '語',
  'x'.repeat(256),
  '😀'.repeat(256),
];

await onEachDatabase((fresh) => {
  let database: TestDatabase;
  let store: Store;
  beforeAll(async () => {
    database = await fresh();
    store = await database.open();
  });
  afterAll(() => store.close());
  const voices = () => store.biometrics;

  describe('repositories and scenarios', () => {
    it('begin with the default ones', async () => {
      expect(await voices().repositories()).toMatchObject([
        { repository: 'default', description: '', createdAt: expect.any(Date), users: 0 },
      ]);
      expect(await voices().scenarios('default')).toMatchObject([
        { scenario: 'default', description: '', createdAt: expect.any(Date), users: 0 },
      ]);
      expect(await voices().missing(place)).toBeUndefined();
    });

    it('are created once, with a default scenario, and distinguished from one another exactly', async () => {
      expect(await voices().createRepository('Bank', 'calls', caller)).toBe(true);
      expect(await voices().createRepository('Bank', 'other', caller)).toBe(false);
      expect(await voices().createRepository('bank', '', caller)).toBe(true);
      expect((await voices().repositories()).map(({ repository }) => repository)).toEqual([
        'Bank',
        'bank',
        'default',
      ]);
      expect(await voices().createScenario({ repository: 'Bank', scenario: 'pin' }, 'digits', caller)).toBe(
        'created',
      );
      expect(await voices().createScenario({ repository: 'Bank', scenario: 'pin' }, '', caller)).toBe(
        'exists',
      );
      expect(await voices().createScenario({ repository: 'BANK', scenario: 'pin' }, '', caller)).toBe(
        'no-repository',
      );
      expect(await voices().scenarios('Bank')).toMatchObject([
        { scenario: 'default' },
        { scenario: 'pin', description: 'digits' },
      ]);
      expect(await voices().scenarios('BANK')).toBeUndefined();
      expect(await voices().missing({ repository: 'bank', scenario: 'pin' })).toBe('scenario');
      expect(await voices().missing({ repository: 'BANK', scenario: 'pin' })).toBe('repository');
    });

    it('go with everything in them', async () => {
      await voices().createRepository('gone', '', caller);
      const pin = { repository: 'gone', scenario: 'pin' };
      await voices().createScenario(pin, '', caller);
      for (const each of [pin, { ...pin, scenario: 'default' }]) {
        await voices().enroll(each, 'ann', () => ({ voiceprint: voiceprint() }), enrolment);
      }
      expect((await voices().repositories()).find((each) => each.repository === 'gone')?.users).toBe(2);
      expect(await voices().deleteScenario(pin, caller)).toBe(true);
      expect(await voices().deleteScenario(pin, caller)).toBe(false);
      expect(await voices().user(pin, 'ann')).toBeUndefined();
      expect((await voices().repositories()).find((each) => each.repository === 'gone')?.users).toBe(1);
      expect(await voices().deleteRepository('gone', caller)).toBe(true);
      expect(await voices().deleteRepository('gone', caller)).toBe(false);
      expect(await voices().scenarios('gone')).toBeUndefined();
      await voices().createRepository('gone', '', caller);
      expect(await voices().users({ ...pin, scenario: 'default' }, { limit: 10 })).toEqual([]);
    });
  });

  it('goes with more voices than one step deletes, and takes those of no other place', async () => {
    const raw = await openRaw(database);
    for (const repository of ['large', 'larger']) await voices().createRepository(repository, '', caller);
    for (const repository of ['large', 'larger']) {
      const there = { repository, scenario: 'pin' };
      await voices().createScenario(there, '', caller);
      for (const scenario of ['default', 'pin']) {
        const row = { repository, scenario, fingerprint: 'm', utterances: 1, speech_ms: 1, key_id: 'k' };
        const rows = Array.from({ length: 1_200 }, (_, index) => ({
          ...row,
          user_id: `user ${index}`,
          created_at: 1,
          updated_at: 1,
          sealed: Buffer.of(1),
        }));
        await raw.db.insertInto('voices').values(rows).execute();
      }
    }
    await raw.close();
    const users = async () => {
      const listed = await voices().repositories();
      return ['large', 'larger'].map((name) => listed.find(({ repository }) => repository === name)?.users);
    };
    expect(await users()).toEqual([2_400, 2_400]);
    expect(await voices().deleteScenario({ repository: 'large', scenario: 'pin' }, caller)).toBe(true);
    expect(await users()).toEqual([1_200, 2_400]);
    expect(await voices().deleteRepository('larger', caller)).toBe(true);
    expect(await users()).toEqual([1_200, undefined]);
    expect(await voices().deleteRepository('large', caller)).toBe(true);
  });

  describe('a voice', () => {
    it('that is damaged can be replaced, and not added to', async () => {
      await voices().enroll(place, 'damaged', () => ({ voiceprint: voiceprint() }), enrolment);
      const raw = await openRaw(database);
      const broken = { sealed: Buffer.alloc(60) };
      await raw.db.updateTable('voices').set(broken).where('user_id', '=', 'damaged').execute();
      await raw.close();
      const kept = voiceprint({ bytes: Buffer.from('anew') });
      const change = () => ({ voiceprint: kept });
      await expect(voices().enroll(place, 'damaged', change, enrolment)).rejects.toMatchObject({
        code: 'ERR_STORE_DAMAGED',
      });
      const replaced = await voices().enroll(place, 'damaged', change, enrolment, { replaces: true });
      expect(replaced.created).toBe(false);
      expect((await voices().voiceprints(place, ['damaged'])).get('damaged')).toEqual(kept);
      await voices().deleteUser(place, 'damaged', caller);
    });

    it('comes back as it was stored, byte for byte', async () => {
      const kept = {
        bytes: Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
        fingerprint: 'm1',
        utterances: 3,
        speechMs: 9_000,
      };
      const { created, user, transactionId } = await voices().enroll(
        place,
        'exact',
        (current) => {
          expect(current).toBeUndefined();
          return { voiceprint: kept, consent: 'signed on paper' };
        },
        enrolment,
      );
      expect(created).toBe(true);
      expect(BigInt(transactionId) > 0n && BigInt(transactionId) < 2n ** 63n).toBe(true);
      expect(user).toEqual({
        userId: 'exact',
        createdAt: expect.any(Date),
        updatedAt: user.createdAt,
        fingerprint: 'm1',
        utterances: 3,
        speechMs: 9_000,
        consent: 'signed on paper',
      });
      expect(await voices().user(place, 'exact')).toEqual(user);
      const found = (await voices().voiceprints(place, ['exact', 'nobody', 'exact'])).get('exact');
      expect(found).toEqual({ ...kept, bytes: expect.any(Uint8Array) });
      expect(Buffer.compare(found?.bytes ?? Buffer.of(), kept.bytes)).toBe(0);
    });

    it('is changed from what is kept, and keeps its consent and the time it was made', async () => {
      const first = await voices().enroll(
        place,
        'grows',
        () => ({ voiceprint: voiceprint({ utterances: 1 }), consent: 'yes' }),
        enrolment,
      );
      const second = await voices().enroll(
        place,
        'grows',
        (current) => ({
          voiceprint: { ...current!, utterances: current!.utterances + 1, fingerprint: 'another model' },
        }),
        enrolment,
      );
      expect(second).toMatchObject({ created: false, user: { utterances: 2, consent: 'yes' } });
      expect(second.user.createdAt).toEqual(first.user.createdAt);
      expect((await voices().voiceprints(place, ['grows'])).get('grows')).toMatchObject({
        utterances: 2,
        fingerprint: 'another model',
      });
    });

    it('stays as it was when the change throws, and the caller gets its own error', async () => {
      const refusal = new RangeError('too little speech');
      const change = () => {
        throw refusal;
      };
      await voices().enroll(place, 'refused', () => ({ voiceprint: voiceprint() }), enrolment);
      const before = await voices().user(place, 'refused');
      await expect(voices().enroll(place, 'refused', change, enrolment)).rejects.toBe(refusal);
      await expect(voices().enroll(place, 'never', change, enrolment)).rejects.toBe(refusal);
      expect(await voices().user(place, 'refused')).toEqual(before);
      expect(await voices().user(place, 'never')).toBeUndefined();
    });

    it('needs a place that exists', async () => {
      const elsewhere = { repository: 'default', scenario: 'nowhere' };
      await expect(
        voices().enroll(elsewhere, 'ann', () => ({ voiceprint: voiceprint() }), enrolment),
      ).rejects.toMatchObject({ name: 'StoreError', code: 'ERR_STORE_PLACE' });
      expect(await voices().voiceprints(elsewhere, ['ann'])).toEqual(new Map());
    });

    it('is deleted once', async () => {
      await voices().enroll(place, 'leaves', () => ({ voiceprint: voiceprint() }), enrolment);
      expect(await voices().deleteUser(place, 'leaves', caller)).toBe(true);
      expect(await voices().deleteUser(place, 'leaves', caller)).toBe(false);
      expect(await voices().user(place, 'leaves')).toBeUndefined();
      expect(await voices().voiceprints(place, ['leaves'])).toEqual(new Map());
    });
  });

  describe('names', () => {
    it('of every kind are kept apart, found again and listed in one order, page by page', async () => {
      await voices().createRepository('names', '', caller);
      const there = { repository: 'names', scenario: 'default' };
      const ids = fc.sample(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), {
        numRuns: 150,
        seed: 7,
      });
      const wanted = [...new Set([...TRICKS, ...ids.filter((id) => !id.includes('\0'))])];
      const prints = new Map(wanted.map((id) => [id, voiceprint({ bytes: randomBytes(24) })]));
      for (const [id, print] of prints)
        await voices().enroll(there, id, () => ({ voiceprint: print }), enrolment);

      const listed: string[] = [];
      for (;;) {
        const page = await voices().users(there, {
          limit: 17,
          ...(listed.length > 0 && { after: listed.at(-1)! }),
        });
        listed.push(...page.map(({ userId }) => userId));
        if (page.length < 17) break;
      }
      expect(listed).toEqual([...wanted].sort(byCodePoint));
      const found = await voices().voiceprints(there, wanted);
      expect(found.size).toBe(wanted.length);
      for (const [id, print] of prints)
        expect(found.get(id)).toMatchObject({ bytes: Buffer.from(print.bytes) });
      for (const id of TRICKS) expect(await voices().deleteUser(there, id, caller)).toBe(true);
      expect((await voices().users(there, { limit: 1_000 })).length).toBe(wanted.length - TRICKS.length);
    });

    it('of places may be anything too, up to their length', async () => {
      for (const repository of TRICKS) {
        expect(await voices().createRepository(repository, repository, caller)).toBe(true);
        const there = { repository, scenario: '😀'.repeat(64) };
        expect(await voices().createScenario(there, '', caller)).toBe('created');
        await voices().enroll(there, '😀'.repeat(256), () => ({ voiceprint: voiceprint() }), enrolment);
        expect((await voices().voiceprints(there, ['😀'.repeat(256)])).size).toBe(1);
      }
      const listed = (await voices().repositories()).map(({ repository }) => repository);
      expect(listed).toEqual([...listed].sort(byCodePoint));
      expect(listed).toEqual(expect.arrayContaining(TRICKS));
    });

    it.each([
      ['', 'empty'],
      ['a\0b', 'NUL'],
      ['\ud800', 'half a character'],
      ['x'.repeat(257), 'too long'],
    ])('that no database can hold are refused in words (%#: %s)', async (name) => {
      const refused = { name: 'StoreError', code: 'ERR_STORE_VALUE' };
      const odd = { repository: name, scenario: 'default' };
      const change = () => ({ voiceprint: voiceprint() });
      for (const attempt of [
        () => voices().user(place, name),
        () => voices().voiceprints(place, ['fine', name]),
        () => voices().deleteUser(place, name, caller),
        () => voices().enroll(place, name, change, enrolment),
        () => voices().createRepository(name, '', caller),
        () => voices().deleteRepository(name, caller),
        () => voices().scenarios(name),
        () => voices().createScenario({ repository: 'default', scenario: name }, '', caller),
        () => voices().deleteScenario(odd, caller),
        () => voices().missing(odd),
        () => voices().users(odd, { limit: 1 }),
      ]) {
        await expect(attempt()).rejects.toMatchObject(refused);
      }
    });
  });

  it('gives 128 voices of many at once', async () => {
    await voices().createRepository('many', '', caller);
    const there = { repository: 'many', scenario: 'default' };
    const ids = Array.from({ length: 200 }, (_, index) => `user ${index}`);
    for (const id of ids) {
      await voices().enroll(
        there,
        id,
        () => ({ voiceprint: voiceprint({ bytes: Buffer.from(id) }) }),
        enrolment,
      );
    }
    const found = await voices().voiceprints(there, ids.slice(40, 168));
    expect(found.size).toBe(128);
    for (const [id, { bytes }] of found) expect(Buffer.from(bytes).toString()).toBe(id);
  });

  it('records an operation under an id of its own each time', async () => {
    const users = [
      { userId: 'ann', outcome: 'ACCEPTED' },
      { userId: "o'brien", outcome: 'REJECTED' },
    ];
    const record = { ...enrolment, ...place, operation: 'verify', users, outcome: 'DONE' } as const;
    const ids = await Promise.all(Array.from({ length: 50 }, () => voices().record(record)));
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) {
      expect(id).toMatch(/^[1-9]\d*$/);
      expect(BigInt(id) < 2n ** 63n).toBe(true);
    }
  });
});
