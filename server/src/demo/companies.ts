/** Companies of the demo: one whose seats are half claimed, and one that has not paid yet. */
import { codeAlphabet, codeTail } from '#contract/voucher/codes.ts';
import { DiscountType } from '#contract/pricing/price.ts';
import { demoId } from './demo-id.ts';
import { before, day, hour } from './moments.ts';
import type { DemoRows, World } from './records.ts';
import { nextNumber } from './subscription-orders.ts';

type Order = DemoRows['order'][number];
type Course = DemoRows['course'][number];

const companies = [
  {
    name: 'PT Nusantara Logistik',
    npwp: '031234567073000',
    address: 'Jalan Gatot Subroto 42, Jakarta 12930',
    email: 'tagihan@nusantaralogistik.test',
    note: 'Pays by bank transfer within 14 days.',
  },
  {
    name: 'CV Rumah Roti Melati',
    npwp: '024567890503000',
    address: 'Jalan Diponegoro 8, Semarang 50241',
    email: 'keuangan@rotimelati.test',
    note: '',
  },
];
/** Seats of the paid and of the unpaid order, and those of the paid one that were claimed. */
const [paidSeats, unpaidSeats, claimedSeats] = [10, 5, 5];

type Filled =
  | 'company'
  | 'order'
  | 'orderItem'
  | 'orderBuyer'
  | 'payment'
  | 'voucher'
  | 'voucherCourse'
  | 'voucherCode';
type Rows = Pick<DemoRows, Filled | 'voucherRedemption' | 'courseUser'>;

/** Code such as the ones that are drawn, from the id of its seat. */
function codeOf(id: string): string {
  const hex = id.replaceAll('-', '').slice(-codeTail * 2);
  const bytes = Array.from({ length: codeTail }, (_, n) => Number.parseInt(hex.slice(n * 2, n * 2 + 2), 16));
  return bytes.map((byte) => codeAlphabet[byte % codeAlphabet.length]).join('');
}

const buyerOf = ({ id, name, email, phoneNumber = '' }: DemoRows['user'][number]) => ({
  userId: id,
  userName: name,
  userEmail: email,
  userPhone: phoneNumber,
});

const nothing = { discountAmount: 0, voucherCode: null, voucherAmount: 0, uniqueCode: null };

/** The first course that anybody can take, and members who have not got it. */
function findSold({ course, user, courseUser }: Pick<DemoRows, 'course' | 'user' | 'courseUser'>) {
  const sold = course.find(({ isPublished, price = 0, capacity }) => isPublished && price > 0 && !capacity)!;
  const has = new Set(courseUser.filter(({ courseId }) => courseId === sold.id).map(({ userId }) => userId));
  const members = user.filter(
    ({ id, role, email }) => role === 'member' && !has.has(id) && !email.endsWith('@demo.test'),
  );
  return { sold, members };
}

interface Sale {
  world: World;
  sold: Course;
  members: DemoRows['user'];
  all: Rows;
  /** Adds an order with its item, under the next number of its day. */
  add: (order: Omit<Order, 'invoiceNumber'>, item: { price: number; quantity: number; isOpened: boolean }) => void;
}

const hoursAgo = ({ now }: World, hours: number) => before(now, hours * hour).toISOString();

/** Order of the n-th company, with its seats. */
function sell({ world, sold, members, all, add }: Sale, n: number, quantity: number): void {
  const { tenant, now } = world;
  const isPaid = n === 0;
  const [id, price] = [demoId(tenant, 'company order', n), sold.price! * quantity];
  const createdAt = hoursAgo(world, isPaid ? 9 * 24 : 26);
  const paidAt = isPaid ? hoursAgo(world, 8 * 24) : null;
  const { id: companyId, name, npwp, address, email } = all.company[n]!;
  const payment = { paymentProvider: 'manual', paymentMethod: 'Transfer Bank', isOurs: true };
  const expiredAt = isPaid ? null : new Date(now.getTime() + 12 * day).toISOString();
  const dates = { createdAt, paidAt, expiredAt, updatedAt: paidAt ?? createdAt };
  const bought = { status: isPaid ? 'paid' : 'unpaid', companyId, purchaseOrder: `PO/2026/0${n + 117}` } as const;
  const money = { ...nothing, subtotal: price, totalAmount: price, ...payment };
  add({ id, ...bought, ...buyerOf(members[n]!), ...money, ...dates }, { price, quantity, isOpened: false });
  all.orderBuyer.push({ orderId: id, name, npwp, address, email });
  addSeats(all, { tenant, sold, name, n, quantity, isActive: isPaid, createdAt, now });
  if (!paidAt) return;
  const charge = { kind: 'charge', provider: 'manual', method: 'Transfer Bank', reference: 'BCA-4419000' } as const;
  all.payment.push({ id: demoId(tenant, 'company payment', n), orderId: id, ...charge, amount: price, at: paidAt });
}

