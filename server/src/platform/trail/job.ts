/** Hourly job: seals the trail, writes the heads outside, and removes entries whose retention has ended. */
import { sql } from 'kysely';
import { z } from 'zod';
import { runAtLeastOnce } from '#platform/jobs/effects.ts';
import { defineJob, type JobContext } from '#platform/jobs/job.ts';
import { lineOf, type SignedSeal, trailKey } from './head.ts';
import { outsideHeads } from './outside.ts';
import { sealColumns, sealTrail } from './seal.ts';

/** Writes heads to the file store, the oldest first. */
async function publish({ db, storage, tenant, signal }: JobContext): Promise<void> {
  const outside = outsideHeads(storage, tenant);
  const { rows } =
    await sql<SignedSeal>`select ${sealColumns} from trail_seal where published_at is null order by number`.execute(db);
  for (const seal of rows) {
    signal.throwIfAborted();
    await outside.write(seal);
    await sql`update trail_seal set published_at = now() where number = ${seal.number}`.execute(db);
  }
}

/** Mails the last head of the last finished day, once a day. */
async function mailHead({ db, config, mailer, tenant }: JobContext): Promise<void> {
  const { rows } =
    await sql<SignedSeal>`select ${sealColumns} from trail_seal where day < (now() at time zone 'UTC')::date
    order by number desc limit 1`.execute(db);
  const [seal] = rows;
  const address = config.trail.mail;
  if (!seal || !address) return;
  const key = `trail-head-${tenant}-${seal.day}`;
  const text = `Keep this mail. It proves that the audit trail of ${config.brands[tenant]} up to ${seal.day} is as it was:
save it in a file, and run npm run trail:verify -- --against FILE

${lineOf(tenant, seal)}
`;
  await runAtLeastOnce(db, key, () =>
    mailer.send({
      key,
      sender: config.brands[tenant],
      to: { name: '', address },
      subject: `Audit trail of ${config.brands[tenant]}: ${seal.day}`,
      text,
      html: `<pre>${text}</pre>`,
    }),
  );
}

/** Removes the entries of seals that are too old. */
async function retire({ db, config, signal }: JobContext): Promise<void> {
  for (let n: number | null | undefined = 0; n !== null && n !== undefined && !signal.aborted;) {
    const { rows } = await sql<{ n: number | null }>`select retire_trail(${config.trail.days}) as n`.execute(db);
    n = rows[0]?.n;
  }
}

export const sealTrailJob = defineJob({
  name: 'seal-trail',
  ids: z.object({}),
  cron: '7 * * * *',
  timeout: 50 * 60,
  async run(context) {
    const { db, config, tenant, signal, store, key } = context;
    const report = (left: number) => store.report(key, left);
    await sealTrail(db, { tenant, key: trailKey(config), signal, report });
    await publish(context);
    await mailHead(context);
    await retire(context);
  },
});
