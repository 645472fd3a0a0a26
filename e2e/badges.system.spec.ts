/** Tests that each status has its colour of domain.md in light, and at least the same contrast in dark. */
import type { Locator } from '@playwright/test';
import { expect, test, unique } from './fixtures.ts';

/** Background and text in light (domain.md, Badge colours). */
const palette = {
  yellow: ['#fef3c7', '#92400e'],
  green: ['#d1fae5', '#065f46'],
  blue: ['#dbeafe', '#1e40af'],
  grey: ['#e5e7eb', '#374151'],
  red: ['#fee2e2', '#991b1b'],
  purple: ['#ede9fe', '#5b21b6'],
} as const;
type Colour = keyof typeof palette;

/** A status, its badge, and a list of the demo that shows it. */
const badges: readonly (readonly [string, Colour, path: string])[] = [
  ['Belum Dibayar', 'yellow', '/order?status=unpaid'],
  ['Menunggu Pembayaran', 'yellow', '/order?status=pending'],
  ['Lunas', 'green', '/order?status=paid'],
  ['Kedaluwarsa', 'grey', '/order?status=expired'],
  ['Dibatalkan', 'red', '/order?status=cancelled'],
  ['Gagal', 'red', '/order?status=failed'],
  ['Dikembalikan', 'purple', '/order?status=refunded'],
  ['Draft', 'grey', '/course/fast-track?pageSize=100'],
  ['To do', 'yellow', '/course/fast-track?pageSize=100'],
  ['On going', 'blue', '/course/fast-track?pageSize=100'],
  ['Finished', 'grey', '/course/fast-track?pageSize=100'],
  ['Published', 'green', '/learning-path?isPublished=true'],
  ['Draft', 'grey', '/learning-path?isPublished=false'],
  ['Active', 'green', '/discount?pageSize=100'],
  ['Scheduled', 'blue', '/discount?pageSize=100'],
  ['Inactive', 'grey', '/discount?pageSize=100'],
  ['Expired', 'grey', '/discount?pageSize=100'],
  ['Not reviewed', 'yellow', '/submission?sort=not-reviewed'],
  ['Checked', 'green', '/submission?sort=checked'],
];

const hexOf = (rgb: string) =>
  `#${(rgb.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
const shown = async (badge: Locator) =>
  (
    await badge.evaluate((one) => {
      const { backgroundColor, color } = getComputedStyle(one);
      return [backgroundColor, color];
    })
  ).map(hexOf);

/** Relative luminance (WCAG 2). */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(pair: readonly string[]): number {
  const [dark = 0, light = 0] = pair.map(luminance).toSorted((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

async function check(badge: Locator, colour: Colour): Promise<void> {
  const page = badge.page();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => shown(badge)).toEqual(palette[colour]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => shown(badge)).not.toEqual(palette[colour]);
  const pair = await shown(badge);
  expect(contrast(pair)).toBeGreaterThanOrEqual(contrast(palette[colour]));
}

for (const [label, colour, path] of badges)
  test(`the status ${label} of ${path} is ${colour}`, async ({ page, open }) => {
    await open(path);
    await check(page.locator('tr[data-row]').getByText(label, { exact: true }).first(), colour);
  });

test('a used-up voucher is grey', async ({ page, open }) => {
  await open('/voucher?search=HEMAT100');
  await check(page.locator('tr[data-row]').getByText('Used up', { exact: true }), 'grey');
});

/** Each is switched on, in its period, and lowers no price. */
for (const [kind, label, colour, over] of [
  ['voucher', 'Not published', 'grey', { allProduct: true, isPublished: false }],
  ['voucher', 'Nothing assigned', 'yellow', { allProduct: false, isPublished: true }],
  ['discount', 'Nothing assigned', 'yellow', { productType: 'products', discount: 10 }],
] as const)
  test(`the badge ${label} of a ${kind} is ${colour}`, async ({ page, open, api }) => {
    const admin = await api();
    const name = unique(label);
    const code = unique('B').replace(/\W/g, '').toUpperCase();
    const draft = { name, discountType: 2, startDate: '2026-01-01T00:00:00Z' };
    const made = await admin.send('POST', `/admin/${kind}/`, {
      ...draft,
      ...(kind === 'voucher' && { code, discountPrice: 10 }),
      ...over,
    });
    await admin.send('PUT', `/admin/${kind}/${made[`${kind}Id`]}/status/`, { status: 1 });
    await open(`/${kind}?search=${encodeURIComponent(name)}`);
    await check(page.locator('tr[data-row]').getByText(label, { exact: true }), colour);
  });

test('a published path whose courses are drafts says that there is nothing to open, in yellow', async ({
  page,
  open,
  api,
}) => {
  const admin = await api();
  const name = unique('Jalur Tertutup');
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name: unique('Kelas Tertutup') });
  const { pathID } = await admin.send('POST', '/admin/learning-path/', { name });
  await admin.send('PUT', `/admin/learning-path/${pathID}/courses/`, { course_ids: [courseId] });
  await admin.send('PUT', `/admin/learning-path/${pathID}/`, { name, isPublished: true });
  await open(`/learning-path?search=${encodeURIComponent(name)}`);
  await check(page.locator('tr[data-row]').getByText('Nothing to open', { exact: true }), 'yellow');
  await page.goto(`/learning-path/${pathID}`);
  await expect(page.locator('main header').getByText('Nothing to open')).toBeVisible();
});

test('a voucher has the same badge in the list, beside it and on its page, and none other matches the filter', async ({
  page,
  open,
  api,
}) => {
  // A brand where no other test creates vouchers.
  const { vouchers } = await (await api('admin', 'data')).send('GET', '/admin/voucher/?pageSize=100');
  await open('/voucher?pageSize=100', { tenant: 'data' });
  const cells = page.locator('tr[data-row] td:last-child');
  let total = 0;
  for (const label of ['Active', 'Scheduled', 'Inactive', 'Expired', 'Not published', 'Used up', 'Nothing assigned']) {
    await page.goto(new URL('/voucher?pageSize=100', page.url()).href);
    const status = page.getByRole('combobox', { name: 'Status' });
    const word = await status.getByRole('option', { name: label, exact: true }).getAttribute('value');
    await page.goto(new URL(`/voucher?pageSize=100&status=${word}`, page.url()).href);
    await expect(cells.or(page.getByText('Nothing matches')).first()).toBeVisible();
    const shown = await cells.allTextContents();
    expect(new Set(shown)).toEqual(new Set(shown.length > 0 ? [label] : []));
    total += shown.length;
    if (shown.length === 0) continue;
    await page.locator('tr[data-row]').first().getByRole('link').first().focus();
    await page.keyboard.press(' ');
    const panel = page.getByRole('complementary', { name: 'Peek at the voucher' });
    await expect(panel.getByText(label, { exact: true })).toBeVisible();
    await expect(panel.getByRole('region', { name: 'Facts' })).toContainText('Used');
    await page.keyboard.press('Enter');
    await expect(page.locator('main header [data-colour]')).toHaveText(label);
  }
  expect(total).toBe(vouchers.length);
});

test('a revoked certificate is red', async ({ page, open, api }) => {
  const { courses } = await (await api()).send('GET', '/admin/certificate/?pageSize=100');
  const { id } = courses.find(({ revoked }: { revoked: number }) => revoked > 0);
  await open(`/certificate/course/${id}?status=revoked`);
  await check(page.locator('tr[data-row]').getByText('Revoked', { exact: true }).first(), 'red');
});
