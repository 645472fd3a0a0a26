/** Tracking documents: course orders for customer service, and unusual ones as in real collections. */
import type { OrderStatus } from '#contract/order/status.ts';
import { customerServices } from './customer-services.ts';
import { dice, type Dice } from './dice.ts';
import { document, documentId, type Fields, moment } from './documents.ts';
import { before, day, minute } from './moments.ts';
import { firstNames, lastNames } from './people.ts';
import { phone, typedAgain } from './phone.ts';
import type { DemoRows, TrackingDocument, World } from './records.ts';
import { oddDocuments } from './tracking-oddities.ts';

const count = 590;

/** `none` is a document without a status, which the list shows as unpaid (spec §4). */
const fresh: Partial<Record<OrderStatus | 'none', number>> = { none: 20, unpaid: 45, pending: 20, paid: 15 };
const settled: Partial<Record<OrderStatus | 'none', number>> = {
  none: 6,
  unpaid: 12,
  pending: 6,
  paid: 52,
  expired: 10,
  cancelled: 7,
  failed: 4,
  refunded: 3,
};

export function makeTrackingDocuments(
  { tenant, now }: World,
  users: DemoRows['user'],
  courses: DemoRows['course'],
): TrackingDocument[] {
  const chance = dice(`${tenant} tracking`);
  const members = users.filter(({ role }) => role === 'member');
  const published = courses.filter(({ isPublished }) => isPublished);
  const fill = (at: Date): Fields => ({
    ...contact(chance, members),
    ...ordered(chance, published),
    timestamp: moment(at, chance.int(0, 999)),
    ...(chance.chance(0.95) ? { customer_service_number: { ...chance.pick(customerServices) } } : {}),
  });
  const orders = Array.from({ length: count }, () =>
    before(now, minute + Math.round(400 * day * (chance.int(0, 10_000) / 10_000) ** 2)),
  ).map((at) => {
    const status = chance.weighted(
      (now.getTime() - at.getTime() < 3 * day ? fresh : settled) as Record<OrderStatus | 'none', number>,
    );
    return document('order_staging', documentId(chance), { ...fill(at), ...(status === 'none' ? {} : { status }) }, at);
  });
  const staff = customerServices.map((person) =>
    document('customer_service_number', documentId(chance), { ...person }, before(now, 500 * day)),
  );
  return [...orders, ...oddDocuments(chance, now, fill), ...staff];
}

/** Most have a user; the others came from a campaign form. */
function contact(chance: Dice, members: DemoRows['user']): Fields {
  if (chance.chance(0.7)) {
    const { name, email, phoneNumber } = chance.pick(members);
    return { user_email: email, user_phone: typedAgain(chance, phoneNumber), user_name: name };
  }
  const [first, last] = [chance.pick(firstNames), chance.pick(lastNames)];
  return {
    user_email: `${first}.${last}@example.com`.toLowerCase().replaceAll(' ', ''),
    user_phone: phone(chance),
    user_name: `${first} ${last}`,
  };
}

function ordered(chance: Dice, courses: DemoRows['course']): Fields {
  const { id, name } = chance.pick(courses);
  return { course_id: id, course_name: name };
}
