/** Fills an empty database with the demo of all three tenants, entirely or not at all. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { demoPassword } from '#contract/auth/demo-users.ts';
import { tenants, type Tenant } from '#contract/kernel/endpoint.ts';
import { asOwner, setTenant } from '#platform/database/as-owner.ts';
import type { Db } from '#platform/database/database.ts';
import type { Tables } from '#tables';
import { hashPassword } from '#platform/session/password.ts';
import { storeAtRisk } from '#shared/at-risk.ts';
import { countReady } from '#shared/certificates-ready.ts';
import { compareAccess } from './access.ts';
import { compareDifferences } from './differences.ts';
import { analyze, keepSales, vacuumAnalyze, withoutAudit } from './bulk.ts';
import type { DemoRows, TrackingDocument } from './records.ts';

/** Below PostgreSQL's 65,535 parameters for the widest table. */
const rowsPerInsert = 1000;
/** Limit above which a second person approves refunds: most courses cost more. */
const refundLimit = 50_000;
/** Arbitrary number, equal in every Lectern. */
const lockKey = 5_134_782;

/** True if no tenant has a user yet. `ownerUrl` signs in as the owner of the tables. */
export const isEmpty = (ownerUrl: string): Promise<boolean> =>
  asOwner(ownerUrl, (db) => db.transaction().execute(hasNobody));

/**
 * Fills the database if it is empty; of several servers that start at once, only one fills it. Takes a few seconds.
 * Dates are relative to `now`; ids are equal in every demo. Returns whether it was filled.
 */
export async function fillDemo(ownerUrl: string, now: Date = new Date()): Promise<boolean> {
  const [demo, unknown] = await Promise.all([hashPassword(demoPassword), hashPassword(randomUUID())]);
  return asOwner(ownerUrl, async (db) => {
    const filled = await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx);
      if (!(await hasNobody(tx))) return false;
      // Loaded only when the database is empty.
      const { demoRows, namedTenant } = await import('./demo-rows.ts');
      const { sellers } = await import('./papers.ts');
      await withoutAudit(tx, () =>
        each(tx, async (tenant) => {
          await insertAll(tx, demoRows(tenant, now, { demo, unknown }));
          const instructorCourses = tenant === namedTenant ? 'named' : 'all';
          // A superuser sees every brand's row.
          const isOwn = sql<boolean>`tenant = ${tenant}`;
          await tx
            .updateTable('brandSetting')
            .set({ instructorCourses, refundLimit, ...sellers[tenant] })
            .where(isOwn)
            .execute();
          await analyze(tx);
          await compareAccess(tx);
          await compareDifferences(tx);
          await countReady(tx);
          await storeAtRisk(tx);
          await countLastWeek(tx);
        }),
      );
      return true;
    });
    if (filled) await vacuumAnalyze(db);
    return filled;
  });
}

/** Members at risk a week ago, for the comparison with today. */
const countLastWeek = (tx: Db) =>
  sql`insert into at_risk_day (day, course_id, members, idle, absent, failed)
    select day - 7, course_id, members + 2, idle + 2, absent, failed from at_risk_day where tenant = current_tenant()`.execute(
    tx,
  );

async function hasNobody(tx: Db): Promise<boolean> {
  let nobody = true;
  await each(tx, async () => {
    if (await tx.selectFrom('user').select('id').limit(1).executeTakeFirst()) nobody = false;
  });
  return nobody;
}

async function each(tx: Db, work: (tenant: Tenant) => Promise<void>): Promise<void> {
  for (const tenant of tenants) {
    await setTenant(tx, tenant);
    await work(tenant);
  }
}

async function insertAll(tx: Db, { trackingDocument, ...rows }: DemoRows): Promise<void> {
  for (const [table, records] of Object.entries(rows)) {
    for (let start = 0; start < records.length; start += rowsPerInsert) {
      await tx
        .insertInto(table as keyof Tables)
        .values(records.slice(start, start + rowsPerInsert))
        .execute();
    }
  }
  await insertDocuments(tx, trackingDocument);
  await keepSales(tx);
}

async function insertDocuments(tx: Db, documents: TrackingDocument[]): Promise<void> {
  await sql`insert into tracking_document (collection, id, fields, status, create_time, update_time)
    select collection, id, fields, status, "createTime", "createTime"
    from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as document (collection text, id text, fields jsonb, status jsonb, "createTime" timestamptz)
  `.execute(tx);
}
