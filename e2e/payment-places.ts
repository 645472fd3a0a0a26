/** Orders that wait for their payment, with links and parts, and the states of the screens that show them. */
import { at } from './demo-places.ts';
import type { Api, Json } from './fixtures.ts';
import { type Screen, type Stage, followed, list, withResponse } from './screen-states.ts';

/** Unpaid order of a product for a member. */
export async function unpaidOrder(admin: Api): Promise<Json> {
  const { users } = await admin.send('GET', '/admin/user?search=Putri');
  const { items } = await admin.send('GET', '/admin/orders/saleable/?pageSize=50');
  const { productType, productId } = items.find((one: Json) => one.productType === 'products');
  const basket = {
    userId: users.find(({ role }: Json) => role === 'member').id,
    items: [{ productType, productId }],
  };
  const { totalAmount } = await admin.send('POST', '/admin/orders/quote/', basket);
  const { orderId } = await admin.send('POST', '/admin/orders/', { ...basket, payableDays: 1, totalAmount });
  return admin.send('GET', `/admin/orders/${orderId}/`);
}

/** Makes the payment link of an order and returns its address. */
export const makeLink = async (admin: Api, orderId: string): Promise<string> =>
  (await admin.send('POST', `/admin/orders/${orderId}/payment-link/`, {})).url;

/** Ends a link at the simulated gateway, whose notification follows. */
export const expireLink = (url: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'expire' }) });

const shown =
  (prepare: (admin: Api, orderId: string) => Promise<unknown>, text: string | RegExp) => async (stage: Stage) => {
    const admin = await stage.api();
    const { orderId } = await unpaidOrder(admin);
    await prepare(admin, orderId);
    await at(stage, `/order/${orderId}`);
    await stage.page.getByText(text).first().waitFor();
  };

/** Shows an order of which a part was paid by transfer. */
const partPaid = shown(
  (admin, orderId) =>
    admin.send('POST', `/admin/orders/${orderId}/payments/`, {
      amount: 20_000,
      method: 'Transfer Bank',
      reference: `BCA-${orderId.slice(-8)}`,
      note: 'Sisanya menyusul saat gajian',
    }),
  'Take back',
);

/** Shows an order with a payment link that waits. */
export const openLink = shown(makeLink, 'Waiting for the payment');

/** Shows a list with its first row beside it, once a region of that is there. */
export const besideRow = (path: string, region: string) =>
  followed(list(path), async ({ page }) => {
    await page.locator('tr[data-row]').first().press('Space');
    await page.getByRole('complementary').getByRole('region', { name: region }).waitFor();
  });

/** Shows the Coretax page of this month. */
export const coretax = list(`/order/papers/coretax?month=${new Date().toISOString().slice(0, 8)}01`);

export const paymentScreens: Screen[] = [
  { name: 'an order, paid in part', show: partPaid },
  { name: 'payment link', show: shown(async () => undefined, 'Create payment link') },
  { name: 'payment link, open', show: openLink },
  {
    name: 'payment link, ended',
    show: shown(async (admin, orderId) => expireLink(await makeLink(admin, orderId)), 'Create a new link'),
  },
  {
    name: 'payment link, no gateway',
    show: withResponse(
      '**/payment-link/',
      (route) =>
        route.fulfill({
          json: {
            link: null,
            setUp: 'Coding Studio has no payment gateway. Set PAYMENT_CODING_MIDTRANS_SERVER_KEY.',
            isSimulated: false,
          },
        }),
      shown(async () => undefined, /has no payment gateway/),
    ),
  },
  {
    name: 'an order, its refunds not loaded',
    show: withResponse(
      '**/refunds/',
      (route) => route.fulfill({ status: 500, json: { message: 'It failed', status: 500, requestId: 'r' } }),
      shown(async () => undefined, 'The refunds could not be loaded'),
    ),
  },
  {
    name: 'an order, its payments not loaded',
    show: withResponse(
      '**/payments/',
      (route) => route.fulfill({ status: 500, json: { message: 'It failed', status: 500, requestId: 'r' } }),
      shown(async () => undefined, 'The payments could not be loaded'),
    ),
  },
];
