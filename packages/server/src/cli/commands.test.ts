import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadStream } from 'node:tty';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { locutor, type Said } from '../store/testing/command.ts';
import { openRaw, sqliteDatabase, type TestDatabase } from '../store/testing/databases.ts';
import { PLACE } from '../store/testing/tasks.ts';
import { enrolment, voiceprint } from '../store/testing/voices.ts';
import { terminal } from './ask.ts';
import { createProgram } from './program.ts';
import { UsageError } from './usage-error.ts';

let database: TestDatabase;
let transactionId: string;
const run = (...args: string[]): Promise<Said> => locutor(database, ...args);

beforeAll(async () => {
  database = await sqliteDatabase();
  const store = await database.open();
  const enrol = (userId: string, accountTag: string) =>
    store.biometrics.enroll(PLACE, userId, () => ({ voiceprint: voiceprint() }), {
      ...enrolment,
      accountTag,
    });
  ({ transactionId } = await enrol('=HYPERLINK("x")', 'acme'));
  await enrol('bob\u001b[2J', '@other');
  await store.close();
});

it('exports billing as CSV that a spreadsheet can open without harm', async () => {
  const { code, out } = await run('billing', 'export');
  expect(code).toBe(0);
  const [heading, first, second, end] = out.split('\r\n');
  expect(heading).toBe(
    'transaction_id,time,operation,account_tag,repository,scenario,users,audio_ms,speech_ms,outcome,characters',
  );
  expect(first).toMatch(
    new RegExp(`^${transactionId},2\\d{3}-.*Z,enroll,acme,default,default,1,4000,3000,DONE,$`),
  );
  expect(second).toContain(",'@other,");
  expect(end).toBe('');
});

it('filters an export and writes it to a file for this user alone', async () => {
  const file = join(database.dataDir, 'acme.csv');
  expect(await run('billing', 'export', '--account-tag', 'acme', '--output', file)).toEqual({
    code: 0,
    out: '',
    err: '',
  });
  expect((await readFile(file, 'utf8')).split('\r\n')).toHaveLength(3);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const nowhere = await run('billing', 'export', '--output', join(database.dataDir, 'no/where.csv'));
  expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining('where.csv cannot be written') });
  const past = await run('billing', 'export', '--to', '2026-01-01');
  expect(past.out.split('\r\n')).toHaveLength(2);
});

it.each([
  ['billing', 'export'],
  ['audit', '--csv'],
])('%s %s replaces a file only with --force', async (...command) => {
  const file = join(database.dataDir, `${command[0]}.csv`);
  await writeFile(file, 'mine', { mode: 0o644 });
  const refused = await run(...command, '--output', file);
  expect(refused).toMatchObject({
    code: 1,
    err: `locutor: ${file} already exists; --force replaces it.\n`,
  });
  expect(await readFile(file, 'utf8')).toBe('mine');
  expect(await run(...command, '--output', file, '--force')).toMatchObject({ code: 0, err: '' });
  expect(await readFile(file, 'utf8')).toContain('enroll');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(
    (await readdir(database.dataDir)).filter((name) => name.startsWith(`${command[0]}.csv`)),
  ).toHaveLength(1);
});

it.each(['locutor.db', 'locutor.db-wal', 'voiceprint.key'])(
  'an export never takes the place of %s, which a running server would go on without',
  async (name) => {
    for (const command of [['billing', 'export'], ['audit']]) {
      const refused = await run(...command, '--output', name, '--force');
      expect(refused).toMatchObject({
        code: 1,
        err: `locutor: ${join(database.dataDir, name)} is in use; name another file.\n`,
      });
    }
    expect(await run('users')).toMatchObject({ code: 0, out: expect.stringContaining('HYPERLINK') });
  },
);

it('sums up billing per account tag', async () => {
  const { out } = await run('billing');
  expect(out.trimEnd().split('\n')).toEqual([
    'account tag  operation  operations  users  audio s  speech s  characters',
    '@other       enroll     1           1      4.0      3.0       0',
    'acme         enroll     1           1      4.0      3.0       0',
  ]);
});

it('shows the audit log as text, CSV and JSON, and nothing in it moves the cursor', async () => {
  const text = await run('audit', '--action', 'enroll');
  expect(text.out).toContain(
    `token:test  enroll  default/default  =HYPERLINK("x")  CREATED  ${transactionId}`,
  );
  expect(text.out).toContain('bob\\u001b[2J');
  const csv = await run('audit', '--csv', '--user', '=HYPERLINK("x")');
  expect(csv.out).toContain(`,"'=HYPERLINK(""x"")",CREATED,${transactionId},request-1,,\r\n`);
  const json = await run('audit', '--json', '--actor', 'token:test');
  const entries = json.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(entries.map(({ userId }) => userId)).toEqual(['=HYPERLINK("x")', 'bob\u001b[2J']);
  const exports = await run('audit', '--action', 'audit.export', '--json');
  expect(JSON.parse(exports.out.split('\n')[0]!)).toMatchObject({
    actor: expect.stringMatching(/^command:./),
  });
});

