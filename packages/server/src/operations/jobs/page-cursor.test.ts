import { assert, date, property, uuid } from 'fast-check';
import { expect, it } from 'vitest';
import { CURSOR, readCursor, writeCursor } from './page-cursor.ts';

it('is read as it was written, for any job', () => {
  const times = date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true });
  assert(
    property(times, uuid(), (createdAt, id) => {
      const cursor = writeCursor({ createdAt, id });
      expect(cursor).toMatch(CURSOR);
      expect(readCursor(cursor)).toEqual({ createdAt, id });
    }),
  );
});
