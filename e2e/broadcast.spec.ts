/**
 * Tests broadcasts in a browser: written to selected people in counted acts, left out with reasons, sent once, stopped in
 * quiet hours, by keyboard alone, and the link that opts out. Quiet hours are set here, so the tests run one after the other.
 */
import type { Page } from '@playwright/test';
import { quietEnd } from '#contract/broadcast/quiet.ts';
import { expectAccessible } from './axe.ts';
import { effort } from './count-actions.ts';
import { type Api, type Json, expect, test, unique } from './fixtures.ts';
import { inboxDomain, linkTo } from './inbox.ts';
import { keyboardOf } from './keyboard.ts';
import { selectionOf } from './selecting.ts';
import { toast } from './toast.ts';

test.describe.configure({ mode: 'serial' });

/** No other test depends on its quiet hours. */
const tenant = 'data';

type Consent = 'agreed' | 'refused' | undefined;

/** Members of this test with the consent to mails, found by the word in their names. */
async function members(admin: Api, consents: readonly Consent[], more: object = {}) {
  const word = crypto.randomUUID().slice(0, 8);
  const people = await Promise.all(
    consents.map(async (state, index) => {
      const email = `kabar-${word}-${index}${inboxDomain}`;
      const body = { name: `Kabar ${word} ${index}`, email, ...more };
      const { userId } = await admin.send('POST', '/admin/user/', body);
      if (state) await admin.send('PUT', `/admin/user/${userId}/consent/`, { channel: 'mail', state });
      return { userId: userId as string, ...body };
    }),
  );
  return { word, people };
}

/** Sets the quiet hours of the brand. */
async function setQuiet(superadmin: Api, quietFrom: number, quietUntil: number): Promise<void> {
  const path = '/admin/brand/settings/';
  const { id: _, updatedAt: __, version, ...settings } = await superadmin.send('GET', path);
  await superadmin.send('PUT', path, { ...settings, quietFrom, quietUntil }, { 'if-match': `"${version}"` });
}

/** Hour in Jakarta. */
const hourNow = () => (new Date().getUTCHours() + 7) % 24;

async function setPhone(admin: Api, userId: string, phoneNumber: string): Promise<void> {
  const { version } = await admin.send('GET', `/admin/user/${userId}/profile/`);
  await admin.send('PATCH', `/admin/user/${userId}/profile/`, { phoneNumber }, { 'if-match': `"${version}"` });
}

/** Ids of the fetched templates by name. */
async function templates(admin: Api): Promise<Record<string, string>> {
  const { templates: found } = await admin.send('GET', '/admin/broadcast/whatsapp/templates/');
  return Object.fromEntries(found.map((one: Json) => [one.name, one.templateId]));
}

const dialogOf = (page: Page) => page.getByRole('dialog');

test('a broadcast from a filtered list takes six acts, leaves out who opted out, and a link in the mail opts out', async ({
  page,
  open,
  originOf,
  api,
}) => {
  await setQuiet(await api('superadmin', tenant), 0, 0);
  const admin = await api('admin', tenant);
  const { word, people } = await members(admin, ['agreed', 'agreed', 'refused', undefined]);
  const [first, , refused] = people as [Json, Json, Json];
  await open(`/user?search=${word}&pageSize=100`, { tenant });
  await expect(page.locator('tr[data-row]')).toHaveCount(4);
  const acts = effort(page);
  await acts.click(selectionOf(page).pageBox);
  await acts.click(page.getByRole('button', { name: 'Message 4 people' }));
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('Name')).toHaveValue(/^4 people, /);
  await dialog.getByLabel('Subject').focus();
  await acts.type('Kelas baru untuk {nama}');
  await dialog.getByLabel('Message').focus();
  await acts.type('Halo Kak {nama}, ada kelas baru.');
  await acts.click(dialog.getByRole('button', { name: 'Continue to the preview' }));
  await expect(dialog).toContainText('2 of 4 people get it. Sending starts at once.');
  const left = dialog.getByRole('list', { name: 'Left out' });
  for (const reason of ['Opted out', 'No consent recorded'])
    await expect(left.getByRole('listitem').filter({ hasText: reason })).toContainText('1 person');
  await expect(dialog.locator('[data-preview]')).toContainText(/Halo Kak Kabar \w+ \d, ada kelas baru\./);
  await acts.click(dialog.getByRole('button', { name: 'Send to 2 people' }));
  expect(acts.clicks + acts.keys + acts.texts).toBe(6);

  await expect(page).toHaveURL(/\/broadcast\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('status').filter({ hasText: '2 sent · 2 skipped' })).toBeVisible();
  const rows = page.locator('tr[data-row]');
  await expect(rows).toHaveCount(4);
  await expect(rows.filter({ hasText: refused.name })).toContainText('Opted out');
  await expectAccessible(page, '/broadcast/$id');
  await page.getByRole('search').getByLabel('Status').selectOption('sent');
  await expect(rows).toHaveCount(2);

  const link = await linkTo(first.email, '', /.*(\/unsubscribe\/[\w~-]+)/s);
  await page.goto(`${originOf(tenant)}${link.slice(0, -36)}`);
  await expect(page.getByRole('heading', { name: 'Tautan tidak berlaku' })).toBeVisible();
  await page.goto(`${originOf(tenant)}${link}`);
  await expect(page.getByRole('heading', { name: 'Berhenti berlangganan?' })).toBeVisible();
  await expectAccessible(page, '/unsubscribe/$token');
  await page.getByRole('button', { name: 'Berhenti berlangganan' }).click();
  await expect(page.getByRole('heading', { name: 'Anda berhenti berlangganan' })).toBeVisible();
  const { consents } = await admin.send('GET', `/admin/user/${first.userId}/consent/`);
  expect(consents).toContainEqual(expect.objectContaining({ channel: 'mail', state: 'refused', source: 'link' }));
});