describe('in this process, because every process takes seconds on a busy machine,', () => {
  const printed: string[] = [];
  const { isTTY } = terminal.input as ReadStream;
  const runHere = async (...args: string[]) => {
    const argv = ['node', 'locutor', ...args];
    return (await createProgram(argv)).parseAsync(argv);
  };
  beforeEach(() => {
    vi.stubEnv('LOCUTOR_DATABASE_URL', database.url);
    vi.stubEnv('LOCUTOR_DATA_DIR', database.dataDir);
    vi.stubEnv('LOCUTOR_LOG_LEVEL', 'error');
    Object.assign(terminal.input, { isTTY: false });
    vi.spyOn(console, 'log').mockImplementation((line: string) => printed.push(line));
    printed.length = 0;
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    Object.assign(terminal.input, { isTTY });
  });

  it.each([
    ['users', [{ userId: '=HYPERLINK("x")', utterances: 1 }, { userId: 'bob\u001b[2J' }]],
    ['scenarios', [{ scenario: 'default', users: 2 }]],
    ['repositories', [{ repository: 'default', users: 2 }]],
    ['keys', [{ voiceprints: 2, seals: true }]],
    ['billing', [{ accountTag: '@other', operations: 1 }, { accountTag: 'acme' }]],
    ['tokens', []],
    ['token', []],
  ])('lists %s as JSON', async (noun, found) => {
    await runHere(noun, '--json');
    expect(JSON.parse(printed.join('\n'))).toEqual(found.map((each) => expect.objectContaining(each)));
  });

  it('lists models as JSON', async () => {
    await runHere('models', '--json');
    const vad = expect.objectContaining({ name: 'silero-vad', licence: 'MIT' });
    expect(JSON.parse(printed.join('\n'))).toContainEqual(vad);
  });

  it.each([
    [['users', 'delete', 'bob'], 'the user "bob" of repository "default", scenario "default"'],
    [['scenarios', 'delete', 'x'], 'the scenario "x" of repository "default" and every voice in it'],
    [['repositories', 'delete', 'x'], 'the repository "x" and every voice in it'],
    [['models', 'remove', 'nothing'], 'the models nothing'],
  ])('without a terminal and --yes, %j deletes nothing', async (args, what) => {
    const refused = `not deleted: ${what}. Add --yes to delete without a terminal to ask in.`;
    await expect(runHere(...args)).rejects.toThrow(new UsageError(refused));
  });
});

it('does not show "token", the former name of "tokens", in the help', async () => {
  const { out } = await run('--help');
  expect(out).toMatch(/^ {2}tokens {2,}create, list and revoke/m);
  expect(out).not.toMatch(/^ +token\b/m);
});

it('has everything that was done by command in the audit log, and how it ended', async () => {
  const before = new Date().toISOString().slice(0, 23);
  const file = join(database.dataDir, 'audited.db');
  await run('users', 'list');
  await run('users', 'show', 'nobody');
  await run('users', 'delete', 'nobody', '--scenario', 'nowhere', '--yes');
  await run('scenarios', 'delete', 'default', '--yes');
  await run('repositories', 'delete', 'default', '-y');
  await run('backup', file);
  await run('backup', file);
  await run('restore', join(database.dataDir, 'acme.csv'));
  const { out: token } = await run('tokens', 'create', 'audited');
  const { out } = await run('audit', '--json', '--from', before);
  const entries = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(
    entries.map(({ action, repository, scenario, userId, outcome }) =>
      [action, repository, scenario, userId, outcome].filter((part) => part !== undefined).join(' '),
    ),
  ).toEqual([
    'users.list default default DONE',
    'user.read default default nobody NOT_FOUND',
    'user.delete default nowhere nobody ERR_SCENARIO_NOT_FOUND',
    'scenario.delete default default ERR_NOT_DELETABLE',
    'repository.delete default ERR_NOT_DELETABLE',
    'backup STARTED',
    'backup DONE',
    'backup STARTED',
    'backup ERR_STORE_VALUE',
    'restore ERR_STORE_DAMAGED',
    'token.create DONE',
  ]);
  expect(entries.every(({ actor }) => /^command:./.test(actor))).toBe(true);
  expect(entries.at(-1).tokenId).toBe(token.split('_')[1]);
  expect(out).not.toContain(token.trim());
  const exports = await run('audit', '--action', 'audit.export');
  expect(exports.out).toMatch(/audit\.export {2}STARTED\n.*audit\.export {2}DONE\n$/);
});

