/** Event vouchers of subscribers: open, redeemed and expired ones; every fourth subscriber has none left. */
import { demoId } from './demo-id.ts';
import { type Dice, dice } from './dice.ts';
import { before, day, hour, minute } from './moments.ts';
import type { DemoRows, Identified, World } from './records.ts';

type Subscription = DemoRows['subscription'][number];
type EventVoucher = Identified<'eventVoucher'>;

const events = [
  'Webinar Karier Data: Dari Nol ke Analis',
  'Workshop Desain Antarmuka dalam Sehari',
  'Bedah CV Bersama Praktisi HR',
  'Simulasi Wawancara Teknis',
  'Kelas Tamu: Keamanan Siber di Perbankan',
  'Hackathon Akhir Pekan',
  'Workshop Presentasi Hasil Data',
  'Temu Alumni Bandung',
  'Webinar Beasiswa dan Magang',
  'Workshop Git untuk Tim',
  'Kelas Tamu: Produk Digital di UMKM',
  'Temu Alumni Jakarta',
];
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

interface VoucherPlan {
  eventName: string;
  quota: number;
  isUsed: boolean;
}

/** Voucher for an event within the subscription's period; used up if `isUsed`. */
function voucherOf(chance: Dice, now: Date, subscription: Subscription, { eventName, quota, isUsed }: VoucherPlan) {
  const { id: subscriptionId, startDate, endDate, cancelledAt } = subscription;
  const begin = Date.parse(`${startDate}T03:00:00Z`);
  const end = Date.parse(`${endDate}T16:59:59Z`);
  const lastUse = Math.min(now.getTime() - hour, end, cancelledAt ? Date.parse(cancelledAt) : Infinity);
  const usedAt = Math.min(now.getTime() - minute, Math.max(begin, lastUse - chance.int(0, 20) * day));
  const expiredAt = isUsed ? usedAt + chance.int(1, 5) * day : now.getTime() + chance.int(-15, 45) * day;
  const used = isUsed ? quota : quota > 1 ? 1 : 0;
  return {
    subscriptionId,
    eventName,
    code: `EV${Array.from({ length: 10 }, () => chance.pick([...letters])).join('')}`,
    quota,
    used,
    redeemedAt: used > 0 ? new Date(usedAt).toISOString() : null,
    expiredAt: new Date(Math.max(begin + day, used > 0 ? usedAt : 0, Math.min(end, expiredAt))).toISOString(),
  };
}

/** Event vouchers of the tenant's subscriptions, the same for every run at the same time. */
export function makeEventVouchers({ tenant, now }: World, subscriptions: readonly Subscription[]): EventVoucher[] {
  const chance = dice(`${tenant} event vouchers`);
  const made = subscriptions.flatMap((subscription, n) => {
    const { eventVoucherQuota: max } = subscription;
    const isSpent = n % 4 === 0 && max <= events.length;
    const names = chance.sample(events, isSpent ? max : chance.int(0, Math.min(max, 5)));
    // Only if the quota exceeds the number of vouchers: a voucher for two people uses up two.
    const isForTwo = !isSpent && names.length > 0 && names.length < max;
    return names.map((eventName, index) =>
      voucherOf(chance, now, subscription, {
        eventName,
        quota: isForTwo && index === 0 ? 2 : 1,
        isUsed: isSpent || (index > 0 && chance.chance(0.5)),
      }),
    );
  });
  const updatedAt = before(now, hour).toISOString();
  return made.map((row, n) => ({ id: demoId(tenant, 'event-voucher', n), ...row, updatedAt }));
}
