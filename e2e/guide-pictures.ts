/** The pictures of the guides: the moments of a job that words alone would not show. */
import type { Page } from '@playwright/test';
import { certificatesOf } from './certified.ts';
import {
  at,
  chosenItem,
  course,
  discountId,
  firstItem,
  order,
  path,
  subscription,
  user,
  voucher,
} from './demo-places.ts';
import type { Picture } from './picture.ts';
import { voucherCodes } from './voucher-codes.ts';
import { type Screen, dialog, followed, list, selected } from './stage.ts';

const cohort = 'Bootcamp Front-End React Batch 7';
const flexy = 'JavaScript Dasar untuk Pemula';
const draft = 'Docker untuk Pengembang';

const ofDialog = (page: Page) => page.getByRole('dialog');
const pressed = (show: Screen['show'], name: string | RegExp, more: Screen['show'] = dialog()): Screen['show'] =>
  followed(show, async (stage) => {
    await stage.page.getByRole('button', { name }).first().click();
    await more(stage);
  });

const learning: Picture[] = [
  {
    file: 'course-new',
    show: followed(list('/course/flexy'), async (stage) => {
      await stage.page.keyboard.press('n');
      await dialog()(stage);
      await stage.page.getByRole('dialog').getByLabel('Name').fill('Git dan GitHub untuk Tim');
    }),
    clip: ofDialog,
  },
  { file: 'course-publish', show: course('flexy', draft) },
  { file: 'course-members', show: course('flexy', flexy, '/members') },
  {
    file: 'curriculum-add',
    role: 'instructor',
    show: followed(chosenItem('flexy', draft, 'Kuis: API pertama'), async ({ page }) => {
      await page.getByRole('treeitem', { selected: true }).press('Enter');
      await page.getByLabel('Name of the new item').fill('Menjalankan kontainer pertama');
    }),
  },
  {
    file: 'curriculum-copy',
    role: 'instructor',
    show: pressed(course('flexy', draft, '/curriculum'), 'Copy from another course…', async ({ page }) => {
      await page.getByRole('dialog').getByRole('searchbox', { name: 'Course' }).fill('REST API');
      await page.getByRole('button', { name: /^Membangun REST API/ }).click();
      await page.getByRole('group', { name: 'What is copied' }).getByRole('checkbox').first().check();
    }),
    clip: ofDialog,
  },
  {
    file: 'quiz-import',
    role: 'instructor',
    show: pressed(firstItem('flexy', flexy, 'QUIZ', '/questions'), 'Import', async ({ page }) => {
      const text = 'Apa ibu kota Jawa Barat? {=Bandung ~Semarang ~Surabaya}\n\nHTTP adalah protokol tanpa keadaan. {T}';
      await page.getByRole('dialog').getByLabel('Or paste the questions').fill(text);
      await page.getByRole('button', { name: 'Read the text' }).click();
      await page.getByRole('button', { name: 'Add 2 questions' }).waitFor();
    }),
    clip: ofDialog,
  },
  {
    file: 'quiz-try',
    role: 'instructor',
    show: pressed(firstItem('flexy', flexy, 'QUIZ', '/questions'), 'Try it', async ({ page }) => {
      await page.getByRole('radio').nth(3).check();
      await page.getByRole('button', { name: 'Finish' }).click();
      await page.getByText(/^Score \d/).waitFor();
    }),
  },
  { file: 'quiz-results', role: 'instructor', show: firstItem('flexy', flexy, 'QUIZ', '/results') },
  {
    file: 'attendance-marks',
    role: 'instructor',
    show: followed(firstItem('fast-track', cohort, 'LIVE_CLASS', '/attendance'), async ({ page }) => {
      await page.getByRole('radio', { name: 'Hadir' }).first().focus();
      await page.keyboard.press('h');
      await page.keyboard.press('t');
      await page.getByRole('button', { name: /^Review/ }).waitFor();
    }),
  },
  {
    file: 'attendance-list',
    role: 'instructor',
    show: pressed(firstItem('fast-track', cohort, 'LIVE_CLASS', '/attendance'), 'From a list', async ({ page }) => {
      const rows = ['Name,Email,Duration', 'Citra,citra.yulianti@kampus.test,118', 'Tamu,tamu@example.com,40'];
      await page.getByRole('dialog').getByLabel('List', { exact: true }).fill(rows.join('\n'));
      await page.getByRole('list', { name: 'Not found' }).waitFor();
    }),
    clip: ofDialog,
  },
  {
    file: 'schedule-pattern',
    role: 'instructor',
    show: pressed(course('fast-track', cohort, '/schedule'), 'Add classes', async ({ page }) => {
      await page.getByRole('dialog').getByLabel('Sel').check();
      await page.getByRole('dialog').getByLabel('Kam').check();
      await page.getByRole('list', { name: 'Planned classes' }).waitFor();
    }),
    clip: ofDialog,
  },
  {
    file: 'schedule-move',
    role: 'instructor',
    show: pressed(course('fast-track', cohort, '/schedule'), 'Move Aplikasi nyata', async ({ page }) => {
      await page.getByRole('textbox', { name: 'New start' }).fill('+5 19.00');
      await page.getByRole('textbox', { name: 'New start' }).press('Tab');
      await page.getByRole('button', { name: 'Move class' }).waitFor();
    }),
    clip: ofDialog,
  },
  { file: 'path-days', show: path('Menjadi Back-End Developer', '/days') },
  { file: 'certificate-members', show: certificatesOf('/members') },
];

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
    file: 'order-paid',
    role: 'customer-service',
    show: pressed(order('unpaid'), 'Mark as paid'),
  },
  {
    file: 'tracking-status',
    role: 'customer-service',
    show: followed(list('/order/tracking'), async ({ page }) => {
      await page.locator('[data-status-menu]').first().click();
      await page.getByRole('menuitemradio').first().waitFor();
    }),
  },
  {
    file: 'subscription-redeem',
    show: pressed(subscription, 'Redeem for an event', async ({ page }) => {
      await page.getByRole('dialog').getByRole('textbox', { name: 'Event' }).fill('Webinar Karier Data');
    }),
    clip: ofDialog,
  },
];

const people: Picture[] = [
  {
    file: 'user-password',
    show: followed(user('Putri Mahendra'), async ({ page }) => {
      const panel = page.getByRole('region', { name: 'Password' });
      await panel.getByRole('button', { name: 'Generate' }).click();
      await panel.scrollIntoViewIfNeeded();
    }),
    clip: (page) => page.getByRole('region', { name: 'Password' }),
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
  { file: 'jobs', role: 'superadmin', show: (stage) => at(stage, '/jobs?state=all') },
];

export const guidePictures: Picture[] = [...learning, ...selling, ...people].map((picture) => ({
  ...picture,
  file: `docs/guide/pictures/${picture.file}.png`,
}));
