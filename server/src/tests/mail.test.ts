/** Tests that mail reaches a real SMTP server exactly once, and how refusals are handled. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { listJobs } from '#contract/jobs/endpoints.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { openJobPool } from '#platform/jobs/store.ts';
import { startWorker, type Worker } from '#platform/jobs/worker.ts';
import { readConfig } from '#platform/config.ts';
import { sendMail } from '#shared/mail/send-mail.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { testApp } from './app.ts';
import { refusal, type TestSmtp, testSmtp } from '#platform/testing/smtp.ts';
import { jobs } from '../jobs.ts';
import { openMailer } from '#platform/mail/mailer.ts';
import { testJwtSecret } from '#platform/testing/template.ts';

vi.setConfig({ testTimeout: 60_000 });

let test: TestApp;
let pool: pg.Pool;
let dataDir: string;
const open: { close(): Promise<unknown> }[] = [];

beforeAll(async () => {
  test = await testApp();
  pool = openJobPool(() => test.workerUrl);
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-mail-'));
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  await test.sql('delete from outbox');
  await test.sql('delete from pgboss.job');
});
afterAll(async () => {
  await pool.end();
  await test.close();
  await rm(dataDir, { recursive: true });
});

async function smtp(...args: Parameters<typeof testSmtp>): Promise<TestSmtp> {
  const server = await testSmtp(...args);
  open.push(server);
  return server;
}

function work(url: string | undefined): void {
  const config = readConfig({
    JWT_SECRET: testJwtSecret,
    DATA_DIR: dataDir,
    MAIL_FROM: 'no-reply@studio.test',
    ...(url && { SMTP_URL: url }),
  });
  const mailer = openMailer(config);
  const worker: Worker = startWorker({
    database: test.database,
    pool,
    jobs,
    services: { config, mailer, store: test.jobs, storage: test.app.deps.storage },
    log: { warn: () => undefined },
  });
  open.push({ close: () => worker.close(1_000).then(() => mailer.close()) });
}

/** Queues a sign-in alert for a new user of the cyber brand. */
async function write(
  name = 'Sari Dewi',
  email = `sari${(made += 1)}@sample.test`,
): Promise<{ userId: string; email: string }> {
  const [row] = await test.sql(
    `insert into "user" (tenant, email, name, password_hash, role) values ('cyber', $1, $2, 'none', 'admin') returning id`,
    [email, name],
  );
  const userId = String(row?.['id']);
  await enqueue(test.database.tenant('cyber'), sendMail, { template: 'sign-in-alert', userId });
  return { userId, email };
}
let made = 0;

/** Jobs as the page of jobs shows them. */
async function shown() {
  const caller = await test.as('superadmin', 'cyber');
  const { body } = await caller.call(listJobs, { query: { state: 'all' } });
  return body.jobs.map(({ state, attempts, error }) => ({ state, attempts, error }));
}

/** Makes the long retry delay elapse. */
const letTimePass = () => test.sql(`update pgboss.job set start_after = now() where state = 'retry'`);

it('goes to the user, from the brand, in Indonesian, as text and as HTML', async () => {
  const server = await smtp();
  const { email, userId } = await write('Sari <b>Dewi</b>');
  const [line] = await test.sql('select id from outbox');
  work(server.url);
  await expect.poll(() => server.taken.length, { timeout: 15_000 }).toBe(1);
  const [mail] = server.taken;
  expect(mail).toMatchObject({ to: [email], messageId: `<${String(line?.['id'])}@studio.test>` });
  expect(mail?.text).toContain('From: Cyber Studio <no-reply@studio.test>');
  expect(mail?.text).toContain('Subject: Sepuluh kali kata sandi salah pada akun Anda');
  expect(mail?.text).toMatch(
    /Content-Type: text\/plain[^]*Halo Sari <b>Dewi<\/b>,[^]*Content-Type: text\/html[^]*Halo Sari &lt;b&gt;Dewi&lt;\/b&gt;,/,
  );
  expect(mail?.text).toMatch(/Pada \d{1,2} \S+ \d{4} pukul \d{2}\.\d{2} WIB/);
  expect(mail?.text).not.toContain(userId);
  await expect.poll(shown).toEqual([{ state: 'done', attempts: 1, error: null }]);
});

it('takes no additional headers or recipients from a name', async () => {
  const server = await smtp();
  const { email } = await write('Sari\r\nBcc: thief@sample.test\r\n\r\nHi');
  work(server.url);
  await expect.poll(() => server.taken.length, { timeout: 15_000 }).toBe(1);
  expect(server.taken[0]?.to).toEqual([email]);
  expect(server.taken[0]?.headers).not.toMatch(/^Bcc:/im);
  expect(server.taken[0]?.headers).toContain(`To: "Sari Bcc: thief@sample.test Hi" <${email}>`);
});