test('in quiet hours a broadcast waits, says until when, and can be stopped', async ({ page, open, api }) => {
  const hours = { quietFrom: hourNow(), quietUntil: (hourNow() + 3) % 24 };
  await setQuiet(await api('superadmin', tenant), hours.quietFrom, hours.quietUntil);
  const admin = await api('admin', tenant);
  const { word } = await members(admin, ['agreed', 'agreed']);
  const name = unique('Menunggu');
  const { broadcastId } = await admin.send('POST', '/admin/broadcast/', {
    name,
    channel: 'mail',
    subject: 'Kabar',
    body: 'Halo',
  });
  await open(`/broadcast/${broadcastId}`, { tenant });
  await page.getByRole('button', { name: 'Choose people and send…' }).click();
  const dialog = dialogOf(page);
  await dialog.getByPlaceholder('Search name, e-mail or phone').fill(word);
  await expect(dialog).toContainText('2 of 2 people get it. It waits until the quiet hours end:');
  expect(quietEnd(new Date(), hours)).not.toBeNull();
  await dialog.getByRole('button', { name: 'Send to 2 people' }).click();
  await expect(page.getByText(/^Waits until /)).toBeVisible();
  await page.getByRole('button', { name: 'Stop…' }).click();
  await expect(page.getByRole('dialog')).toContainText('2 people who wait for it do not get it');
  await page.getByRole('button', { name: 'Stop for 2 people' }).click();
  await expect(toast(page, 'Broadcast stopped')).toBeVisible();
  await expect(page.locator('tr[data-row]').filter({ hasText: 'Stopped before it was sent' })).toHaveCount(2);
  await setQuiet(await api('superadmin', tenant), 0, 0);

  await open(`/broadcast?search=${encodeURIComponent(name)}`, { tenant });
  await expect(page.locator('tr[data-row]')).toContainText('Stopped');
  await expectAccessible(page, '/broadcast');
});

test('the consent of a person is changed on their page by keyboard alone, and stands in the timeline', async ({
  page,
  open,
  api,
}) => {
  const admin = await api('admin', tenant);
  const { people } = await members(admin, [undefined]);
  const [{ userId }] = people as [Json];
  await open(`/user/${userId}`, { role: 'customer-service', tenant });
  const consent = page.getByRole('region', { name: 'Consent to broadcasts' });
  const keyboard = keyboardOf(page);
  await keyboard.tabTo(consent.getByRole('button', { name: 'Change the consent: Mail' }));
  await keyboard.press('Enter');
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('Consent')).toBeFocused();
  await keyboard.tabTo(dialog.getByLabel('Note'));
  await keyboard.type('Setuju lewat telepon');
  await keyboard.press('Enter');
  await expect(toast(page, 'Consent recorded')).toBeVisible();
  await expect(consent.getByRole('listitem').filter({ hasText: 'Mail' })).toContainText('Agreed');
  await open(`/user/${userId}/timeline`, { role: 'customer-service', tenant });
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Agreed to broadcasts by mail');
});