it('lists and rotates keys', async () => {
  const before = await run('keys');
  const [, id] = /^([0-9a-f]{16}) {2}2 +encrypts and decrypts$/m.exec(before.out) ?? [];
  expect(id).toBeDefined();
  const { out } = await run('keys', 'rotate');
  expect(out).toMatch(/^New key: [0-9a-f]{16}\. 2 voiceprints were encrypted with it\./);
  expect(out).toContain(`Dropped: ${id}.`);
  await run('users', 'delete', '=HYPERLINK("x")', '--yes');
  expect((await run('keys', 'rotate')).out).toContain('. 1 voiceprint was encrypted with it.');
  const backup = await run('backup', join(database.dataDir, 'one.db'));
  expect(backup.out).toContain(' MB, 1 voiceprint, verified)');
  expect((await run('keys', 'list')).out).not.toContain(id);
});

it('says in JSON what it has done', async () => {
  const json = async (...args: string[]) => {
    const { code, out } = await run(...args, '--json');
    expect([args, code]).toEqual([args, 0]);
    return JSON.parse(out);
  };
  expect(await json('tokens', 'create', 'app')).toEqual({ token: expect.stringMatching(/^loc_/) });
  const [token] = await json('tokens', 'list');
  expect(await json('tokens', 'revoke', token.id)).toEqual({ revoked: token.id });
  expect(await json('repositories', 'create', 'spare')).toEqual({ created: { repository: 'spare' } });
  expect(await json('scenarios', 'create', 'phone', '--repository', 'spare')).toEqual({
    created: { repository: 'spare', scenario: 'phone' },
  });
  expect(await json('repositories', 'delete', 'spare', '--yes')).toEqual({
    deleted: { repository: 'spare' },
  });
  expect(await json('keys', 'rotate')).toMatchObject({ key: expect.stringMatching(/^[0-9a-f]{16}$/) });
  const file = join(database.dataDir, 'as-json.db');
  expect(await json('backup', file)).toMatchObject({ file });
  expect(await json('config', '--explain')).toContainEqual(
    expect.objectContaining({ name: 'port', default: 8025 }),
  );
  const { out } = await run('billing', 'export', '--json');
  expect(JSON.parse(out.split('\n')[0]!)).toMatchObject({ operation: 'enroll', outcome: 'DONE' });
});

it.each([
  [['billing', 'export', '--from', '2026-02-30'], '--from expects a day such as 2026-01-31'],
  [['audit', '--to', 'yesterday'], 'not "yesterday"'],
  [['billing', 'export', '--operation', 'sing'], 'Allowed choices are verify, enroll'],
  [['audit', '--json', '--csv'], 'cannot be used with'],
  [['backup'], "missing required argument 'file'"],
  [
    ['transcribe', 'x.wav'],
    "unknown command 'transcribe'; the commands of locutor are recognize, listen, speak, interpret, grammar, serve, ",
  ],
  [
    ['users', 'remove', 'bob'],
    "unknown command 'remove'; the commands of locutor users are list, show, delete",
  ],
])('says what is wrong with %j', async (args, words) => {
  expect(await run(...args)).toMatchObject({ code: 2, err: expect.stringContaining(words) });
});

it('backs up, exports and lists also where the audit log takes no entry, and says so', async () => {
  const raw = await openRaw(database);
  await sql`create trigger full before insert on audit begin select raise(abort, 'no room'); end`.execute(
    raw.db,
  );
  try {
    const backup = join(database.dataDir, 'unnoted.db');
    for (const [command, action, out] of [
      [['backup', backup], 'backup', /^backup: /],
      [['billing', 'export'], 'billing.export', /^transaction_id,.*acme/s],
      [['audit'], 'audit.export', /enroll/],
      [['users'], 'users.list', /^user /],
    ] as const) {
      const said = await run(...command);
      expect(said).toMatchObject({ code: 0, out: expect.stringMatching(out) });
      expect(said.err).toMatch(new RegExp(`^locutor: "${action} \\w+" is not in the audit log: .*no room`));
    }
    expect((await stat(backup)).size).toBeGreaterThan(0);
  } finally {
    await sql`drop trigger full`.execute(raw.db);
    await raw.close();
  }
});
