/** Pictures of the guides. */
import { bulkChange } from './bulk-change.ts';
import { at, campaign, discountId, order, subscription, timeline, user, voucher } from './demo-places.ts';
import { learningPictures } from './guide-learning-pictures.ts';
import { besideRow, coretax, openLink } from './payment-places.ts';
import { type Picture, ofDialog, pressed } from './picture.ts';
import { chooseImport, importPage } from './import-file.ts';
import { type Screen, first, followed, fromMenu, list, selected } from './screen-states.ts';
import { voucherCodes } from './voucher-codes.ts';

const selling: Picture[] = [
  {
    file: 'discount-courses',
    show: followed(
      async (stage) => at(stage, `/discount/${await discountId(stage, 'Diskon Korporat')}`),
      async ({ page }) => {
        await page.getByText(/^Available/).click();
        await page.getByRole('table', { name: 'Available courses' }).locator('tr[data-row]').first().waitFor();
        await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
        await page.getByRole('region', { name: 'Selection' }).waitFor();
      },
    ),
  },
  {
    file: 'discount-conflict',
    show: async (stage) => {
      const admin = await stage.api();
      const { assignedCourses } = await admin.send('GET', `/admin/discount/${await discountId(stage, 'Promo Gajian')}`);
      const body = { name: 'Promo Akhir Pekan', discount: 15, discountType: 2, productType: 'courses' };
      const { discountId: id } = await admin.send('POST', '/admin/discount/', body);
      const course_ids = assignedCourses.map((one: { id: string }) => one.id);
      await admin.send('PUT', `/admin/discount/${id}/courses/`, { course_ids });
      await at(stage, `/discount/${id}`);
      await stage.page.getByRole('region', { name: 'Conflicts' }).waitFor();
    },
  },
  { file: 'campaign', show: campaign('Bulan Karier') },
  { file: 'promotions-timeline', show: timeline },
  {
    file: 'voucher-products',
    show: pressed(voucher('BUKUHEMAT'), 'Choose products', async ({ page }) => {
      await page.getByRole('dialog').getByRole('checkbox').nth(1).check();
    }),
    clip: ofDialog,
  },
  { file: 'voucher-codes', show: voucherCodes('BUKUHEMAT', 'BUKU') },
  {
    file: 'order-new',
    role: 'customer-service',
    show: async (stage) => {
      const admin = await stage.api();
      const { users } = await admin.send('GET', '/admin/user?search=putri');
      const { items } = await admin.send('GET', '/admin/orders/saleable/?search=bootcamp');
      await stage.open(`/order/new?userId=${users[0].id}&item=courses:${items[0].productId}&code=TUTUPTAHUN`);
      await stage.page.getByRole('heading', { name: 'Does not apply' }).waitFor();
    },
  },
  {
    file: 'price-why',
    role: 'customer-service',
    show: async (stage) => {
      const admin = await stage.api();
      const { users } = await admin.send('GET', '/admin/user?search=putri');
      const { items } = await admin.send('GET', '/admin/orders/saleable/?search=bootcamp');
      await stage.open(`/why-price?userId=${users[0].id}&item=courses:${items[0].productId}&code=TUTUPTAHUN`);
      await stage.page.getByRole('table', { name: 'Price by day' }).waitFor();
    },
  },
  {
    file: 'sales',
    show: list('/order/sales?period=last-month&by=product'),
  },
  {
    file: 'order-paid',
    role: 'customer-service',
    show: pressed(order('unpaid'), 'Record a payment'),
  },
  { file: 'payment-link', role: 'customer-service', show: openLink },
  { file: 'papers', show: list('/order/papers') },
  { file: 'papers-coretax', show: coretax },
  { file: 'companies', show: first('/company') },
  { file: 'payout', show: first('/payment/payouts') },
  {
    file: 'bank-transfers',
    role: 'customer-service',
    show: besideRow('/payment/statements', 'Orders that it may pay'),
  },
  { file: 'differences', show: besideRow('/payment/differences', 'There') },
  { file: 'refunds', show: list('/payment/refunds?view=to-transfer') },
  {
    file: 'agents-proposal',
    show: followed(list('/batch/proposals'), async ({ page }) => {
      await page.getByRole('row', { name: /Open/ }).getByRole('link').first().click();
      await page.getByRole('table', { name: 'Effects' }).waitFor();
    }),
  },
  { file: 'access-paid', show: list('/order/access') },
  {
    file: 'access-intended',
    show: followed(list('/order/access?view=access-unpaid'), async ({ page }) => {
      await page.getByRole('button', { name: 'Mark as intended' }).first().click();
      await page.getByRole('menuitem').first().waitFor();
    }),
  },
  {
    file: 'tracking-status',
    role: 'customer-service',
    show: followed(list('/order/tracking'), async ({ page }) => {
      await page.locator('[data-status-menu]').first().click();
      await page.getByRole('menuitemradio').first().waitFor();
    }),
  },
  { file: 'tracking-chase', role: 'customer-service', show: list('/order/tracking?queue=chase') },
  {
    file: 'tracking-recovery',
    role: 'customer-service',
    show: async ({ page, open }) => {
      await open('/order/tracking/recovery');
      await page.getByRole('table').first().waitFor();
    },
  },
  {
    file: 'subscription-redeem',
    show: pressed(subscription, 'Redeem for an event', async ({ page }) => {
      await page.getByRole('dialog').getByLabel('Event', { exact: true }).fill('Webinar Karier Data');
    }),
    clip: ofDialog,
  },
];

