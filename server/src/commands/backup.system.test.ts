/** Tests the backup and restore commands, each in its own process, including processes that are killed midway. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { login } from '#contract/kernel/auth.ts';
import { demoPassword } from '#contract/auth/demo-users.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import { runningCluster } from '#platform/database/cluster.ts';
import { migrate } from '#platform/database/migrate.ts';
import { stopPostmaster } from '#platform/database/postmaster.ts';

import { contentOf, ownedDatabase, type OwnedDatabase } from '#platform/testing/owned-database.ts';
import { addRecord, fillTenants } from '#shared/testing/sample.ts';
import { processEnvironment, type ServerProcess, spawnServer } from '#platform/testing/server-process.ts';
import { signInAt } from '#platform/testing/spawned-session.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

// Starting processes and creating databases takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let folder: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-backup-'));
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});
afterAll(async () => {
  for (const name of readdirSync(folder))
    if (statSync(join(folder, name)).isDirectory()) await stopPostmaster(join(folder, name, 'postgres'));
  await rm(folder, { recursive: true });
});

interface ProcessResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

interface Running {
  child: ChildProcess;
  /** Resolves when the words were printed. */
  printed(words: string): Promise<void>;
  ended: Promise<ProcessResult>;
}

type Env = Record<string, string>;

function begin(command: 'backup' | 'restore', args: string[], env: Env, stdout: number | 'pipe' = 'pipe'): Running {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${command}.ts`), ...args], {
    env: { ...processEnvironment, JWT_SECRET: testJwtSecret, ...env },
    stdio: ['ignore', stdout, 'pipe'],
  });
  children.push(child);
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    child.emit('output');
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  return {
    child,
    async printed(words) {
      while (!output.includes(words)) await Promise.race([once(child, 'output'), once(child, 'close')]);
    },
    ended: once(child, 'close').then(([code, signal]) => ({ code, signal, output: output.trim() })),
  };
}

const run = (command: 'backup' | 'restore', args: string[], env: Env) => begin(command, args, env).ended;

const place = (name: string) => {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
};

async function serve(dataDir: string, env: Env = {}): Promise<ServerProcess> {
  const server = spawnServer(dataDir, { JWT_SECRET: testJwtSecret, ...env });
  children.push(server.child);
  await server.started;
  expect(server.output).toContain('Ctrl-C');
  return server;
}

async function stop({ child }: ServerProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** Writes discounts from several callers until it is stopped. */
async function writeInto({ port }: ServerProcess, ownerUrl: string) {
  const token = await signInAt(ownerUrl, 'cyber');
  const [begun, acknowledged] = [new Set<string>(), new Set<string>()];
  const state = { goesOn: true };
  const write = async (name: string) => {
    begun.add(name);
    const answer = await fetch(`http://127.0.0.1:${port}/api${discounts.create.url}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-tenant': 'cyber' },
      body: JSON.stringify({ name, discount: 10_000, discountType: 1, productType: 'courses' }),
    });
    if (answer.status !== 201) throw new Error(`${name} was answered with ${answer.status}`);
    acknowledged.add(name);
  };
  const writers = [1, 2, 3].map(async (writer) => {
    for (let n = 0; state.goesOn; n += 1) await write(`Tulisan ${writer}.${n}`);
  });
  // Errors are rethrown by `stop`; a test that fails before that has reported its own.
  for (const writer of writers) writer.catch(() => undefined);
  await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(20);
  return {
    begun,
    acknowledged,
    async stop() {
      state.goesOn = false;
      await Promise.all(writers);
    },
  };
}

type Ask = OwnedDatabase['ask'];

/** Names of the written discounts; each was written with its audit row in one transaction. */
async function writtenIn(ask: Ask): Promise<Set<string>> {
  const rows = await ask(`
    select coalesce(discount.name, audit.after ->> 'name') as name, discount.id is not null as row, count(audit.id)::int as lines
    from discount full join audit on audit.table_name = 'discount' and audit.record_id = discount.id::text
    where coalesce(discount.name, audit.after ->> 'name') like 'Tulisan %' group by 1, 2`);
  expect(rows.filter(({ row, lines }) => row !== true || lines !== 1)).toEqual([]);
  return new Set(rows.map(({ name }) => String(name)));
}

