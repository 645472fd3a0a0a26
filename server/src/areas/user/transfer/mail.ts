/** Mail to a member whose place moved, or waits. */
import { sql } from 'kysely';
import { z } from 'zod';
import { id } from '#contract/kernel/fields.ts';
import { type MovedPlace, placeText } from '#contract/user/transfer-text.ts';
import type { Db } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { mailOnce, onOneLine } from '#shared/mail/mail-once.ts';
import { renderMail } from '#shared/mail/template.ts';

interface Facts extends MovedPlace {
  name: string;
  email: string;
}

/** Facts of a transfer that stands; undefined: it was undone. */
async function findFacts(db: Db, transferId: string): Promise<Facts | undefined> {
  const { rows } =
    await sql<Facts>`select person.name, person.email, coalesce(former.name, '') as "from", course.name as "to",
      course.start_date, case when waive_reason is null then nullif(difference, 0) end as difference
    from place_transfer moved join "user" person on person.id = moved.user_id
      left join course former on former.id = moved.from_course_id left join course on course.id = moved.to_course_id
    where moved.id = ${transferId} and undone_at is null and (moved.is_deferred or course.id is not null)`.execute(db);
  return rows[0];
}

const letterOf = (brand: string, { name, ...place }: Facts) =>
  place.to === null
    ? renderMail(brand, `Kelas Anda ditunda: ${place.from}`, [`Halo ${name},`, ...placeText(place)])
    : renderMail(brand, `Kelas Anda dipindahkan: ${place.to}`, [
        `Halo ${name},`,
        ...placeText(place),
        'Undangan kalender untuk kelas yang lama dibatalkan, dan undangan untuk kelas yang baru dikirim secara terpisah.',
      ]);

/** Sends the mail of a transfer, at least once; nothing if it was undone. */
export const sendPlaceMail = defineJob({
  name: 'send-place-mail',
  ids: z.object({ transferId: id }),
  concurrency: 4,
  timeout: 120,
  async run(context) {
    const { db, ids, tenant, config } = context;
    const facts = await findFacts(db, ids.transferId);
    if (!facts) return;
    const name = onOneLine(facts.name);
    await mailOnce(context, { name, address: facts.email }, letterOf(config.brands[tenant], { ...facts, name }));
  },
});
