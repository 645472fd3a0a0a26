/** Job that mails an offer of a place. */
import { z } from 'zod';
import { offerText } from '#contract/course/waiting-list.ts';
import { id } from '#contract/kernel/fields.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { mailOnce, onOneLine } from '#shared/mail/mail-once.ts';
import { formatWib, renderMail } from '#shared/mail/template.ts';
import { findLetter } from './queries.ts';

/** Sends the offer, at least once; nothing if it was taken, taken back, or is over. */
export const sendOffer = defineJob({
  name: 'send-offer',
  ids: z.object({ waitingId: id }),
  concurrency: 2,
  timeout: 60,
  async run(context) {
    const { db, ids, tenant, config } = context;
    const letter = await findLetter(db, ids.waitingId);
    if (!letter) return;
    const [name, course] = [onOneLine(letter.name), onOneLine(letter.course)];
    const mail = renderMail(config.brands[tenant], `Ada tempat untuk Anda di ${course}`, [
      `Halo ${name},`,
      offerText(course, formatWib(letter.endsAt)).replace(/^./, (first) => first.toUpperCase()),
    ]);
    await mailOnce(context, { name, address: letter.email }, mail);
  },
});
