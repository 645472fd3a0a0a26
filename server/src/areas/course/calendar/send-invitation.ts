/** Job that mails an invitation or a cancellation; reads the content when sending. */
import { z } from 'zod';
import { timeZones } from '#contract/course/calendar/endpoints.ts';
import { id } from '#contract/kernel/fields.ts';
import type { Db } from '#platform/database/database.ts';
import { runAtLeastOnce } from '#platform/jobs/effects.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { onOneLine } from '#shared/mail/mail-once.ts';
import { renderMail } from '#shared/mail/template.ts';
import type { Content } from './queries.ts';

const findLetter = (db: Db, invitationId: string) =>
  db
    .selectFrom('calendarInvitation as letter')
    .innerJoin('calendarEvent as event', 'event.id', 'letter.eventId')
    .where('letter.id', '=', invitationId)
    .select(['letter.email', 'letter.name', 'letter.method', 'letter.sequence', 'letter.isChange', 'letter.sentAt'])
    .select(['event.id', 'event.content'])
    .executeTakeFirst();

/** `Selasa, 1 Desember 2026 pukul 19.00–21.00 WIB` */
function timeOf({ startAt, endAt, timeZone }: Content): string {
  const day = new Intl.DateTimeFormat('id-ID', { dateStyle: 'full', timeZone }).format(new Date(startAt));
  const time = new Intl.DateTimeFormat('id-ID', { timeStyle: 'short', timeZone });
  return `${day} pukul ${time.format(new Date(startAt))}–${time.format(new Date(endAt))} ${timeZones[timeZone]}`;
}

function wordsOf(content: Content, method: 'REQUEST' | 'CANCEL', isChange: boolean) {
  const when = timeOf(content);
  if (method === 'CANCEL')
    return {
      subject: `Dibatalkan: ${content.summary}`,
      lines: [`Undangan Anda untuk ${content.summary} pada ${when} dibatalkan. Jadwal ini dihapus dari kalender Anda.`],
    };
  return {
    subject: `${isChange ? 'Perubahan jadwal' : 'Undangan'}: ${content.summary}`,
    lines: [
      isChange ? `Jadwal ${content.summary} berubah.` : `Anda diundang ke ${content.summary}.`,
      when,
      ...(content.location ? [`Tempat: ${content.location}`] : []),
      ...(content.url ? [`Tautan: ${content.url}`] : []),
      ...(content.description ? [content.description] : []),
    ],
  };
}

export const sendInvitation = defineJob({
  name: 'send-invitation',
  ids: z.object({ invitationId: id }),
  concurrency: 4,
  timeout: 120,
  async run({ db, ids, tenant, config, mailer }) {
    const letter = await findLetter(db, ids.invitationId);
    // Already sent by the job of a later change.
    if (!letter || letter.sentAt !== null) return;
    const { method, sequence, email, name } = letter;
    const content = letter.content as Content;
    const sender = config.brands[tenant];
    const { subject, lines } = wordsOf(content, method, letter.isChange);
    const host = config.mailFrom.slice(config.mailFrom.lastIndexOf('@') + 1);
    const key = `invitation-${ids.invitationId}-${sequence}`;
    const { location, ...others } = content;
    // Loaded on first use.
    const { icalendar } = await import('#platform/calendar/invitation.ts');
    const calendar = icalendar({
      ...others,
      location: location || null,
      method,
      sequence,
      uid: `${letter.id}@${host}`,
      organizer: { name: sender, email: config.mailFrom },
      attendee: { name, email },
    });
    const to = { name: onOneLine(name), address: email };
    const icalendarPart = { method, content: calendar };
    await runAtLeastOnce(db, key, () =>
      mailer.send({
        key,
        sender,
        to,
        icalendar: icalendarPart,
        ...renderMail(sender, subject, [`Halo ${to.name},`, ...lines]),
      }),
    );
    await db
      .updateTable('calendarInvitation')
      .set({ sentAt: new Date().toISOString() })
      .where('id', '=', ids.invitationId)
      .where('sequence', '=', sequence)
      .execute();
  },
});
