/** Mails about accounts: links that set a password, and changed e-mail addresses (docs/decisions/0077). */
import { createHash, createHmac } from 'node:crypto';
import { type Insertable, sql } from 'kysely';
import { z } from 'zod';
import { linkHours } from '#contract/auth/password-link.ts';
import { id } from '#contract/kernel/fields.ts';
import type { Db } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { enqueueAll } from '#platform/jobs/outbox.ts';
import { Unrecoverable } from '#platform/jobs/unrecoverable.ts';
import { publicOrigin } from '#platform/tenancy.ts';
import type { Tables } from '#tables';
import { mailOnce, onOneLine } from './mail-once.ts';
import { formatWib, renderMail } from './template.ts';

/** Condition on `account_mail`: its link works. */
export const isOpenLink = sql<boolean>`(account_mail.kind <> 'email-changed' and used_at is null and revoked_at is null
  and expires_at > now())`;

export const hashOfToken = (token: string) => createHash('sha256').update(token).digest();

/** Token of a mail's link. Derived, so that a repeated job sends the same link, and only its hash is stored. */
const tokenOf = (secret: string, mailId: string) =>
  createHmac('sha256', secret).update(`account link/${mailId}`).digest('base64url');

/** Ends the open links of users; returns their number. */
export async function endLinks(db: Db, userIds: readonly string[], except: string | null = null): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('accountMail')
    .set({ revokedAt: sql`now()` })
    .where('userId', '=', sql<string>`any(${userIds}::uuid[])`)
    .where(isOpenLink)
    .where(sql<boolean>`id is distinct from ${except}::uuid`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Sends mails after the commit. */
export async function sendAccountMails(
  db: Db,
  mails: readonly Pick<Insertable<Tables['accountMail']>, 'userId' | 'kind' | 'email' | 'network'>[],
): Promise<void> {
  if (mails.length === 0) return;
  const rows = await db.insertInto('accountMail').values(mails).returning('id').execute();
  await enqueueAll(
    db,
    sendAccountMail,
    rows.map(({ id: mailId }) => ({ mailId })),
  );
}

/** Sends users a link to set their password, an invitation if they have none; their earlier links end. */
export async function sendLinks(
  db: Db,
  users: readonly { id: string; email: string; hasPassword: boolean }[],
): Promise<void> {
  await endLinks(
    db,
    users.map((user) => user.id),
  );
  await sendAccountMails(
    db,
    users.map(({ id: userId, email, hasPassword }) => ({
      userId,
      email,
      kind: hasPassword ? 'password' : 'invitation',
    })),
  );
}

interface Facts {
  name: string;
  brand: string;
  /** Address that the account has now. */
  email: string;
  at: string;
  link: string;
}

/** First letter and domain: enough to recognize an address, too little to write to it. */
const masked = (email: string) => email.replace(/^(.).*(?=@)/u, '$1•••');

const valid = `Tautan ini berlaku ${linkHours} jam dan hanya dapat dipakai satu kali.`;
const templates: Record<Tables['accountMail']['kind'], (facts: Facts) => [subject: string, ...text: string[]]> = {
  invitation: ({ name, brand, link }) => [
    `Buat kata sandi untuk akun Anda di ${brand}`,
    `Halo ${name},`,
    `Akun Anda di ${brand} sudah dibuat dengan alamat e-mail ini. Buat kata sandi Anda melalui tautan berikut:`,
    link,
    `${valid} Jika sudah tidak berlaku, mintalah tautan baru kepada kami.`,
    'Jika Anda tidak mengenal kami, abaikan e-mail ini.',
  ],
  password: ({ name, brand, link, at }) => [
    `Atur ulang kata sandi Anda di ${brand}`,
    `Halo ${name},`,
    `Pada ${formatWib(at)} diminta tautan untuk mengatur ulang kata sandi akun Anda di ${brand}:`,
    link,
    `${valid} Kata sandi yang baru mengakhiri semua sesi Anda.`,
    'Jika bukan Anda yang meminta, abaikan e-mail ini: kata sandi Anda tidak berubah.',
  ],
  'email-changed': ({ name, brand, at, email }) => [
    `Alamat e-mail akun Anda di ${brand} diganti`,
    `Halo ${name},`,
    `Pada ${formatWib(at)} alamat e-mail akun Anda di ${brand} diganti menjadi ${masked(email)}. Mulai sekarang masuklah dengan alamat itu; semua sesi Anda diakhiri.`,
    'Jika Anda tidak meminta perubahan ini, segera hubungi kami.',
  ],
};

/** Mail that still has to be sent, with its user, and the token of its link; undefined: revoked or nobody's. */
function prepare(db: Db, mailId: string, secret: string) {
  return db.transaction().execute(async (tx) => {
    const mail = await tx
      .selectFrom('accountMail')
      .select(['kind', 'email', 'userId', 'at'])
      .where('id', '=', mailId)
      .where(sql<boolean>`(kind = 'email-changed' or ${isOpenLink})`)
      .executeTakeFirst();
    if (!mail) return undefined;
    const users = tx.selectFrom('user').select(['id', 'name', 'email']);
    const owner = mail.userId === null ? users.where('emailKey', '=', mail.email) : users.where('id', '=', mail.userId);
    if (mail.kind === 'email-changed') return { mail, token: '', user: await owner.executeTakeFirst() };
    const user = await owner.where('status', '=', 1).forNoKeyUpdate().executeTakeFirst();
    const token = tokenOf(secret, mailId);
    if (!user) return undefined;
    if (mail.userId === null) await endLinks(tx, [user.id], mailId);
    await tx
      .updateTable('accountMail')
      .set({ userId: user.id, tokenHash: hashOfToken(token) })
      .where('id', '=', mailId)
      .execute();
    return { mail, token, user };
  });
}

/** Sends a mail about an account, at least once; nothing if the link ended or there is no such account. */
export const sendAccountMail = defineJob({
  name: 'send-account-mail',
  ids: z.object({ mailId: id }),
  concurrency: 4,
  timeout: 120,
  async run(context) {
    const { db, ids, tenant, config } = context;
    const prepared = await prepare(db, ids.mailId, config.jwtSecret);
    if (!prepared?.user) return;
    const { mail, token, user } = prepared;
    const origin = publicOrigin(tenant, config);
    if (origin === null)
      throw new Unrecoverable(`TENANT_HOSTS names no host of ${tenant}, so that a link has no address`);
    const brand = config.brands[tenant];
    const name = onOneLine(user.name);
    const link = `${origin}/password/reset?token=${token}`;
    const [subject, ...text] = templates[mail.kind]({ name, brand, email: user.email, at: mail.at, link });
    await mailOnce(context, { name, address: mail.email }, renderMail(brand, subject, text));
  },
});
