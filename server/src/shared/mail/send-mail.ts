/** Job that sends mail to a user; the text is created when it runs. */
import { z } from 'zod';
import { id } from '#contract/kernel/fields.ts';
import { defineJob } from '#platform/jobs/job.ts';
import { mailOnce, onOneLine } from './mail-once.ts';
import { type Template, formatWib, renderMail } from './template.ts';

/** Alert after many wrong passwords. Without a link, since phishing mails ask for clicks. */
const signInAlert: Template = ({ name, brand, at }) =>
  renderMail(brand, 'Sepuluh kali kata sandi salah pada akun Anda', [
    `Halo ${name},`,
    `Pada ${formatWib(at)} kata sandi yang salah dimasukkan sepuluh kali berturut-turut untuk akun Anda di ${brand}. Untuk sementara kami memperlambat upaya masuk berikutnya.`,
    'Jika itu Anda sendiri, tunggu beberapa menit lalu coba lagi. Perangkat yang pernah Anda pakai untuk masuk tetap dapat digunakan.',
    'Jika itu bukan Anda, akun Anda tetap aman selama kata sandinya tidak diketahui orang lain. Sebaiknya ganti kata sandi Anda dan jangan gunakan kata sandi yang sama di tempat lain.',
    'Kami tidak pernah meminta kata sandi Anda melalui e-mail atau telepon.',
  ]);

/** Tells whoever set a webhook that it was disabled. */
const webhookDisabled: Template = ({ name, brand, at }) =>
  renderMail(brand, 'Webhook Anda dinonaktifkan', [
    `Halo ${name},`,
    `Pada ${formatWib(at)} sebuah webhook yang Anda atur di ${brand} dinonaktifkan, karena penerimanya tidak menerima kiriman apa pun selama sekitar satu hari.`,
    'Tidak ada yang hilang: kejadian yang belum terkirim disimpan selama 30 hari. Perbaiki penerimanya, lalu buka Integrations > Webhooks dan pilih Enable; semuanya akan dikirim sesuai urutannya.',
  ]);

const templates = { 'sign-in-alert': signInAlert, 'webhook-disabled': webhookDisabled } satisfies Record<
  string,
  Template
>;
type TemplateName = keyof typeof templates;

/** Sends a mail of a template to a user, at least once; does nothing if the user was deleted. */
export const sendMail = defineJob({
  name: 'send-mail',
  ids: z.object({ template: z.enum(Object.keys(templates) as [TemplateName, ...TemplateName[]]), userId: id }),
  concurrency: 4,
  timeout: 120,
  async run(context) {
    const { db, ids, tenant, askedAt, config } = context;
    const user = await db.selectFrom('user').select(['name', 'email']).where('id', '=', ids.userId).executeTakeFirst();
    // The user was deleted meanwhile.
    if (!user) return;
    const name = onOneLine(user.name);
    const letter = templates[ids.template]({ name, brand: config.brands[tenant], at: askedAt });
    await mailOnce(context, { name, address: user.email }, letter);
  },
});