/** Foreign keys with rows that refer to nothing; the keys come from the catalogue, the rows are compared one by one. */
async function danglingIn(ask: Ask): Promise<unknown[]> {
  const keys = await ask(`select conname, conrelid::regclass as child, confrelid::regclass as parent,
    array(select quote_ident(attname) from unnest(conkey) with ordinality key (n, at) join pg_attribute on attrelid = conrelid and attnum = n order by at) as columns,
    array(select quote_ident(attname) from unnest(confkey) with ordinality key (n, at) join pg_attribute on attrelid = confrelid and attnum = n order by at) as targets
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  expect(keys.length).toBeGreaterThan(5);
  const dangling = [];
  for (const { child, parent, columns, targets, conname } of keys as Record<string, string & string[]>[]) {
    const match = columns!.map((column, at) => `p.${targets![at]} = c.${column}`).join(' and ');
    const set = columns!.map((column) => `c.${column} is not null`).join(' and ');
    const rows = await ask(
      `select 1 from ${child} c where ${set} and not exists (select from ${parent} p where ${match})`,
    );
    if (rows.length > 0) dangling.push(conname);
  }
  return dangling;
}

const askAt =
  (url: string): Ask =>
  async (text, values) => {
    const client = new pg.Client(url);
    await client.connect();
    return (await client.query(text, values).finally(() => client.end())).rows as Record<string, unknown>[];
  };

const missingFrom = (found: Set<string>, expected: Iterable<string>) =>
  [...expected].filter((name) => !found.has(name));

test('backs up an external database while a server writes: everything acknowledged before, other writes entirely or not at all', async () => {
  const [source, target] = [await ownedDatabase(), await ownedDatabase()];
  let server: ServerProcess | undefined;
  try {
    await migrate(source.ownerUrl, { jwtSecret: testJwtSecret });
    await fillTenants(source.ask);
    const env = { DATABASE_URL: source.ownerUrl, DATA_DIR: place('own') };
    server = await serve(env.DATA_DIR, env);
    const writing = await writeInto(server, source.ownerUrl);
    const file = join(folder, 'own.tar.gz');
    const before = new Set(writing.acknowledged);
    expect(await run('backup', ['--to', file, '--quiet'], env)).toEqual({ code: 0, signal: null, output: '' });
    const begun = new Set(writing.begun);
    await writing.stop();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(writing.acknowledged.size).toBeGreaterThan(before.size);
    expect((await run('restore', ['--from', file], { ...env, DATABASE_URL: target.ownerUrl })).output).toContain(
      'Restored',
    );
    const found = await writtenIn(target.ask);
    expect(missingFrom(found, before)).toEqual([]);
    expect(missingFrom(begun, found)).toEqual([]);
    expect(await danglingIn(target.ask)).toEqual([]);
    // No more writes: the backup must be complete.
    await stop(server);
    expect((await run('backup', ['--to', file], env)).code).toBe(0);
    const again = { ...env, DATABASE_URL: target.ownerUrl };
    expect((await run('restore', ['--from', file, '--replace', '--yes', '--quiet'], again)).code).toBe(0);
    const { outbox, ...content } = await contentOf(target);
    expect(await contentOf(source)).toMatchObject(content);
    // Jobs that the server handed over and did not finish: the sample letters name no template.
    const failed = await source.ask(`select id from pgboss.job where name = 'send-mail' and state = 'failed'`);
    expect(failed).toHaveLength(3);
    expect(outbox?.map((line) => (JSON.parse(line) as { id: string }).id).toSorted()).toEqual(
      failed.map(({ id }) => String(id)).toSorted(),
    );
    await stop(await serve(again.DATA_DIR, again));
  } finally {
    server?.child.kill('SIGKILL');
    await source.drop();
    await target.drop();
  }
});

test('backs up the embedded database, encrypted, while it runs; users can sign in on the new machine', async () => {
  const [from, to, backups] = [place('from'), place('to'), place('backups')];
  const keyFile = join(folder, 'key');
  const { output } = await run('backup', ['--new-key', keyFile], {});
  const [publicKey] = /age1\w+/.exec(readFileSync(keyFile, 'utf8')) ?? [];
  expect(output).toBe(`Written to ${keyFile}; its public key, which only writes backups: ${publicKey}`);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  const server = await serve(from, { DEMO: '1', NODE_ENV: 'test' });
  mkdirSync(join(from, 'uploads/files'), { recursive: true });
  writeFileSync(join(from, 'uploads/files/foto.png'), 'gambar');
  const writing = await writeInto(server, (await runningCluster(from)) ?? '');
  const before = new Set(writing.acknowledged);
  const made = await run('backup', ['--to', backups, '--key-file', keyFile], { DATA_DIR: from });
  const begun = new Set(writing.begun);
  expect(made.output).toMatch(/Backed up [\d,]+ rows in \d+ tables and \d+ uploaded files? in .*encrypted\)\.$/);
  const [name = ''] = readdirSync(backups);
  expect(name).toMatch(/^lectern-[\d-]+T\d{6}Z\.tar\.gz\.age$/);
  const file = join(backups, name);
  expect(readFileSync(file).includes('demo.test')).toBe(false);
  const args = ['--from', file, '--key-file', keyFile];
  expect(await run('restore', [...args, '--replace', '--yes'], { DATA_DIR: from })).toEqual({
    code: 1,
    signal: null,
    output: `Another Lectern (process ${server.child.pid}) is using ${from}; stop it first, or give this one its own DATA_DIR; nothing was changed.`,
  });
  await writing.stop();
  await stop(server);
  expect((await run('restore', args, { DATA_DIR: to })).output).toContain('Restored');
  const revived = await serve(to, { DEMO: '1', NODE_ENV: 'test' });
  const ask = askAt(String(await runningCluster(to)));
  const found = new Set([...(await ask(`select name from discount`))].map((row) => String(row['name'])));
  expect(missingFrom(found, before)).toEqual([]);
  expect([...found].filter((one) => one.startsWith('Tulisan') && !begun.has(one))).toEqual([]);
  expect(await danglingIn(ask)).toEqual([]);
  expect(readFileSync(join(to, 'uploads/files/foto.png'), 'utf8')).toBe('gambar');
  const { status } = await fetch(`http://127.0.0.1:${revived.port}/api${login.url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-tenant': 'coding' },
    body: JSON.stringify({ email: 'admin@demo.test', password: demoPassword }),
  });
  expect(status).toBe(200);
  await stop(revived);
  const verified = await run('backup', ['--verify', file, '--key-file', keyFile], { DATA_DIR: place('elsewhere') });
  expect(verified.output).toMatch(/can be restored: [\d,]+ rows, \d+ uploaded files?, made at/);
  expect(verified.code).toBe(0);
  expect(existsSync(join(folder, 'elsewhere/postgres'))).toBe(false);
});

