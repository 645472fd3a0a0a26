/** Job that mails an offer of a place. */
import { z } from 'zod';
import { offerText } from '#contract/course/waiting-list.ts';
import { id } from '#contract/kernel/fields.ts';
import { runAtLeastOnce } from '#platform/jobs/effects.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { formatWib, renderMail } from '#shared/mail/template.ts';
import { findLetter } from './queries.ts';

/** Sends the offer, at least once; nothing if it was taken, taken back, or is over. */
export const sendOffer = defineJob({
  name: 'send-offer',
  ids: z.object({ waitingId: id }),
  concurrency: 2,
  timeout: 60,
  async run({ db, ids: { waitingId }, key, mailer, tenant, config }) {
    const letter = await findLetter(db, waitingId);
    if (!letter) return;
    const sender = config.brands[tenant];
    const [name, course] = [letter.name, letter.course].map((text) => text.replace(/\p{Cc}+/gu, ' ')) as [
      string,
      string,
    ];
    const mail = renderMail(sender, `Ada tempat untuk Anda di ${course}`, [
      `Halo ${name},`,
      offerText(course, formatWib(letter.endsAt)).replace(/^./, (first) => first.toUpperCase()),
    ]);
    await runAtLeastOnce(db, key, () => mailer.send({ key, sender, to: { name, address: letter.email }, ...mail }));
  },
});
