/** Differences between payment and access that tests create. */
import { type Api, expect, type Json, unique } from './fixtures.ts';

/** Runs a check and waits until its results are listed. */
export async function checkAccess(admin: Api): Promise<void> {
  const { requestedAt } = await admin.send('POST', '/admin/access/check/');
  const checkedAt = async () => (await admin.send('GET', '/admin/access/?pageSize=1')).checkedAt ?? '';
  await expect.poll(async () => Date.parse(await checkedAt()) > Date.parse(requestedAt)).toBe(true);
}

/** Creates members without access, whom no other test uses. */
export const newMembers = (admin: Api, count: number): Promise<Json[]> =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const name = unique('Tanpa Akses');
      const email = `${name.replaceAll(' ', '.').toLowerCase()}@sample.test`;
      const phoneNumber = `0812${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
      const { userId } = await admin.send('POST', '/admin/user/', { name, email, phoneNumber });
      return { id: userId, name, email, phoneNumber };
    }),
  );

/** A paid order of a course that its member cannot open. */
export async function paidInVain(admin: Api) {
  const [member] = await newMembers(admin, 1);
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