describe('interrupted midway', () => {
  const rest = 'user: ';
  let source: OwnedDatabase;
  let target: OwnedDatabase;
  let file: string;
  let from: Env;
  let onto: Env;
  beforeAll(async () => {
    [source, target] = [await ownedDatabase(), await ownedDatabase()];
    from = { DATABASE_URL: source.ownerUrl, DATA_DIR: place('source') };
    onto = { DATABASE_URL: target.ownerUrl, DATA_DIR: place('target') };
    for (const database of [source, target]) await migrate(database.ownerUrl, { jwtSecret: testJwtSecret });
    await fillTenants(source.ask);
    mkdirSync(join(folder, 'source/uploads'));
    mkdirSync(join(folder, 'target/uploads'));
    // Sparse file, which takes no disk space but time to read.
    writeFileSync(join(folder, 'source/uploads/large'), '');
    truncateSync(join(folder, 'source/uploads/large'), 300_000_000);
    writeFileSync(join(folder, 'target/uploads/old'), 'lama');
    file = join(place('files'), 'whole.tar.gz');
    await run('backup', ['--to', file], from);
  });
  afterAll(async () => {
    await source.drop();
    await target.drop();
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)(
    'a backup ended with %s reports it, writes nothing and keeps the previous backup',
    async (signal, code) => {
      const whole = readFileSync(file);
      const backup = begin('backup', ['--to', file], from);
      await backup.printed(rest);
      backup.child.kill(signal);
      expect(await backup.ended).toMatchObject({
        code,
        output: expect.stringMatching(/Interrupted; nothing was written\.$/),
      });
      expect(readdirSync(join(folder, 'files'))).toEqual(['whole.tar.gz']);
      expect(readFileSync(file).equals(whole)).toBe(true);
    },
  );

  it('a killed backup leaves a draft, which the next backup removes', async () => {
    const killed = begin('backup', ['--to', join(folder, 'files')], from);
    await killed.printed(rest);
    killed.child.kill('SIGKILL');
    await killed.ended;
    const drafts = () => readdirSync(join(folder, 'files')).filter((name) => name.endsWith('.partial'));
    expect(drafts()).toHaveLength(1);
    expect((await run('backup', ['--to', join(folder, 'files'), '--keep', '1'], from)).code).toBe(0);
    expect(drafts()).toEqual([]);
  });

  it.each(['SIGINT', 'SIGKILL'] as const)(
    'a restore ended with %s keeps the database and the files',
    async (signal) => {
      const before = await contentOf(target);
      const restore = begin('restore', ['--from', file, '--replace', '--yes'], onto);
      await restore.printed('the rows follow');
      restore.child.kill(signal);
      const { code, signal: by, output } = await restore.ended;
      expect([code, by]).toEqual(signal === 'SIGINT' ? [130, null] : [null, 'SIGKILL']);
      if (signal === 'SIGINT') expect(output).toMatch(/Interrupted; nothing was changed\.$/);
      expect(await contentOf(target)).toEqual(before);
      const left = readdirSync(join(folder, 'target/uploads'));
      expect(left.filter((name) => name !== '.restoring')).toEqual(['old']);
      if (signal === 'SIGINT') expect(left).toEqual(['old']);
    },
  );

  it('a restore succeeds after a killed one', async () => {
    await expect
      .poll(() => target.ask(`select 1 from pg_stat_activity where application_name = 'lectern backup'`))
      .toEqual([]);
    expect((await run('restore', ['--from', file, '--replace', '--yes'], onto)).code).toBe(0);
    expect(await contentOf(target)).toEqual(await contentOf(source));
    expect(readdirSync(join(folder, 'target/uploads'))).toEqual(['large']);
  });

  it('reports a full disk, and writes a backup to standard output', async () => {
    const small = { ...from, DATA_DIR: place('small') };
    const full = begin('backup', ['--to', '-', '--quiet'], small, openSync('/dev/full', 'w'));
    expect(await full.ended).toEqual({
      code: 1,
      signal: null,
      output: expect.stringMatching(/^The disk is full \(.*\); nothing was written\.$/),
    });
    const piped = join(folder, 'piped.tar.gz');
    expect((await begin('backup', ['--to', '-', '--quiet'], small, openSync(piped, 'w')).ended).output).toBe('');
    expect((await run('backup', ['--verify', piped], small)).code).toBe(0);
  });
});

test('a refused restore says first that nothing was changed, then lists what exists', async () => {
  const target = await ownedDatabase();
  try {
    const env = { DATABASE_URL: target.ownerUrl, DATA_DIR: place('refused') };
    await migrate(target.ownerUrl, { jwtSecret: testJwtSecret });
    const file = join(folder, 'refused.tar.gz');
    expect((await run('backup', ['--to', file], env)).code).toBe(0);
    const refused = async () => {
      const { code, output } = await run('restore', ['--from', file], env);
      expect(code).toBe(1);
      const [first, ...rest] = output.split('\n');
      expect(first).toBe('Nothing was changed: there is something already, which --replace would destroy:');
      return rest;
    };
    // Rows that the migrations insert.
    await target.ask('truncate shift, desk_template, chase_rule, row_count, brand_setting cascade');
    expect(await refused()).toEqual([expect.stringMatching(/^ {2}\d+ tables without rows$/)]);
    await addRecord(target.ask, 'user', 'cyber');
    mkdirSync(join(env.DATA_DIR, 'uploads'));
    writeFileSync(join(env.DATA_DIR, 'uploads/old'), 'lama');
    const lines = await refused();
    expect(lines).toEqual(expect.arrayContaining(['  user: 1 row', '  uploads: 1 file']));
    expect(lines.filter((line) => !/^ {2}\w+: 1 (row|file)$/.test(line))).toEqual([]);
  } finally {
    await target.drop();
  }
});

test('creates a missing folder for backups that --keep counts, and does not replace a file in its place', async () => {
  const source = await ownedDatabase();
  try {
    await migrate(source.ownerUrl, { jwtSecret: testJwtSecret });
    const env = { DATABASE_URL: source.ownerUrl, DATA_DIR: place('kept') };
    const nightly = join(folder, 'kept/nightly/');
    expect((await run('backup', ['--to', nightly, '--keep', '2', '--quiet'], env)).output).toBe('');
    expect(statSync(nightly).mode & 0o777).toBe(0o700);
    expect(readdirSync(nightly)).toHaveLength(1);
    const old = join(folder, 'kept/old');
    writeFileSync(old, 'lama');
    const away = { ...env, DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' };
    // Reported before the database is used.
    expect((await run('backup', ['--to', `${old}/`, '--keep', '2', '--quiet'], away)).output).toMatch(
      /\/old\/ is there and is no folder;/,
    );
    expect(readFileSync(old, 'utf8')).toBe('lama');
  } finally {
    await source.drop();
  }
});

test('does not overwrite an existing key', async () => {
  const file = join(place('keys'), 'key');
  writeFileSync(file, 'lama');
  const { code, output } = await run('backup', ['--new-key', file], {});
  expect([code, output]).toEqual([1, expect.stringContaining(`${file} is there already and is left as it is`)]);
  expect(readFileSync(file, 'utf8')).toBe('lama');
});

test.each([
  ['backup', [], /^Usage: npm run backup/],
  ['backup', ['--to', 'x', '--verify', 'y'], /^Usage: npm run backup/],
  ['backup', ['--into', 'x'], /^Unknown option '--into'[^]*Usage:/],
  ['backup', ['--to', '/nowhere/at/all.tar.gz'], /^There is no folder \/nowhere\/at to write the backup into\.$/],
  ['backup', ['--to', ''], /^Usage: npm run backup/],
  [
    'backup',
    ['--to', import.meta.filename],
    /backup\.system\.test\.ts is there and is no backup; name another file, or a folder\.$/,
  ],
  ['backup', ['--to', `${import.meta.filename}/x/`], /backup\.system\.test\.ts\/x\/: not a directory\.$/],
  ['backup', ['--to', `${import.meta.filename}/x`], /^There is no folder .*backup\.system\.test\.ts to write/],
  ['backup', ['--to', 'x.tar.gz', '--keep', '3'], /^--keep takes a folder in --to/],
  ['backup', ['--to', 'not-there', '--keep', '3'], /^--keep takes a folder in --to: .* ends in \/\.$/],
  ['backup', ['--new-key'], /^Option '--new-key <value>' argument missing[^]*--new-key FILE$/],
  ['backup', ['--new-key', '/nowhere/key'], /^There is no folder \/nowhere to write the key into\.$/],
  ['backup', ['--to', 'x/', '--keep', 'all'], /^--keep must be a whole number from 1\.$/],
  ['backup', ['--to', 'x', '--key-file', '/nowhere/key'], /^There is no \/nowhere\/key\.$/],
  ['backup', ['--verify', '/nowhere/file'], /^\/nowhere\/file cannot be relied on: There is no \/nowhere\/file\.$/],
  ['restore', [], /^Usage: npm run restore/],
  ['restore', ['--from', '/nowhere/file'], /^There is no \/nowhere\/file; nothing was changed\.$/],
] as const)('refuses %s %j in one sentence', async (command, args, sentence) => {
  const env = { DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none', DATA_DIR: place('nothing') };
  expect(await run(command, [...args], env)).toEqual({
    code: 1,
    signal: null,
    output: expect.stringMatching(sentence),
  });
});

test.each([
  [
    { DATABASE_URL: 'postgres://nobody:x@127.0.0.1:1/none' },
    /^The database cannot be used: .*; check DATABASE_URL; nothing was written\.$/,
  ],
  [{}, /^There is nothing to back up in .*\.$/],
])('backs up nothing with %j, and leaves no file', async (env, sentence) => {
  const out = place('out');
  const dataDir = place('nothing');
  expect(await run('backup', ['--to', out], { DATA_DIR: dataDir, ...env })).toEqual({
    code: 1,
    signal: null,
    output: expect.stringMatching(sentence),
  });
  expect(readdirSync(out)).toEqual([]);
});
