/** Jobs of papers: those that issue themselves when an order is paid, and mails. */
import { z } from 'zod';
import { id } from '#contract/kernel/fields.ts';
import type { Db } from '#platform/database/database.ts';
import { runAtLeastOnce } from '#platform/jobs/effects.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { enqueue } from '#platform/jobs/outbox.ts';
import { renderMail } from '#shared/mail/template.ts';
import type { PaperContent } from './content.ts';
import { issue } from './issuing.ts';
import { findPapers, findSource } from './queries.ts';

/** Paper with what its PDF is drawn from. */
export async function findStored(db: Db, paperId: string) {
  const paper = await db
    .selectFrom('paper')
    .select(['number', 'issuedAt', 'content'])
    .where('id', '=', paperId)
    .executeTakeFirst();
  return paper && { ...paper, content: paper.content as PaperContent };
}

export const fileName = (number: string) => `${number.replaceAll('/', '-')}.pdf`;

const words = { invoice: 'Invoice', receipt: 'Kwitansi', 'credit-note': 'Nota kredit' } as const;

/** Sends a paper, at least once. */
export const sendPaper = defineJob({
  name: 'send-paper',
  ids: z.object({ mailId: id }),
  concurrency: 2,
  timeout: 120,
  async run({ db, ids: { mailId }, key, mailer }) {
    const mail = await db
      .selectFrom('paperMail')
      .select(['email', 'paperId'])
      .where('id', '=', mailId)
      .executeTakeFirst();
    const paper = mail && (await findStored(db, mail.paperId));
    if (!paper) return;
    const { number, content } = paper;
    const { brand, buyer, kind, invoiceNumber } = content;
    const { drawPaper } = await import('./drawing.ts');
    const attachment = { filename: fileName(number), content: await drawPaper(paper) };
    const letter = renderMail(brand, `${words[kind]} ${number}`, [
      `Halo ${buyer.name},`,
      `Terlampir ${words[kind].toLowerCase()} ${number} untuk pesanan ${invoiceNumber} di ${brand}.`,
      'Simpanlah e-mail ini sebagai arsip Anda.',
    ]);
    const to = { name: buyer.name, address: mail.email };
    await runAtLeastOnce(db, key, () => mailer.send({ key, sender: brand, to, ...letter, attachment }));
    await db.updateTable('paperMail').set({ sentAt: new Date().toISOString() }).where('id', '=', mailId).execute();
  },
});

/** Sends a paper after the commit. */
export async function askToSend(db: Db, paperId: string, email: string): Promise<void> {
  const { id: mailId } = await db
    .insertInto('paperMail')
    .values({ paperId, email })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueue(db, sendPaper, { mailId });
}

/** Issues what a paid order lacks, and sends the receipt, once, if the brand wants it. A trigger of "order" asks for it. */
export const issuePapers = defineJob({
  name: 'issue-papers',
  ids: z.object({ orderId: id }),
  timeout: 120,
  run: ({ db, ids: { orderId }, tenant, config }) =>
    db.transaction().execute(async (tx) => {
      const { status, buyer } = await findSource(tx, orderId, true);
      const { paperRule } = await tx.selectFrom('brandSetting').select('paperRule').executeTakeFirstOrThrow();
      // It was undone, or the setting switched off, meanwhile.
      if (status !== 'paid' || paperRule === 'none') return;
      const brand = { tenant, brand: config.brands[tenant] };
      const papers = await findPapers(tx, orderId);
      const lacks = (kind: string) => !papers.some((paper) => paper.kind === kind);
      if (lacks('invoice')) await issue(tx, brand, orderId, 'invoice');
      if (!lacks('receipt')) return;
      const { paperId } = await issue(tx, brand, orderId, 'receipt');
      if (paperRule === 'send' && buyer.email) await askToSend(tx, paperId, buyer.email);
    }),
});
