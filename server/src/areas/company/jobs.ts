/** Job that mails codes of seats, or a reminder of unused ones, to the contact of a company. */
import { z } from 'zod';
import type { Seat } from '#contract/company/endpoints.ts';
import { id } from '#contract/kernel/fields.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { mailOnce } from '#shared/mail/mail-once.ts';
import { formatWib, renderMail } from '#shared/mail/template.ts';
import { findCompany, readAllSeats } from './queries.ts';

const endOf = ({ endsAt }: Pick<Seat, 'endsAt'>) => (endsAt === null ? '' : ` (berlaku sampai ${formatWib(endsAt)})`);

/** Codes by product, each with the end of its codes. */
function listOf(seats: readonly Seat[]): string[] {
  const products = Map.groupBy(seats, (seat) => `${seat.productName}${endOf(seat)}`);
  return [...products].map(([product, codes]) => `${product}: ${codes.map(({ code }) => code).join(', ')}`);
}

const words = {
  codes: {
    subject: (company: string) => `Kode kursi untuk ${company}`,
    before: (unused: number, claimed: number) =>
      `Berikut ${unused} kode yang belum dipakai${claimed > 0 ? `; ${claimed} kode lain sudah dipakai` : ''}. Setiap kode berlaku untuk satu orang.`,
  },
  reminder: {
    subject: (company: string) => `Kursi ${company} yang belum dipakai`,
    before: (unused: number) => `Masih ada ${unused} kursi yang belum dipakai:`,
  },
};

/** Sends a mail, at least once, with the seats that are unused when it is sent. */
export const sendCompanyMail = defineJob({
  name: 'send-company-mail',
  ids: z.object({ mailId: id }),
  concurrency: 2,
  timeout: 60,
  async run(context) {
    const { db, ids, tenant, config } = context;
    const { mailId } = ids;
    const mail = await db.selectFrom('companyMail').selectAll().where('id', '=', mailId).executeTakeFirst();
    if (!mail) return;
    const { name: company, contact } = await findCompany(db, mail.companyId);
    const seats = await readAllSeats(db, mail.companyId, { orderId: mail.orderId ?? undefined });
    const unused = seats.filter(({ state }) => state === 'unused');
    if (unused.length === 0) return;
    const { subject, before } = words[mail.kind];
    const name = contact?.name ?? company;
    const letter = renderMail(config.brands[tenant], subject(company), [
      `Halo ${name},`,
      before(unused.length, seats.filter(({ state }) => state === 'claimed').length),
      ...listOf(unused),
      'Masukkan kode sebagai kode voucher saat memesan; harganya menjadi Rp0 dan akses langsung terbuka.',
    ]);
    await mailOnce(context, { name, address: mail.email }, letter);
    await db.updateTable('companyMail').set({ sentAt: new Date().toISOString() }).where('id', '=', mailId).execute();
  },
});
