/** Tests subscribers: filtered and sorted, linked to their user and order; event vouchers redeemed. */
import { expectAccessible } from './axe.ts';
import { type Api, expect, type Json, test, unique } from './fixtures.ts';
import { toast } from './toast.ts';

const subscribers = async (admin: Api, query: string): Promise<Json[]> =>
  (await admin.send('GET', `/admin/subscriptions/?size=100&${query}`)).subscribers;

/** Users that a test has taken, so that each test has its own. */
const taken = new Set<string>();

/** Returns a user without a subscription, whose first one starts today. */
async function unsubscribed(admin: Api): Promise<Json> {
  const { users } = await admin.send('GET', `/admin/user?pageSize=30&page=${1 + test.info().parallelIndex}`);
  for (const user of users.filter(({ id, role }: Json) => role === 'member' && !taken.has(id))) {
    taken.add(user.id);
    if ((await admin.send('GET', `/admin/user/${user.id}/subscription/`)).subscription === null) return user;
  }
  throw new Error('Everybody on this page has subscribed');
}

/** Creates a subscription by an order, with three unused event vouchers. */
async function subscribed(admin: Api): Promise<Json> {
  const { items } = await admin.send('GET', '/admin/orders/saleable/?search=Langganan+Triwulan');
  const member = await unsubscribed(admin);
  const purchase = { userId: member.id, items: [{ productType: 'subscriptions', productId: items[0].productId }] };
  const { totalAmount } = await admin.send('POST', '/admin/orders/quote/', purchase);
  const order = await admin.send('POST', '/admin/orders/', { ...purchase, payableDays: 1, totalAmount });
  await admin.send('PUT', `/admin/orders/${order.orderId}/status/`, { status: 'paid' });
  const matches = await subscribers(admin, `search=${encodeURIComponent(member.email)}`);
  return { ...matches.find(({ orderId }: Json) => orderId === order.orderId), invoiceNumber: order.invoiceNumber };
}