it('is sent again after a temporary refusal (4xx), and arrives once', async () => {
  let times = 0;
  const server = await smtp({
    onRcptTo(_address, _session, callback) {
      times += 1;
      callback(times === 1 ? refusal(450, 'Mailbox busy, come back') : undefined);
    },
  });
  await write();
  work(server.url);
  await expect
    .poll(shown, { timeout: 15_000 })
    .toEqual([{ state: 'waiting', attempts: 1, error: expect.stringContaining('450 Mailbox busy, come back') }]);
  expect(server.taken).toEqual([]);
  await letTimePass();
  await expect.poll(shown, { timeout: 15_000 }).toEqual([{ state: 'done', attempts: 2, error: null }]);
  expect(server.taken).toHaveLength(1);
});

it.each([
  [
    'the reader',
    { onRcptTo: (_: unknown, __: unknown, say: (error: Error) => void) => say(refusal(550, 'No such mailbox')) },
    '550 No such mailbox',
  ],
  ['the letter', {}, '554 This is spam'],
])('fails for good when the server refuses %s (5xx), and the page shows the reason', async (_, options, reason) => {
  const server = await smtp(options, () => Promise.reject(refusal(554, 'This is spam')));
  await write();
  work(server.url);
  await expect
    .poll(shown, { timeout: 15_000 })
    .toEqual([{ state: 'failed', attempts: 1, error: expect.stringContaining(reason) }]);
});

it('is retried when the server refuses the password', async () => {
  const server = await smtp({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, callback) =>
      password === 'right' ? callback(null, { user: 'lectern' }) : callback(refusal(535, 'Who are you?')),
  });
  await write();
  work(`smtp://lectern:wrong@127.0.0.1:${server.port}`);
  await expect
    .poll(shown, { timeout: 15_000 })
    .toEqual([{ state: 'waiting', attempts: 1, error: expect.stringContaining('535') }]);
  await Promise.all(open.splice(1).map((one) => one.close()));
  await letTimePass();
  work(`smtp://lectern:right@127.0.0.1:${server.port}`);
  await expect.poll(shown, { timeout: 15_000 }).toEqual([{ state: 'done', attempts: 2, error: null }]);
  expect(server.taken).toHaveLength(1);
});

it('is not sent over TLS to a server with an invalid certificate', async () => {
  // Self-signed certificate.
  const server = await smtp({ secure: true });
  await write();
  work(`smtps://127.0.0.1:${server.port}`);
  await expect
    .poll(shown, { timeout: 15_000 })
    .toEqual([{ state: 'waiting', attempts: 1, error: expect.stringMatching(/self-signed|certificate/i) }]);
  expect(server.taken).toEqual([]);
});

const elsewhere = Object.values(networkInterfaces())
  .flat()
  .find((one) => one && !one.internal && one.family === 'IPv4')?.address;

it.runIf(elsewhere)('sends no password to a server without TLS', async () => {
  const seen: string[] = [];
  const server = await smtp({
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, callback) => {
      seen.push(String(password));
      callback(null, { user: 'lectern' });
    },
  });
  await write();
  work(`smtp://lectern:secret@${elsewhere}:${server.port}`);
  await expect.poll(shown, { timeout: 15_000 }).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  expect([seen, server.taken]).toEqual([[], []]);
});

it('waits for a server that cannot be reached', async () => {
  const server = await smtp();
  await server.close();
  await write();
  work(server.url);
  await expect
    .poll(shown, { timeout: 15_000 })
    .toEqual([{ state: 'waiting', attempts: 1, error: expect.stringContaining('ECONNREFUSED') }]);
});

it('is not sent, and does not fail, for a deleted user', async () => {
  const server = await smtp();
  const { userId } = await write();
  await test.sql('delete from "user" where id = $1', [userId]);
  work(server.url);
  await expect.poll(shown, { timeout: 15_000 }).toEqual([{ state: 'done', attempts: 1, error: null }]);
  expect(server.taken).toEqual([]);
});

it('without a server is written as a file that mail programs can open', async () => {
  const { email } = await write('Budi');
  const [line] = await test.sql('select id from outbox');
  work(undefined);
  await expect.poll(shown, { timeout: 15_000 }).toEqual([{ state: 'done', attempts: 1, error: null }]);
  const file = `${String(line?.['id'])}.eml`;
  expect(await readdir(join(dataDir, 'mail'))).toEqual([file]);
  const text = await readFile(join(dataDir, 'mail', file), 'utf8');
  expect(text).toMatch(new RegExp(`^To: Budi <${email}>\\r$`, 'm'));
});