test('a template of WhatsApp is fetched and fills a message', async ({ page, open, api }) => {
  await open('/broadcast/whatsapp', { tenant });
  await page.getByRole('button', { name: 'Synchronise' }).click();
  const template = page.locator('tr[data-row]').filter({ hasText: 'promo_kelas_baru' });
  await expect(template).toContainText('Approved');
  await expect(page.locator('tr[data-row]').filter({ hasText: 'diskon_alumni' })).toContainText(
    'WhatsApp has it as pending',
  );
  await expectAccessible(page, '/broadcast/whatsapp');

  const admin = await api('admin', tenant);
  const phoneNumber = `0812${Date.now().toString().slice(-8)}`;
  const { people } = await members(admin, [undefined], { phoneNumber });
  const [{ userId, name }] = people as [Json];
  await admin.send('PUT', `/admin/user/${userId}/consent/`, { channel: 'whatsapp', state: 'agreed' });
  await open(`/user?search=${encodeURIComponent(name)}`, { tenant });
  await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Message 1 person' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Channel').selectOption('WhatsApp');
  await expect(dialog).toContainText('Nobody gets a message: the calls go to a simulator.');
  await dialog.getByLabel('Template').selectOption({ label: 'promo_kelas_baru (id)' });
  await dialog.getByLabel('Parameter {{1}}').fill('{nama}');
  await dialog.getByLabel('Parameter {{2}}').fill('Belajar Go');
  await dialog.getByRole('button', { name: 'Continue to the preview' }).click();
  await expect(dialog.locator('[data-preview]')).toContainText(
    `Halo Kak ${name}, pendaftaran Belajar Go sudah dibuka.`,
  );
  await dialog.getByRole('button', { name: 'Send to 1 person' }).click();
  await expect(page.locator('tr[data-row]').filter({ hasText: name })).toContainText(/Sent|Delivered|Read/);
});

test('a message that WhatsApp refused is tried again once the number is right, and to nobody twice', async ({
  page,
  open,
  api,
}) => {
  await setQuiet(await api('superadmin', tenant), 0, 0);
  const admin = await api('admin', tenant);
  // The simulator refuses a number that ends in 99.
  const digits = Date.now().toString().slice(-6);
  const { word, people } = await members(admin, [undefined, undefined]);
  const [wrong, right] = people as [Json, Json];
  for (const [{ userId }, phoneNumber] of [
    [wrong, `0812${digits}99`],
    [right, `0812${digits}10`],
  ] as const) {
    await admin.send('PUT', `/admin/user/${userId}/consent/`, { channel: 'whatsapp', state: 'agreed' });
    await setPhone(admin, userId, phoneNumber);
  }
  await admin.send('POST', '/admin/broadcast/whatsapp/templates/sync/');
  await expect.poll(async () => (await templates(admin))['promo_kelas_baru']).toBeTruthy();
  const { promo_kelas_baru: templateId } = await templates(admin);
  const { broadcastId } = await admin.send('POST', '/admin/broadcast/', {
    name: unique('Gagal'),
    channel: 'whatsapp',
    templateId,
    parameters: ['{nama}', 'Go'],
  });
  const query = `?search=${word}`;
  await admin.send('POST', `/admin/broadcast/${broadcastId}/send/${query}`, { ids: null, expected: 2 });
  await open(`/broadcast/${broadcastId}`, { tenant });
  const row = page.locator('tr[data-row]').filter({ hasText: wrong.name });
  await expect(row).toContainText('Message undeliverable');
  await expect(row).toContainText('Nothing reached them: can be tried again');
  const facts = page.getByRole('region', { name: 'Facts' });
  await expect(facts).toContainText(`Members found by “${word}”`);
  await expectAccessible(page, '/broadcast/$id');

  await setPhone(admin, wrong.userId, `0812${digits}20`);
  await page.getByRole('button', { name: 'Try failed again…' }).click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText('It failed for 1 person whom nothing can have reached.');
  await dialog.getByRole('button', { name: 'Send to 1 person' }).click();
  await expect(toast(page, 'It is tried again')).toBeVisible();
  await expect(row).toContainText(/Sent|Delivered|Read/);
  await expect(page.getByRole('button', { name: 'Try failed again…' })).toHaveCount(0);
});

test('who is left out is named in the preview, with links to where consent is recorded', async ({
  page,
  open,
  api,
}) => {
  const admin = await api('admin', tenant);
  const { word, people } = await members(admin, ['agreed', undefined]);
  const [, { userId, name }] = people as [Json, Json];
  const { broadcastId } = await admin.send('POST', '/admin/broadcast/', {
    name: unique('Kabar'),
    channel: 'mail',
    subject: 'Kabar',
    body: 'Halo',
  });
  await open(`/broadcast/${broadcastId}`, { tenant });
  await page.getByRole('button', { name: 'Choose people and send…' }).click();
  const dialog = dialogOf(page);
  await dialog.getByPlaceholder('Search name, e-mail or phone').fill(word);
  const left = dialog.getByRole('list', { name: 'Left out' });
  await expect(left.getByRole('link', { name })).toHaveAttribute('href', `/user/${userId}`);
  await expectAccessible(page, '/broadcast/$id');
  const opening = page.waitForEvent('popup');
  await left.getByRole('link', { name: 'No consent recorded' }).click();
  const list = await opening;
  await expect(list.locator('tr[data-row]')).toHaveCount(1);
  await expect(list.locator('tr[data-row]')).toContainText(name);
  await expect(list.getByRole('combobox', { name: 'Consent to mail' })).toHaveValue('unknown');
});