test('the list sends the specified query, is filtered and sorted by URL, and links to the user', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const expired = await subscribers(admin, 'filter=expired');
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.endsWith('/admin/subscriptions/')) requests.push(search);
  });
  await open('/subscription?filter=all');
  const rows = page.locator('tr[data-row]');
  await expect(rows).toHaveCount(10);
  await expectAccessible(page, '/subscription');
  const first = new URLSearchParams(requests[0]);
  expect([first.get('page'), first.get('size'), first.get('sort'), first.has('filter')]).toEqual([
    '1',
    '10',
    'alpha',
    false,
  ]);
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Expired');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Subscriptions ${expired.length}`);
  await expect(page).toHaveURL(/filter=expired/);
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('Ending soon');
  await expect(page).toHaveURL(/sort=ending-soon/);
  const [soonest] = await subscribers(admin, 'filter=expired&sort=ending-soon');
  await expect(rows.first()).toHaveAttribute('data-row', soonest.id);
  await page.reload();
  await expect(rows.first()).toHaveAttribute('data-row', soonest.id);
  await rows.first().locator('[data-row-link]').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(soonest.user.name);
  await page.getByRole('region', { name: 'Facts' }).getByRole('link', { name: soonest.user.name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/user/${soonest.user.id}$`));
});

test('an event voucher is redeemed by the event’s name with a preview, until its quota is used', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { id, user, orderId, invoiceNumber } = await subscribed(admin);
  const event = unique('Temu Alumni');
  await open(`/subscription/${id}`);
  const facts = page.getByRole('region', { name: 'Facts' });
  await expect(facts).toContainText('0 of 3 used, 3 free');
  await page.getByRole('button', { name: 'Redeem for an event' }).click();
  const dialog = page.getByRole('dialog', { name: `Redeem for ${user.name}` });
  await dialog.getByRole('combobox', { name: 'Event' }).fill(event);
  await expect(dialog).toContainText(
    'New event. Redeem: takes 1 of 3 event vouchers that are free; then 2 of 3 are left.',
  );
  await page.keyboard.press('Enter');
  await expect(toast(page, `Event voucher for ${event} redeemed`)).toBeVisible();
  const row = page.getByRole('row', { name: event });
  await expect(row).toContainText('Redeemed');
  await expect(row).toContainText('1 of 1');
  await expect(facts).toContainText('1 of 3 used, 2 free');
  await expectAccessible(page, '/subscription/$id');
  // Redeeming again changes nothing and shows the specification's message.
  await page.getByRole('button', { name: 'Redeem for an event' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Event' })).toBeFocused();
  await dialog.getByRole('combobox', { name: 'Event' }).fill(event.toUpperCase());
  await expect(dialog.getByText('The voucher for this event was redeemed already.')).toBeVisible();
  await expect(page.getByRole('option', { name: event })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Failed to redeem subscription event voucher')).toContainText(
    `The voucher for "${event}" was redeemed already`,
  );
  await page.keyboard.press('Escape');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Discard/ })
    .click();
  await facts.getByRole('link', { name: invoiceNumber }).click();
  await expect(page).toHaveURL(new RegExp(`/order/${orderId}$`));
});

test('an existing voucher is redeemed from its row after a confirmation, and an ended subscription gives the reason why not', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const { id } = await subscribed(admin);
  const event = unique('Workshop');
  const answered = { id: crypto.randomUUID(), eventName: event, code: 'EVWORKSHOP', quota: 2, usedCount: 0 };
  const eventVouchers = [{ ...answered, redeemedAt: null, expiredAt: '2099-01-01T00:00:00Z', status: 'available' }];
  await page.route(`**/${id}/event-vouchers/?*`, (route) =>
    route.fulfill({ json: { totalItems: 1, page: 1, pageSize: 10, eventVouchers } }),
  );
  await open(`/subscription/${id}`);
  await page.getByRole('button', { name: `Redeem ${event}` }).click();
  const question = page.getByRole('dialog', { name: `Redeem the voucher for “${event}”?` });
  await expect(question).toContainText('Redeem: uses EVWORKSHOP once; then 1 of 2 is left.');
  await question.getByRole('button', { name: 'Redeem 1 voucher' }).click();
  await expect(toast(page, `Event voucher for ${event} redeemed`)).toBeVisible();
  const { eventVouchers: now } = await admin.send('GET', `/admin/subscriptions/${id}/event-vouchers/`);
  expect(now).toMatchObject([{ eventName: event, usedCount: 1 }]);

  const [ended] = await subscribers(admin, 'filter=expired');
  await open(`/subscription/${ended.id}`);
  const button = page.getByRole('button', { name: 'Redeem for an event' });
  await expect(button).toHaveAccessibleDescription(/has ended/);
  // The reason is text, also without a pointer or the focus.
  await expect(page.getByRole('region', { name: 'Event vouchers' }).getByText(/has ended/)).toBeVisible();
  await button.click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('failures show the specification’s messages and can be retried', async ({ page, open, api }) => {
  const [{ id }] = await subscribers(await api(), 'filter=active');
  const fail = (url: string) =>
    page.route(url, (route) => route.fulfill({ status: 503, json: { message: 'Away', status: 503, requestId: 'r' } }));
  await fail('**/api/admin/subscriptions/?*');
  await open('/subscription');
  await expect(toast(page, 'Failed to fetch subscribers')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await fail('**/event-vouchers/?*');
  await open(`/subscription/${id}`);
  await expect(toast(page, 'Failed to fetch subscription event vouchers')).toBeVisible();
  await fail('**/profile/');
  await page.reload();
  await expect(toast(page, 'Failed to fetch subscriber user profile')).toBeVisible();
});

test('a known event is suggested, and a name that no event has is redeemed only once it is said to be new', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const [known, { id }] = [await subscribed(admin), await subscribed(admin)];
  const event = unique('Bedah Portofolio');
  await admin.send('POST', `/admin/subscriptions/${known.id}/event-vouchers/redeem/`, { eventName: event });
  await open(`/subscription/${id}`);
  await page.getByRole('button', { name: 'Redeem for an event' }).click();
  const dialog = page.getByRole('dialog', { name: /^Redeem for/ });
  const field = dialog.getByRole('combobox', { name: 'Event' });
  await expect(field).toBeFocused();
  await field.fill(event.slice(8, -2).toUpperCase());
  await page.getByRole('option', { name: event }).click();
  await expect(field).toHaveValue(event);
  await expect(dialog).toContainText(/Redeem: takes 1 of 3 event vouchers/);
  await expect(dialog).not.toContainText('New event');
  // Too fast for the notice: the answer of the search is still on its way.
  const answer = Promise.withResolvers<void>();
  await page.route('**/event-names/?search=*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await field.fill(`${event}x`);
  await field.press('Escape');
  await field.press('Enter');
  await expect(toast(page, 'Failed to redeem subscription event voucher')).toContainText(`"${event}x" is a new event`);
  answer.resolve();
  await expect(dialog).toContainText('New event. Redeem: takes 1 of 3');
  await field.fill(event);
  await expect(dialog).not.toContainText('New event');
  await field.press('Enter');
  await field.press('Enter');
  await expect(toast(page, `Event voucher for ${event} redeemed`)).toBeVisible();
  const { eventVouchers } = await admin.send('GET', `/admin/subscriptions/${id}/event-vouchers/`);
  expect(eventVouchers).toMatchObject([{ eventName: event, usedCount: 1 }]);
});

test('suggestions never cover whether the event is new, and Enter closes them before it redeems', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const [known, { id }] = [await subscribed(admin), await subscribed(admin)];
  const event = unique('Kumpul Alumni');
  await admin.send('POST', `/admin/subscriptions/${known.id}/event-vouchers/redeem/`, {
    eventName: `${event} Bandung`,
  });
  await open(`/subscription/${id}`);
  await page.getByRole('button', { name: 'Redeem for an event' }).click();
  const dialog = page.getByRole('dialog', { name: /^Redeem for/ });
  const field = dialog.getByRole('combobox', { name: 'Event' });
  const suggestion = page.getByRole('option', { name: `${event} Bandung` });
  await expect(field).toBeFocused();
  await field.click();
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await field.fill(event);
  await expect(suggestion).toBeVisible();
  const sentence = dialog.getByText('New event. Redeem: takes 1 of 3');
  await expect(sentence).toBeVisible();
  const isOnTop = await sentence.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === element;
  });
  expect(isOnTop).toBe(true);
  const redeemed: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && redeemed.push(request.url()));
  await field.press('Enter');
  await expect(suggestion).toHaveCount(0);
  await expect(sentence).toBeVisible();
  expect(redeemed).toEqual([]);
  // A highlighted suggestion is taken, and not redeemed either.
  await field.fill(event.toLowerCase());
  await expect(suggestion).toBeVisible();
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(field).toHaveValue(`${event} Bandung`);
  await expect(suggestion).toHaveCount(0);
  expect(redeemed).toEqual([]);
  await field.press('Enter');
  await expect(toast(page, `Event voucher for ${event} Bandung redeemed`)).toBeVisible();
});
