/** Two broadcasts with their results, templates of WhatsApp, and the consent of three of four members. */
import { demoId } from './demo-id.ts';
import { day, hour, minute } from './moments.ts';
import type { DemoRows, World } from './records.ts';

type Rows = Pick<DemoRows, 'user'>;
type Made = Pick<DemoRows, 'whatsappTemplate' | 'broadcast' | 'broadcastDelivery' | 'marketingConsent'>;
type Delivery = DemoRows['broadcastDelivery'][number];

/** People of each broadcast. */
const size = 60;

export function makeBroadcasts({ tenant, now }: World, { user }: Rows): Made {
  const sender = user.find(({ email }) => email === 'admin@demo.test')?.id ?? null;
  const members = user.filter(({ role, status = 1 }) => role === 'member' && status === 1);
  const at = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const template = demoId(tenant, 'whatsapp template', 0);
  const ids = [demoId(tenant, 'broadcast', 0), demoId(tenant, 'broadcast', 1)] as const;
  const sent = [9 * day, 2 * day] as const;
  const people = members.slice(0, size);
  return {
    whatsappTemplate: [
      {
        id: template,
        name: 'promo_kelas_baru',
        language: 'id',
        category: 'MARKETING',
        status: 'APPROVED',
        body: 'Halo Kak {{1}}, pendaftaran {{2}} sudah dibuka. Balas pesan ini untuk bertanya.',
        syncedAt: at(10 * day),
      },
    ],
    broadcast: [
      {
        id: ids[0],
        name: 'Kabar kelas baru',
        channel: 'mail',
        subject: 'Kelas baru untuk Kak {nama}',
        body: 'Halo Kak {nama},\n\npendaftaran kelas bulan depan sudah dibuka. Tempat terbatas.\n\nSalam, {petugas}',
        state: 'done',
        byId: sender,
        startedAt: at(sent[0]),
        createdAt: at(sent[0] + hour),
      },
      {
        id: ids[1],
        name: 'Promo akhir tahun',
        channel: 'whatsapp',
        templateId: template,
        parameters: ['{nama}', 'kelas akhir tahun'],
        state: 'done',
        byId: sender,
        startedAt: at(sent[1]),
        createdAt: at(sent[1] + hour),
      },
    ],
    broadcastDelivery: ids.flatMap((broadcastId, which) =>
      people.map(({ id: userId, phoneNumber }, n): Delivery => {
        const base = { id: demoId(tenant, `delivery ${which}`, n), broadcastId, userId, queuedAt: at(sent[which]!) };
        const skip = (reason: Delivery['reason']): Delivery => ({ ...base, state: 'skipped', reason });
        if (n % 12 === 11) return skip('refused');
        if (n % 4 === 3) return skip('no-consent');
        const moment = (minutes: number) => at(sent[which]! - n * 1_000 - minutes * minute);
        if (which === 0) return { ...base, state: 'sent', sentAt: moment(1) };
        if (!phoneNumber) return skip('no-phone');
        const error = 'The number is not on WhatsApp.';
        if (n % 10 === 9) return { ...base, state: 'failed', error, sentAt: moment(1), failedAt: moment(2) };
        const delivered = { ...base, sentAt: moment(1), deliveredAt: moment(2) };
        return n % 3 === 0 ? { ...delivered, state: 'delivered' } : { ...delivered, state: 'read', readAt: moment(40) };
      }),
    ),
    marketingConsent: members.flatMap(({ id: userId }, n) => {
      if (n % 4 === 3 && n % 12 !== 11) return [];
      const isOut = n % 12 === 11;
      const one = { userId, at: at((isOut ? 5 : 30) * day), state: isOut ? 'refused' : 'given' } as const;
      return [
        { ...one, channel: 'mail', source: isOut ? 'link' : 'staff', note: isOut ? '' : 'Formulir pendaftaran' },
        { ...one, channel: 'whatsapp', source: isOut ? 'reply' : 'staff', note: isOut ? '' : 'Formulir pendaftaran' },
      ] as const;
    }),
  };
}
