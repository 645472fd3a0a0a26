/** Two broadcasts with their results, templates of WhatsApp, and the consent of three of four members. */
import { demoId } from './demo-id.ts';
import { before, day, hour, minute } from './moments.ts';
import type { DemoRows, World } from './records.ts';

type Made = Pick<DemoRows, 'whatsappTemplate' | 'broadcast' | 'broadcastDelivery' | 'marketingConsent'>;
type Delivery = DemoRows['broadcastDelivery'][number];
type Members = readonly Pick<DemoRows['user'][number], 'id' | 'phoneNumber'>[];

/** People of each broadcast. */
const size = 60;
/** When the two broadcasts were sent. */
const sent = [9 * day, 2 * day] as const;
/** One in twelve opted out, and of two others nobody knows. */
const isOut = (n: number) => n % 12 === 11;
const isUnknown = (n: number) => n % 4 === 3 && !isOut(n);

const template = ({ tenant, now }: World) => ({
  id: demoId(tenant, 'whatsapp template', 0),
  name: 'promo_kelas_baru',
  language: 'id',
  category: 'MARKETING',
  status: 'APPROVED',
  body: 'Halo Kak {{1}}, pendaftaran {{2}} sudah dibuka. Balas pesan ini untuk bertanya.',
  syncedAt: before(now, 10 * day).toISOString(),
});

function records(world: World, byId: string | null): Made['broadcast'] {
  const { tenant, now } = world;
  const common = (which: 0 | 1) => ({
    id: demoId(tenant, 'broadcast', which),
    state: 'done' as const,
    byId,
    startedAt: before(now, sent[which]).toISOString(),
    createdAt: before(now, sent[which] + hour).toISOString(),
  });
  return [
    {
      ...common(0),
      name: 'Kabar kelas baru',
      channel: 'mail',
      subject: 'Kelas baru untuk Kak {nama}',
      body: 'Halo Kak {nama},\n\npendaftaran kelas bulan depan sudah dibuka. Tempat terbatas.\n\nSalam, {petugas}',
    },
    {
      ...common(1),
      name: 'Promo akhir tahun',
      channel: 'whatsapp',
      templateId: template(world).id,
      parameters: ['{nama}', 'kelas akhir tahun'],
    },
  ];
}

/** Result of the message to the nth person; mails end as sent. */
function resultOf(now: Date, which: 0 | 1, n: number, hasPhone: boolean): Partial<Delivery> {
  if (isOut(n)) return { state: 'skipped', reason: 'refused' };
  if (isUnknown(n)) return { state: 'skipped', reason: 'no-consent' };
  const at = (minutes: number) => before(now, sent[which] - n * 1_000 - minutes * minute).toISOString();
  const sentAt = at(1);
  if (which === 0) return { state: 'sent', sentAt };
  if (!hasPhone) return { state: 'skipped', reason: 'no-phone' };
  if (n % 20 === 9) return { state: 'failed', error: 'Message undeliverable', failedAt: sentAt };
  if (n % 10 === 9)
    return {
      state: 'failed',
      reference: `wamid.demo${n}`,
      error: 'The number is not on WhatsApp.',
      sentAt,
      failedAt: at(2),
    };
  const deliveredAt = at(2);
  return n % 3 === 0
    ? { state: 'delivered', sentAt, deliveredAt }
    : { state: 'read', sentAt, deliveredAt, readAt: at(40) };
}

const deliveries = ({ tenant, now }: World, members: Members): Made['broadcastDelivery'] =>
  ([0, 1] as const).flatMap((which) =>
    members.slice(0, size).map(({ id: userId, phoneNumber }, n) => ({
      id: demoId(tenant, `delivery ${which}`, n),
      broadcastId: demoId(tenant, 'broadcast', which),
      userId,
      queuedAt: before(now, sent[which]).toISOString(),
      ...resultOf(now, which, n, Boolean(phoneNumber)),
    })),
  );

const consents = (now: Date, members: Members): Made['marketingConsent'] =>
  members.flatMap(({ id: userId }, n) => {
    if (isUnknown(n)) return [];
    const at = before(now, (isOut(n) ? 5 : 30) * day).toISOString();
    const decided = isOut(n)
      ? ({ state: 'refused', note: '' } as const)
      : ({ state: 'agreed', note: 'Formulir pendaftaran' } as const);
    return [
      { userId, at, ...decided, channel: 'mail', source: isOut(n) ? 'link' : 'staff' },
      { userId, at, ...decided, channel: 'whatsapp', source: isOut(n) ? 'reply' : 'staff' },
    ] as const;
  });

export function makeBroadcasts(world: World, { user }: Pick<DemoRows, 'user'>): Made {
  const sender = user.find(({ email }) => email === 'admin@demo.test')?.id ?? null;
  const members = user.filter(({ role, status = 1 }) => role === 'member' && status === 1);
  return {
    whatsappTemplate: [template(world)],
    broadcast: records(world, sender),
    broadcastDelivery: deliveries(world, members),
    marketingConsent: consents(world.now, members),
  };
}
