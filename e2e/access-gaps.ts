/** Differences between payment and access that tests create. */
import { dayMs } from '#contract/kernel/days.ts';
import { type Api, expect, type Json } from './fixtures.ts';

/** Runs a check and waits until its results are listed. */
export async function checkAccess(admin: Api): Promise<void> {
  const { requestedAt } = await admin.send('POST', '/admin/access/check/');
  const checkedAt = async () => (await admin.send('GET', '/admin/access/?pageSize=1')).checkedAt ?? '';
  await expect.poll(async () => Date.parse(await checkedAt()) > Date.parse(requestedAt)).toBe(true);
}

/** Members without a course, of the demo; each test takes another part. */
export const membersFrom = async (admin: Api, start: number, count: number): Promise<Json[]> => {
  const { users } = await admin.send('GET', '/admin/user?sort=empty&pageSize=100');
  const yesterday = new Date(Date.now() - dayMs).toISOString();
  return users
    .filter(({ role, joinedAt }: Json) => role === 'member' && joinedAt < yesterday)
    .slice(start, start + count);
};

/** A paid order of a course that its member cannot open. */
export async function paidInVain(admin: Api, place: number) {
  const [member] = await membersFrom(admin, place, 1);
  const { items: offered } = await admin.send('GET', '/admin/orders/saleable/?search=dasar');
  const { productId, name } = offered.find(({ productType }: Json) => productType === 'courses');
  const basket = { userId: member.id, items: [{ productType: 'courses', productId }] };
  const { totalAmount } = await admin.send('POST', '/admin/orders/quote/', basket);
  const made = await admin.send('POST', '/admin/orders/', { ...basket, payableDays: 1, totalAmount });
  await admin.send('PUT', `/admin/orders/${made.orderId}/status/`, { status: 'paid' });
  await admin.send('DELETE', `/admin/user/course/${productId}/unassign/`, { userId: member.id });
  const isOpen = async () =>
    (await admin.send('GET', `/admin/user/${member.id}/courses`)).courses.some(({ id }: Json) => id === productId);
  return { member, course: name, invoice: made.invoiceNumber, isOpen };
}
