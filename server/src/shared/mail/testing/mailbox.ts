/** Mailbox for tests: a worker that sends mails to a real SMTP server, and the links in them. */
import { expect } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { openJobPool } from '#platform/jobs/store.ts';
import { startWorker } from '#platform/jobs/worker.ts';
import { openMailer } from '#platform/mail/mailer.ts';
import type { TestApp } from '#platform/testing/app.ts';
import { type Received, testSmtp } from '#platform/testing/smtp.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import type { Job } from '#platform/jobs/job.ts';
import { sendAccountMail } from '../account-mail.ts';

export type Mailbox = Awaited<ReturnType<typeof openMailbox>>;

/** `jobs`: default: those that send mails about accounts. */
export async function openMailbox(test: TestApp, jobs: readonly Job[] = [sendAccountMail]) {
  const server = await testSmtp();
  const pool = openJobPool(() => test.workerUrl);
  const config = readConfig({
    JWT_SECRET: testJwtSecret,
    SMTP_URL: server.url,
    MAIL_FROM: 'no-reply@studio.test',
    TENANT_HOSTS: 'belajar.test=coding,siber.test=cyber',
  });
  const mailer = openMailer(config);
  const worker = startWorker({
    database: test.database,
    pool,
    jobs,
    services: { config, mailer, store: test.jobs, storage: test.app.deps.storage },
    log: { warn: () => undefined },
  });
  /** Mails to an address, once no job waits any more. */
  async function mailsTo(email: string): Promise<Received[]> {
    const left = () =>
      test.sql(
        `select 1 from outbox where job = any($1) union all select 1 from pgboss.job where state < 'completed' and name = any($1)`,
        [jobs.map(({ name }) => name)],
      );
    await expect.poll(left, { timeout: 20_000 }).toEqual([]);
    return server.taken.filter(({ to }) => to.includes(email));
  }
  return {
    mailsTo,
    /** Token of the link in the latest mail to an address. */
    tokenTo: async (email: string): Promise<string> =>
      /\/password\/reset\?token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? '',
    close: async () => {
      await worker.close(1_000);
      mailer.close();
      await pool.end();
      await server.close();
    },
  };
}