interface SeatsToAdd extends Pick<World, 'tenant' | 'now'> {
  sold: Course;
  name: string;
  n: number;
  quantity: number;
  isActive: boolean;
  createdAt: string;
}

/** Voucher of an order's seats, with a code each. */
function addSeats(all: Rows, { tenant, now, sold, name, n, quantity, isActive, createdAt }: SeatsToAdd): void {
  const voucherId = demoId(tenant, 'seats', n);
  const codes = Array.from({ length: quantity }, (_, seat) => codeOf(demoId(tenant, `seat ${n}`, seat)));
  all.voucher.push({
    id: voucherId,
    name: `${name}: ${sold.name}`.slice(0, 100),
    code: codeOf(demoId(tenant, 'seats of', n)),
    discountType: DiscountType.PERCENTAGE,
    value: 100,
    startDate: createdAt,
    endDate: new Date(now.getTime() + 180 * day).toISOString(),
    quota: quantity,
    totalCodes: quantity,
    isStackable: true,
    isPublished: true,
    isActive,
    orderId: demoId(tenant, 'company order', n),
    orderLine: 1,
  });
  all.voucherCourse.push({ voucherId, courseId: sold.id });
  all.voucherCode.push(...codes.map((code) => ({ voucherId, code })));
}

/** Order of a member with the n-th seat of the first company. */
function claim({ world, sold, members, all, add }: Sale, n: number): void {
  const { tenant } = world;
  const [member, code] = [members[companies.length + n]!, all.voucherCode[n]!.code];
  const [id, price, at] = [demoId(tenant, 'claim', n), sold.price!, hoursAgo(world, (6 - n) * 24)];
  const payment = { paymentProvider: 'manual', paymentMethod: 'Gratis', isOurs: true };
  const money = { ...nothing, subtotal: price, voucherCode: code, voucherAmount: price, totalAmount: 0, ...payment };
  const claimed = { status: 'paid', seatOf: demoId(tenant, 'company order', 0) } as const;
  const dates = { createdAt: at, paidAt: at, expiredAt: null, updatedAt: at };
  add({ id, ...claimed, ...buyerOf(member), ...money, ...dates }, { price, quantity: 1, isOpened: true });
  const voucherId = demoId(tenant, 'seats', 0);
  all.voucherRedemption.push({ orderId: id, voucherId, userId: member.id, amount: price, code, redeemedAt: at });
  all.courseUser.push({ courseId: sold.id, userId: member.id, assignedAt: at });
}

/** Rows to add to those of the demo. */
function makeCompanies(world: World, rows: Pick<DemoRows, 'course' | 'user' | 'courseUser' | 'order'>): Rows {
  const { tenant } = world;
  const { sold, members } = findSold(rows);
  const company = companies.map((one, n) => ({ id: demoId(tenant, 'company', n), ...one, contactId: members[n]!.id }));
  const all: Rows = { ...empty(), company };
  const add: Sale['add'] = (order, item) => {
    const invoiceNumber = nextNumber(tenant, new Date(order.createdAt!), [...rows.order, ...all.order]);
    all.order.push({ ...order, invoiceNumber });
    all.orderItem.push({ orderId: order.id, line: 1, ...itemOf(sold), ...item });
  };
  const sale = { world, sold, members, all, add };
  for (const [n, quantity] of [paidSeats, unpaidSeats].entries()) sell(sale, n, quantity);
  for (let n = 0; n < claimedSeats; n += 1) claim(sale, n);
  return all;
}

const itemOf = ({ id, name }: Course) => ({
  productType: 'courses' as const,
  productId: id,
  productName: name,
  discountAmount: 0,
});

const empty = (): Rows => ({
  company: [],
  order: [],
  orderItem: [],
  orderBuyer: [],
  payment: [],
  voucher: [],
  voucherCourse: [],
  voucherCode: [],
  voucherRedemption: [],
  courseUser: [],
});

/** Rows of the demo with those of its companies, which come last. */
export function withCompanies(
  world: World,
  rows: Omit<DemoRows, 'company' | 'voucherCode' | 'courseWaiting'>,
): Omit<DemoRows, 'courseWaiting'> {
  const { user, ...others } = rows;
  const more = makeCompanies(world, rows);
  const both = <Key extends keyof typeof rows & keyof Rows>(key: Key) => [...rows[key], ...more[key]];
  return {
    // Rows are inserted in this order.
    user,
    company: more.company,
    ...others,
    voucherCode: more.voucherCode,
    order: both('order'),
    orderItem: both('orderItem'),
    orderBuyer: both('orderBuyer'),
    payment: both('payment'),
    voucher: both('voucher'),
    voucherCourse: both('voucherCourse'),
    voucherRedemption: both('voucherRedemption'),
    courseUser: both('courseUser'),
  };
}
