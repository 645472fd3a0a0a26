/** Rules of companies, and mails to their contacts. */
import { counted } from '#contract/kernel/counted.ts';
import type { companies } from '#contract/company/endpoints.ts';
import type { Db } from '#platform/database/database.ts';
import { badRequest, conflict } from '#platform/errors.ts';
import type { RecordOf } from '#platform/http/serve-record.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { lockForUpdate } from '#platform/records.ts';
import { sendCompanyMail } from './jobs.ts';
import { findCompanies, findCompany, hasOrder, readAllSeats, wasRemindedToday } from './queries.ts';

/** Calls of companies. Deleting one with orders is a 409. */
export const companyRecord: RecordOf<typeof companies, 'company'> = {
  table: 'company',
  list: findCompanies,
  get: findCompany,
  rowOf: (draft) => draft,
  async check({ db, draft: { contactId } }) {
    if (contactId === null) return;
    const contact = await db.selectFrom('user').select('role').where('id', '=', contactId).executeTakeFirst();
    if (contact?.role !== 'member') throw badRequest('Choose a member', 'contactId');
  },
  removalConflict: ({ record: { totalOrders } }) =>
    totalOrders > 0 ? `It has ${counted(totalOrders, 'order', 'orders')}, which stay with it` : null,
};

/** Asks for a mail of codes or a reminder, for one order or all; 409 if no seat is in question, or it was reminded today. */
export async function askForMail(db: Db, companyId: string, kind: 'codes' | 'reminder', orderId: string | null) {
  await lockForUpdate(db, 'company', companyId, null);
  const { contact, email: billing } = await findCompany(db, companyId);
  if (orderId !== null && !(await hasOrder(db, companyId, orderId)))
    throw badRequest('This company has no such order', 'orderId');
  const seats = await readAllSeats(db, companyId, { orderId: orderId ?? undefined });
  if (kind === 'codes' && seats.length === 0) throw conflict('No order with seats was paid');
  if (!seats.some(({ state }) => state === 'unused')) throw conflict('No seat is unused');
  if (kind === 'reminder' && (await wasRemindedToday(db, companyId)))
    throw conflict('They were reminded today: once a day is enough');
  const email = contact?.email ?? billing;
  const { id: mailId } = await db
    .insertInto('companyMail')
    .values({ companyId, kind, orderId, email })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(db, sendCompanyMail, { mailId });
  return { email };
}
