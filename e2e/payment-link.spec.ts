/** Tests payment links: created, sent and paid on the page of the gateway, which is a simulator here. */
import { expectAccessible } from './axe.ts';
import { effort } from './count-actions.ts';
import { expect, test } from './fixtures.ts';
import { expireLink, makeLink, unpaidOrder } from './payment-places.ts';
import { simulatorPort } from './ports.ts';

test('a payment link is created and sent in two acts, paid at the gateway, and the order turns paid by itself', async ({
  page,
  context,
  open,
  api,
}) => {
  const order = await unpaidOrder(await api());
  await open(`/order/${order.orderId}`, { role: 'customer-service' });
  const section = page.getByRole('region', { name: 'Payment link' });
  const work = effort(page);
  await work.click(section.getByRole('button', { name: 'Create payment link' }));
  await expect(section).toContainText(/Waiting for the payment\s*Midtrans · expires in \d+ h/);
  const link = section.getByRole('link', { name: /^http/ });
  const url = (await link.getAttribute('href'))!;
  expect(url).toContain(`:${simulatorPort}/pay/`);
  const send = section.getByRole('link', { name: 'Send over WhatsApp' });
  const text = new URL((await send.getAttribute('href'))!).searchParams.get('text');
  expect(text).toContain(`dapat dibayar melalui tautan ini:\n${url}\n`);
  expect(text).toContain(order.invoiceNumber);
  await expectAccessible(page, '/order/$id/{-$tab}');
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: '', contentType: 'text/html' }));
  const chat = context.waitForEvent('page');
  await work.click(send);
  await (await chat).close();
  expect([work.clicks, work.keys, work.texts]).toEqual([2, 0, 0]);
  const gateway = await context.newPage();
  await gateway.goto(url);
  await expect(gateway.getByText('Simulator of Midtrans')).toBeVisible();
  await gateway.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(gateway.getByRole('status')).toHaveText('Paid');
  await gateway.close();
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('Lunas');
  await expect(section).toContainText('Paid');
  await expect(section.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('made a payment link of Midtrans');
});

test('a link that expired is renewed', async ({ page, open, api }) => {
  const order = await unpaidOrder(await api());
  const admin = await api('customer-service');
  const url = await makeLink(admin, order.orderId);
  await expireLink(url);
  await open(`/order/${order.orderId}`, { role: 'customer-service' });
  const section = page.getByRole('region', { name: 'Payment link' });
  await expect(section.getByRole('button', { name: 'Create a new link' })).toBeVisible();
  await expectAccessible(page, '/order/$id/{-$tab}');
  await section.getByRole('button', { name: 'Create a new link' }).click();
  await expect(section.getByRole('link', { name: /^http/ })).toHaveAttribute('href', /\/pay\//);
  expect(await section.getByRole('link', { name: /^http/ }).getAttribute('href')).not.toBe(url);
});