/** Two accounts that are compared before they are merged. */
const merge: Screen['show'] = async (stage) => {
  const admin = await stage.api();
  const idOf = async (name: string) => (await admin.send('GET', `/admin/user?search=${name}`)).users[0].id;
  await at(stage, `/user/merge/${await idOf('putri mahendra')}/${await idOf('sari utami')}`);
  await stage.page.getByRole('table', { name: 'Accounts' }).waitFor();
};

const people: Picture[] = [
  {
    file: 'user-password',
    show: followed(user('Putri Mahendra'), async ({ page }) => {
      await page.getByRole('link', { name: 'Account' }).click();
      const panel = page.getByRole('region', { name: 'Password' });
      await panel.getByRole('button', { name: 'Generate' }).click();
      await panel.scrollIntoViewIfNeeded();
    }),
    clip: (page) => page.getByRole('region', { name: 'Password' }),
  },
  { file: 'people-staff', role: 'superadmin', show: list('/staff') },
  { file: 'people-merge', show: merge },
  {
    file: 'broadcast-preview',
    show: followed(selected('/user?role=member&isAtRisk=true&pageSize=20'), async ({ page }) => {
      await page.getByRole('button', { name: /^Message \d+ people$/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Subject').fill('Kelas lanjutan sudah dibuka');
      await dialog
        .getByRole('textbox', { name: 'Message' })
        .fill('Halo Kak {nama},\n\npendaftaran kelas lanjutan sudah dibuka.\n\nSalam, {petugas}');
      await dialog.getByRole('button', { name: 'Continue to the preview' }).click();
      await dialog.getByRole('list', { name: 'Left out' }).waitFor();
    }),
    clip: ofDialog,
  },
  { file: 'people-import', show: followed(importPage, chooseImport) },
  {
    file: 'people-dossier',
    role: 'superadmin',
    show: followed(user('Putri Mahendra'), async ({ page }) => {
      await page.getByRole('link', { name: 'Account' }).click();
      await page.getByRole('button', { name: 'Note a request' }).click();
      await page.getByRole('button', { name: 'Note request' }).click();
      await page.getByRole('button', { name: 'Make dossier' }).waitFor();
      await page.getByRole('region', { name: 'Personal data' }).scrollIntoViewIfNeeded();
    }),
    clip: (page) => page.getByRole('region', { name: 'Personal data' }),
  },
  {
    file: 'second-factor',
    show: followed(followed(list('/user'), fromMenu('Second factor')), async ({ page }) => {
      await page.getByRole('button', { name: 'Add a second factor' }).click();
      await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor();
    }),
    clip: ofDialog,
  },
  {
    file: 'user-assign',
    show: pressed(selected('/user'), 'Assign a course', async ({ page }) => {
      await page.getByRole('radio').first().check();
      await page.getByText(/^Assign \d+ people to/).waitFor();
    }),
  },
  {
    file: 'list-palette',
    show: followed(list('/order'), async ({ page }) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('laravel');
      await page
        .getByRole('option', { name: /laravel/i })
        .first()
        .waitFor();
    }),
    clip: ofDialog,
  },
  { file: 'bulk-change', show: bulkChange },
  { file: 'jobs', role: 'superadmin', show: (stage) => at(stage, '/jobs?state=all') },
  { file: 'integration-keys', role: 'superadmin', show: list('/integration') },
];

export const guidePictures: Picture[] = [...learningPictures, ...selling, ...people].map((picture) => ({
  ...picture,
  file: `docs/guide/pictures/${picture.file}.png`,
}));
