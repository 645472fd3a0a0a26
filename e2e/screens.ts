/** Every screen, dialog, menu and state; the system tier checks them with axe and `npm run screens` captures them. */
import {
  type Screen,
  withResponse,
  changedView,
  openConflict,
  courseTab,
  dialog,
  first,
  fromMenu,
  list,
  liveClass,
  pathTab,
  peeked,
  problem,
  quizOf,
  courseWithLessons,
  refusedSwitch,
  rows,
  savedFirst,
  selected,
  followed,
  openTab,
  openUnsaved,
  type Stage,
} from './screen-states.ts';
import { bulkChange, runningBulkChange } from './bulk-change.ts';
import { certificatesOf, publicCertificate } from './demo-certificates.ts';
import { at, classToMark, order, timeline } from './demo-places.ts';
import { chooseImport, importPage } from './import-file.ts';
import { unique } from './fixtures.ts';
import { pressInHeadMenu } from './head.ts';
import { besideRow, coretax, paymentScreens } from './payment-places.ts';
import { emptyToday, noSteps } from './today.ts';
import { voucherCodes } from './voucher-codes.ts';

/** Creates a broadcast by mail that is not sent yet. */
async function draftBroadcast({ api }: Stage): Promise<string> {
  const body = {
    name: unique('Kelas baru Desember'),
    channel: 'mail',
    subject: 'Kelas baru untuk Kak {nama}',
    body: 'Halo Kak {nama},\n\npendaftaran kelas Desember sudah dibuka. Balas e-mail ini untuk bertanya.\n\nSalam, {petugas}',
  };
  const { broadcastId } = await (await api()).send('POST', '/admin/broadcast/', body);
  return broadcastId;
}

export const screens: Screen[] = [
  {
    name: 'sign-in',
    show: async ({ page, open }) => {
      await open('/home');
      await page.context().clearCookies();
      await page.goto('/');
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    },
  },
  {
    name: 'sign in again',
    show: async (stage) => {
      await openUnsaved(stage);
      await stage.page.context().clearCookies({ name: 'accessToken' });
      await stage.page.evaluate(() => localStorage.setItem('refreshToken', 'no longer known'));
      await stage.page.keyboard.press('Control+s');
      await dialog('Sign in again')(stage);
    },
  },
  {
    name: 'home',
    show: async ({ page, open }) => {
      await open('/home');
      await page.locator('tr[data-row]').first().waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  { name: 'home, beside the list', show: peeked('/home') },
  {
    name: 'home, nothing waits',
    show: withResponse(
      '**/api/admin/home/',
      (route) => route.fulfill({ json: emptyToday }),
      async ({ page, open }) => {
        await open('/home');
        await page.getByRole('heading', { name: 'Nothing waits for you' }).waitFor();
      },
    ),
  },
  {
    name: 'home, first steps',
    show: withResponse(
      '**/api/admin/home/',
      (route) => route.fulfill({ json: { ...emptyToday, steps: noSteps } }),
      async ({ page, open }) => {
        await open('/home');
        await page.getByRole('heading', { name: 'To the first sale' }).waitFor();
      },
    ),
  },
  { name: 'users', show: list('/user') },
  { name: 'users, selected', show: selected('/user') },
  {
    name: 'assign a course to users',
    show: followed(selected('/user'), async ({ page }) => {
      await page.getByRole('button', { name: 'Assign a course' }).click();
      await page.getByRole('radio').first().check();
      await page.getByText(/^Assign \d+ people to/).waitFor();
      await page.waitForLoadState('networkidle');
    }),
  },
  {
    name: 'new member',
    show: followed(list('/user'), async ({ page }) => {
      await page.keyboard.press('n');
      await page.getByRole('dialog').waitFor();
    }),
  },
  { name: 'import', show: importPage },
  { name: 'import, preview', show: followed(importPage, chooseImport) },
  { name: 'user', show: first('/user') },
  ...['Courses', 'Orders', 'Submissions and certificates', 'Timeline', 'Account'].map((tab) => ({
    name: `user, ${tab.toLowerCase()}`,
    show: followed(first('/user'), (stage) => openTab(stage, tab)),
  })),
  { name: 'flexy courses', show: list('/course/flexy') },
  { name: 'flexy course', show: first('/course/flexy') },
  {
    name: 'curriculum',
    show: followed(first('/course/flexy'), async ({ page }) => {
      await page.getByRole('link', { name: 'Curriculum' }).click();
      await page.waitForURL(/curriculum/);
      await page.waitForLoadState('networkidle');
    }),
  },
  {
    name: 'curriculum, a lesson chosen and a new one being written',
    show: followed(courseWithLessons('curriculum'), async ({ page }) => {
      const line = page.getByRole('treeitem', { level: 2 }).first();
      await line.focus();
      await page.keyboard.press('Enter');
      await page.getByLabel('Name of the new item').fill('Materi baru');
      await page.waitForLoadState('networkidle');
    }),
  },
  {
    name: 'curriculum, several selected',
    show: followed(courseWithLessons('curriculum'), async ({ page }) => {
      await page.getByRole('treeitem', { level: 2 }).first().focus();
      await page.keyboard.press('x');
      await page.keyboard.press('Shift+ArrowDown');
      await page.getByText(/ selected$/).waitFor();
      await page.waitForLoadState('networkidle');
    }),
  },
  {
    name: 'curriculum of nothing',
    show: async (stage) => {
      const { courseId } = await (
        await stage.api()
      ).send('POST', '/admin/course/type/flexy/', { name: unique('Kosong') });
      await stage.open(`/course/flexy/${courseId}/curriculum`);
      await stage.page.getByRole('button', { name: 'Add a section' }).waitFor();
    },
  },
  { name: 'a course as a member', show: courseWithLessons('rehearsal') },
  {
    name: 'a quiz beside the curriculum',
    show: followed(quizOf(''), async ({ page }) => {
      await page.getByRole('link', { name: /^Kelas Kuis/ }).click();
      await page.getByRole('treeitem', { name: /^Kuis Pembuka/ }).click();
      await page.getByRole('button', { name: 'Add question' }).waitFor();
    }),
  },
  { name: 'quiz', show: quizOf('') },
  { name: 'questions of a quiz', show: quizOf('/questions') },
  {
    name: 'a quiz tried as a member, finished',
    show: followed(quizOf('/questions'), async ({ page }) => {
      await page.getByRole('button', { name: 'Try it' }).click();
      await page.getByRole('radio').first().check();
      await page.getByRole('button', { name: 'Finish' }).click();
      await page.getByText('Score 50').waitFor();
    }),
  },
  {
    name: 'questions of a quiz, refused',
    show: followed(quizOf('/questions'), async ({ page }) => {
      await page.getByRole('button', { name: 'Add question' }).click();
      await page.keyboard.press('Control+s');
      await page.getByText(/ fields? needs? a look$/).waitFor();
    }),
  },
  { name: 'members of a course', show: courseTab('Members') },
  { name: 'waiting list of a course', show: courseTab('Waiting list') },
  { name: 'attendance of a course', show: courseTab('Attendance') },
  { name: 'gradebook of a course', show: courseTab('Gradebook') },
  { name: 'members at risk', show: list('/learning') },
  {
    name: 'members at risk, write to some',
    show: followed(selected('/learning'), async ({ page }) => {
      await page.getByRole('button', { name: /^Write to \d+ members$/ }).click();
      await page.locator('[data-preview]').waitFor();
    }),
  },
  { name: 'messages to members at risk', show: list('/learning/messages') },
  { name: 'broadcasts', show: list('/broadcast') },
  {
    name: 'broadcast, draft',
    show: async (stage) => {
      await stage.open(`/broadcast/${await draftBroadcast(stage)}`);
      await stage.page.getByLabel('Subject').waitFor();
    },
  },
  {
    name: 'broadcast, choose people',
    show: async (stage) => {
      await stage.open(`/broadcast/${await draftBroadcast(stage)}`);
      await stage.page.getByRole('button', { name: 'Choose people and send…' }).click();
      await stage.page.getByRole('list', { name: 'Left out' }).waitFor();
    },
  },
  {
    name: 'broadcast, sent',
    show: async (stage) => {
      await list('/broadcast?search=Kabar+kelas+baru')(stage);
      await stage.page.getByRole('link', { name: /^Kabar kelas baru/ }).click();
      await rows(stage.page);
    },
  },
  {
    name: 'message to selected people',
    show: followed(selected('/user?role=member'), async ({ page }) => {
      await page.getByRole('button', { name: /^Message \d+ p/ }).click();
      await page.getByLabel('Subject').waitFor();
    }),
  },
  { name: 'templates of WhatsApp', show: list('/broadcast/whatsapp') },
  {
    name: 'link to opt out, wrong',
    show: async ({ page, open }) => {
      await open('/unsubscribe/x');
      await page.getByRole('heading', { name: 'Tautan tidak berlaku' }).waitFor();
    },
  },
  { name: 'final project', show: courseTab('Final project') },
  { name: 'certificates of a course', show: courseTab('Certificates') },
  { name: 'courses with certificates', show: list('/certificate') },
  { name: 'certificates', show: certificatesOf('') },
  { name: 'members without a certificate', show: certificatesOf('/members') },
  { name: 'a certificate for who holds one', show: publicCertificate('issued') },
  { name: 'a revoked certificate', show: publicCertificate('revoked') },
  {
    name: 'a certificate that there is none of',
    show: async ({ page, open }) => {
      await open('/certificate/2222222222');
      await page.getByRole('heading', { name: 'Sertifikat tidak ditemukan' }).waitFor();
    },
  },
  {
    name: 'assign many people',
    show: followed(courseTab('Members'), async ({ page }) => {
      await page.getByRole('button', { name: 'Assign many' }).click();
      await page.getByRole('dialog').waitFor();
    }),
  },
  { name: 'live class', show: liveClass('') },
  { name: 'attendance of a class', show: liveClass('/attendance') },
  {
    name: 'attendance from a list',
    show: followed(liveClass('/attendance'), async ({ page }) => {
      await page.getByRole('button', { name: 'From a list' }).click();
      await page.getByRole('dialog').getByLabel('List', { exact: true }).fill('tamu@asing.test');
      await page.getByRole('list', { name: 'Not found' }).waitFor();
    }),
  },
  {
    name: 'attendance from reports',
    show: followed(classToMark, async ({ page }) => {
      await page.getByRole('button', { name: /^From \d+ reports$/ }).click();
      await page
        .getByRole('dialog')
        .getByText(/ minutes: /)
        .first()
        .waitFor();
    }),
  },
  {
    name: 'attendance looked at once more',
    show: followed(liveClass('/attendance'), async ({ page }) => {
      await page.getByRole('button', { name: 'Mark all as Hadir' }).click();
      await page.getByRole('button', { name: /^Review/ }).click();
      await page.getByText('This is saved once.').waitFor();
    }),
  },
  { name: 'pictures of a class', show: liveClass('/documentation') },
  { name: 'fast-track courses', show: list('/course/fast-track') },
  { name: 'fast-track course', show: first('/course/fast-track') },
  ...(['week', 'month', 'agenda'] as const).map((view) => ({
    name: `calendar, ${view}`,
    show: async ({ page, open }: Stage) => {
      await open(`/calendar?view=${view}`);
      await page.getByRole('region', { name: /^Classes, / }).waitFor();
    },
  })),
  {
    name: 'class beside the calendar',
    show: async ({ page, open }) => {
      await open('/calendar?view=month');
      await page.locator('[data-row]').first().click();
      await page.getByRole('region', { name: 'Facts' }).waitFor();
    },
  },
  {
    name: 'calendar without classes',
    show: async ({ page, open }) => {
      await open('/calendar?date=2001-01-01');
      await page.getByText('No classes in this period').waitFor();
    },
  },
  {
    name: 'schedule',
    show: followed(first('/course/fast-track'), async ({ page }) => {
      await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Schedule' }).click();
      await page.waitForURL(/schedule/);
      await page.waitForLoadState('networkidle');
    }),
  },
  {
    name: 'next batch of a course',
    show: followed(first('/course/fast-track'), async (stage) => {
      await pressInHeadMenu(stage.page, 'Next batch…');
      await stage.page.getByRole('list', { name: 'Dates' }).waitFor();
      await dialog()(stage);
    }),
  },
  {
    name: 'create a meeting link',
    show: async (stage) => {
      const { page, open, api } = stage;
      const admin = await api();
      const { courseId } = await admin.send('POST', '/admin/course/type/fast-track/', { name: unique('Kelas Tautan') });
      const times = { startAt: '2027-03-01T12:00:00Z', endAt: '2027-03-01T14:00:00Z' };
      await admin.send('POST', `/admin/course/${courseId}/section/`, { name: 'Pekan satu', ...times });
      await open(`/course/fast-track/${courseId}/schedule`);
      await page.getByRole('button', { name: 'Create Meet link: Pekan satu' }).click();
      await dialog()(stage);
    },
  },
  {
    name: 'schedule, no meeting server',
    show: async ({ page, open, api }) => {
      const admin = await api();
      const { courses } = await admin.send('GET', '/admin/course/type/fast-track/?pageSize=100');
      const { id } = courses.find(({ totalSections }: { totalSections: number }) => totalSections > 0);
      const schedule = await admin.send('GET', `/admin/course/${id}/schedule/`);
      await page.route(`**/api/admin/course/${id}/schedule/`, (route) =>
        route.fulfill({ json: { ...schedule, links: 'unconfigured' } }),
      );
      await open(`/course/fast-track/${id}/schedule`);
      await page.getByText('No meeting server is configured').waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'classes by a pattern',
    show: followed(first('/course/fast-track'), async ({ page }) => {
      await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Schedule' }).click();
      await page.getByRole('button', { name: 'Add classes' }).click();
      await page.getByRole('dialog').getByLabel('Sel').check();
      await page.getByRole('list', { name: 'Planned classes' }).waitFor();
    }),
  },
  { name: 'learning paths', show: list('/learning-path') },
  { name: 'learning path', show: first('/learning-path') },
  {
    name: 'courses of a learning path',
    show: pathTab('courses', ({ totalCourses }) => totalCourses > 1),
  },
  { name: 'end of a learning path', show: pathTab('final', ({ name }) => name.includes('Back-End')) },
  { name: 'learning path as a member', show: pathTab('days', ({ isDripContent }) => isDripContent) },
  { name: 'submissions', show: list('/submission') },
  { name: 'submission', show: first('/submission') },
  {
    name: 'submission with a file and a score that is typed',
    show: async ({ page, open, api }) => {
      const { projects } = await (await api()).send('GET', '/admin/project-submissions/?pageSize=100');
      const { id } = projects.find(({ fileUrl }: { fileUrl: string | null }) => fileUrl?.endsWith('.webp'));
      await open(`/submission/${id}`);
      await page.getByLabel('Score', { exact: true }).fill('88');
      await page.getByRole('region', { name: 'Unsaved changes' }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  { name: 'a submission beside the list', show: peeked('/submission') },
  { name: 'discounts', show: list('/discount') },
  { name: 'discount', show: first('/discount') },
  { name: 'campaigns', show: list('/campaign') },
  { name: 'campaign', show: first('/campaign') },
  { name: 'promotions over time', show: timeline },
  { name: 'vouchers', show: list('/voucher') },
  { name: 'voucher', show: first('/voucher') },
  {
    name: 'the price of a product with a voucher',
    show: followed(first('/voucher'), async ({ page }) => {
      const price = page.getByRole('region', { name: 'Price of a product' });
      await price.getByRole('combobox', { name: 'Product' }).click();
      await page.getByRole('listbox').getByRole('option').first().click();
      await price.getByRole('definition').first().waitFor();
    }),
  },
  { name: 'staff', show: list('/staff') },
  { name: 'tags', show: list('/tag') },
  { name: 'tag', show: first('/tag') },
  { name: 'companies', show: list('/company') },
  { name: 'company', show: first('/company') },
  { name: 'products', show: list('/product') },
  { name: 'product', show: first('/product') },
  {
    name: 'courses of a voucher',
    show: followed(first('/voucher'), async ({ page }) => {
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Courses/ })
        .click();
      await page.getByRole('region', { name: /^Courses/ }).waitFor();
    }),
  },
  {
    name: 'choosing products of a voucher',
    show: followed(first('/voucher'), async ({ page }) => {
      await page.getByRole('button', { name: 'Choose products' }).click();
      await page.getByRole('dialog').getByRole('checkbox').nth(1).check();
      await page.waitForLoadState('networkidle');
    }),
  },
  { name: 'codes of a voucher', show: voucherCodes('BUKUHEMAT', 'BUKU') },
  {
    name: 'uses of a voucher',
    show: async ({ page, open, api }) => {
      const { vouchers } = await (await api()).send('GET', '/admin/voucher/?pageSize=100');
      const used = vouchers.find(({ usedCount }: { usedCount: number }) => usedCount > 0);
      await open(`/voucher/${used.voucherId}/uses`);
      await page.locator('tr[data-row]').first().waitFor();
    },
  },
  { name: 'orders', show: list('/order') },
  {
    name: 'new order',
    show: async ({ page, open, api }) => {
      const admin = await api();
      const { users } = await admin.send('GET', '/admin/user?search=putri');
      const { items } = await admin.send('GET', '/admin/orders/saleable/?search=bootcamp');
      await open(`/order/new?userId=${users[0].id}&item=courses:${items[0].productId}&code=TUTUPTAHUN`);
      await page.getByRole('heading', { name: 'Does not apply' }).waitFor();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'why this price',
    show: async ({ page, open, api }) => {
      const admin = await api();
      const { users } = await admin.send('GET', '/admin/user?search=putri');
      const { items } = await admin.send('GET', '/admin/orders/saleable/?search=bootcamp');
      await open(`/why-price?userId=${users[0].id}&item=courses:${items[0].productId}&code=TUTUPTAHUN`);
      await page.getByRole('table', { name: 'Price by day' }).waitFor();
      await page.getByText(/with another code/).click();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'why this price, nothing chosen',
    show: async ({ page, open }) => {
      await open('/why-price');
      await page.getByText('No product yet').waitFor();
    },
  },
  { name: 'sales', show: list('/order/sales') },
  { name: 'sales by product', show: list('/order/sales?by=product&period=last-month') },
  { name: 'sales by promotion', show: list('/order/sales?by=promotion&group=week') },
  {
    name: 'sales of a period without any',
    show: async ({ page, open }) => {
      await open('/order/sales?period=custom&from=2001-01-01&to=2001-01-31');
      await page.getByText('No sales in this period').waitFor();
    },
  },
  {
    name: 'sales, not loaded',
    show: withResponse(
      '**/api/admin/orders/sales/?*',
      (route) => route.fulfill(problem(500, 'The server could not do it')),
      async ({ page, open }) => {
        await open('/order/sales');
        await page.getByRole('button', { name: 'Try again' }).waitFor();
      },
    ),
  },
  { name: 'refunds', show: list('/payment/refunds?view=all') },
  { name: 'refunds to transfer', show: list('/payment/refunds?view=to-transfer') },
  {
    name: 'refunds, none found',
    show: async ({ page, open }) => {
      await open('/payment/refunds?search=nothing+like+it');
      await page.getByRole('button', { name: 'Clear' }).first().waitFor();
    },
  },
  { name: 'differences', show: list('/payment/differences') },
  { name: 'differences, explained', show: list('/payment/differences?view=explained') },
  { name: 'differences, history', show: (stage) => at(stage, '/payment/differences?view=gone') },
  { name: 'bank transfers', show: list('/payment/statements') },
  { name: 'bank transfers, a line', show: besideRow('/payment/statements', 'Orders that it may pay') },
  { name: 'bank transfers that are ignored', show: list('/payment/statements?state=ignored') },
  { name: 'bank statements', show: list('/payment/statements/list') },
  { name: 'payouts', show: list('/payment/payouts') },
  { name: 'payout', show: first('/payment/payouts') },
  {
    name: 'import of payouts',
    show: async ({ page, open }) => {
      await open('/payment/payouts/import');
      await page.getByRole('button', { name: 'Choose a file' }).waitFor();
    },
  },
  { name: 'papers', show: list('/order/papers') },
  {
    name: 'papers of a month without any',
    show: async ({ page, open }) => {
      await open('/order/papers?search=nothing+like+it');
      await page.getByRole('button', { name: 'Clear' }).first().waitFor();
    },
  },
  { name: 'coretax', show: coretax },
  { name: 'orders, selected', show: selected('/order') },
  {
    name: 'orders, looking for a product',
    show: followed(list('/order'), async ({ page }) => {
      await page.getByRole('button', { name: 'Product', exact: true }).click();
      await page.getByRole('listbox').getByRole('option').first().waitFor();
    }),
  },
  {
    name: 'exports',
    show: async ({ page, open }) => {
      await open('/order?status=failed');
      await page.getByRole('button', { name: 'Export' }).click();
      await page.waitForEvent('download');
      await open('/exports');
      await page.locator('tr[data-row]').first().waitFor();
    },
  },
  { name: 'bulk change', show: bulkChange },
  { name: 'bulk change, running', show: runningBulkChange },
  {
    name: 'bulk changes',
    show: followed(bulkChange, async ({ page }) => {
      await page.getByRole('link', { name: 'Bulk changes' }).first().click();
      await page.locator('tr[data-row]').first().waitFor();
    }),
  },
  { name: 'order', show: first('/order') },
  { name: 'an order beside the list', show: peeked('/order') },
  {
    name: 'the price of an order today',
    show: followed(order('paid'), async ({ page }) => {
      await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: 'Why this price' }).click();
      await page.getByRole('row', { name: /^To pay/ }).waitFor();
    }),
  },
  ...paymentScreens,
  {
    name: 'recording a payment',
    show: followed(order('unpaid'), async ({ page }) => {
      await page.getByRole('button', { name: 'Record a payment' }).click();
      await page.getByRole('dialog').waitFor();
    }),
  },
  {
    name: 'cancelling a paid order',
    show: followed(order('paid'), async ({ page }) => {
      await pressInHeadMenu(page, 'Cancel order');
      await page.getByRole('dialog').waitFor();
    }),
  },
  { name: 'a user beside the list', show: peeked('/user') },
  { name: 'a voucher beside the list', show: peeked('/voucher') },
  { name: 'subscriptions', show: list('/subscription') },
  { name: 'subscription', show: first('/subscription') },
  { name: 'a subscription beside the list', show: peeked('/subscription') },
  { name: 'subscription plans', show: list('/subscription/plan') },
  { name: 'subscription plan', show: first('/subscription/plan') },
  {
    name: 'redeem an event voucher',
    show: async ({ page, open, api }) => {
      const { subscribers } = await (await api()).send('GET', '/admin/subscriptions/?filter=active');
      await open(`/subscription/${subscribers[0].id}`);
      await page.getByRole('button', { name: 'Redeem for an event' }).click();
      await page.getByRole('dialog').getByLabel('Event', { exact: true }).waitFor();
    },
  },
  { name: 'paid, no access', show: list('/order/access') },
  { name: 'access, unpaid', show: list('/order/access?view=access-unpaid') },
  { name: 'access, intended', show: list('/order/access?view=intended') },
  {
    name: 'paid and access, selected',
    show: followed(selected('/order/access?view=access-unpaid'), async ({ page }) => {
      const bar = page.getByRole('region', { name: 'Selection' });
      await bar.getByRole('button', { name: /^Mark as intended/ }).click();
      await page.getByRole('menuitem').first().waitFor();
    }),
  },
  {
    name: 'paid and access, some skipped',
    show: withResponse(
      '**/api/admin/access/give/',
      (route) =>
        route.fulfill({
          json: {
            changed: 0,
            mends: [],
            skipped: [
              {
                user: 'Ayu Oktaviani',
                product: 'Bootcamp Web Fundamental',
                reason: 'This course is full: 40 of 40 places are taken',
              },
            ],
          },
        }),
      async ({ page, open }) => {
        await open('/order/access');
        await page.getByRole('button', { name: 'Give access' }).first().click();
        await page.getByRole('dialog').waitFor();
      },
    ),
  },
  {
    name: 'paid and access, hosted and not checked',
    show: withResponse(
      '**/api/admin/access/?*',
      (route) =>
        route.fulfill({
          json: {
            totalItems: 0,
            page: 1,
            pageSize: 10,
            gaps: [],
            counts: { 'paid-no-access': 0, 'access-unpaid': 0, intended: 0 },
            checkedAt: null,
            isRunning: false,
            hasTracking: false,
          },
        }),
      async ({ page, open }) => {
        await open('/order/access');
        await page.getByRole('heading', { name: 'Not checked yet' }).waitFor();
      },
    ),
  },
  { name: 'order tracking', show: list('/order/tracking') },
  { name: 'the chase order', show: list('/order/tracking?queue=chase') },
  {
    name: 'the rule of the chase order',
    show: followed(list('/order/tracking?queue=chase'), async ({ page }) => {
      await page.getByRole('button', { name: 'Rule', exact: true }).click();
      await page.getByRole('button', { name: 'Change rule' }).click();
      await page.locator('[data-preview]').waitFor();
    }),
  },
  {
    name: 'people to choose from in order tracking',
    show: async ({ page, open }) => {
      await open('/order/tracking?search=Ayu');
      await page.getByRole('table', { name: 'People' }).waitFor();
    },
  },
  {
    name: 'nobody found in order tracking',
    show: async ({ page, open }) => {
      await open('/order/tracking?search=nobody+here');
      await page.getByText('Nobody matches').waitFor();
    },
  },
  {
    name: 'recovered payments',
    show: async ({ page, open }) => {
      await open('/order/tracking/recovery');
      await page.getByRole('table').first().waitFor();
    },
  },
  { name: 'overdue on the desk', show: list('/order/tracking?queue=overdue') },
  {
    name: 'the desk of an order',
    show: followed(list('/order/tracking?queue=contacted'), async ({ page }) => {
      await page.locator('tr[data-row]').first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first().waitFor();
    }),
  },
  { name: 'WhatsApp templates', show: list('/order/tracking/templates') },
  {
    name: 'a WhatsApp template',
    show: async ({ page, open }) => {
      await open('/order/tracking/templates');
      await page.getByRole('link', { name: 'Lunas' }).click();
      await page.locator('[data-preview]').waitFor();
    },
  },
  {
    name: 'jobs',
    show: ({ page, open }) => open('/jobs', { role: 'superadmin' }).then(() => page.waitForLoadState('networkidle')),
  },
  {
    name: 'settings',
    show: async ({ page, open }) => {
      await open('/settings', { role: 'superadmin' });
      await page.getByLabel('Instructors see').waitFor();
    },
  },
  {
    name: 'webhooks',
    show: async ({ page, open }) => {
      await open('/integration/webhooks', { role: 'superadmin' });
      await rows(page);
    },
  },
  ...['active', 'failing', 'disabled'].map((state, n) => ({
    name: `webhook, ${state}`,
    show: async ({ page, open }: Stage) => {
      await open('/integration/webhooks', { role: 'superadmin' });
      await page.locator('[data-row-link]').nth(n).click();
      await rows(page);
    },
  })),
  {
    name: 'new webhook',
    show: async ({ page, open }) => {
      await open('/integration/webhooks', { role: 'superadmin' });
      await page.getByRole('button', { name: 'New webhook' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'API keys',
    show: async ({ page, open }) => {
      await open('/integration', { role: 'superadmin' });
      await page.getByRole('table', { name: 'API keys' }).waitFor();
    },
  },
  {
    name: 'a new API key',
    show: async ({ page, open }) => {
      await open('/integration', { role: 'superadmin' });
      await page.getByRole('button', { name: 'New API key' }).click();
      await page.getByLabel('Name').waitFor();
    },
  },
  {
    name: 'agents',
    show: ({ page, open }) =>
      open('/integration/agents', { role: 'superadmin' }).then(() => page.getByText('Connect an agent').waitFor()),
  },
  {
    name: 'proposals of agents',
    show: async ({ page, open }) => {
      await open('/batch/proposals');
      await rows(page);
    },
  },
  {
    name: 'a proposal',
    show: async ({ page, open }) => {
      await open('/batch/proposals');
      await page.locator('[data-row-link]').first().click();
      await page.getByRole('table', { name: 'Effects' }).waitFor();
    },
  },
  {
    name: 'documentation of the API',
    show: ({ page, open }) =>
      open('/integration/documentation', { role: 'superadmin' }).then(() => page.getByText('A first call').waitFor()),
  },
  {
    name: 'empty list',
    show: async ({ page, open }) => {
      await open('/user?search=nobodynobody');
      await page.getByText('Nothing matches').waitFor();
    },
  },
  {
    name: 'not found',
    show: async ({ page, open }) => {
      await open('/no/such/page');
      await page.getByRole('heading').first().waitFor();
    },
  },
  {
    name: 'a role that may not',
    show: async ({ page, open }) => {
      await open('/order/tracking', { role: 'instructor' });
      await page.getByText('You do not have access').waitFor();
    },
  },
  {
    name: 'a list that waits',
    show: withResponse(
      '**/api/admin/user?*',
      () => undefined,
      async ({ page, open }) => {
        await open('/user');
        await page.getByRole('heading', { level: 1 }).waitFor();
      },
    ),
  },
  {
    name: 'a list that fails',
    show: withResponse(
      '**/api/admin/user?*',
      (route) => route.fulfill(problem(500, 'Failed to fetch users')),
      async ({ page, open }) => {
        await open('/user');
        await page.getByRole('button', { name: 'Try again' }).waitFor();
      },
    ),
  },
  {
    name: 'without a connection',
    show: followed(list('/user'), async ({ page }) => {
      await page.context().setOffline(true);
      await page
        .getByText(/offline|no connection/i)
        .first()
        .waitFor();
    }),
  },
  {
    name: 'new discount',
    show: followed(
      followed(list('/discount'), ({ page }) => page.keyboard.press('n')),
      dialog(),
    ),
  },
  {
    name: 'new course',
    show: followed(
      followed(list('/course/flexy'), ({ page }) => page.keyboard.press('n')),
      dialog(),
    ),
  },
  {
    name: 'what the palette finds',
    show: followed(list('/discount'), async ({ page }) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('laravel');
      await page
        .getByRole('option', { name: /laravel/i })
        .first()
        .waitFor();
    }),
  },
  {
    name: 'what the palette does not find',
    show: followed(list('/discount'), async ({ page }) => {
      await page.keyboard.press('Control+k');
      await page.keyboard.type('tidak ada yang begini');
      await page.getByText('No results for').waitFor();
    }),
  },
  {
    name: 'palette',
    show: followed(list('/discount'), async ({ page }) => {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Go to or find' }).waitFor();
    }),
  },
  {
    name: 'keys',
    show: followed(
      followed(list('/discount'), ({ page }) => page.keyboard.press('?')),
      dialog(),
    ),
  },
  {
    name: 'navigation, folded, with a pinned view',
    show: async ({ page, open, api }) => {
      const view = { list: '/user', name: unique('Instruktur'), isShared: false, query: 'role=instructor' };
      const admin = await api('admin', 'cyber');
      const { viewId } = await admin.send('POST', '/admin/saved-view/', view);
      await admin.send('PUT', `/admin/saved-view/${viewId}/pin/`, { isPinned: true });
      await open(`/user?view=${viewId}&role=instructor`, { tenant: 'cyber' });
      await page.evaluate(() => localStorage.setItem('navigation-folded', 'true'));
      await page.reload();
      await rows(page);
      await page.locator('[aria-label="Pinned views"]').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'account menu',
    show: followed(list('/discount'), async ({ page }) => {
      await page.getByRole('button', { name: /^Account/ }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    }),
  },
  {
    name: 'delete',
    show: followed(first('/discount'), async ({ page }) => {
      await pressInHeadMenu(page, 'Delete');
      await page.getByRole('button', { name: 'Delete 1 discount' }).waitFor();
    }),
  },
  {
    name: 'columns',
    show: followed(list('/user'), async ({ page }) => {
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('menuitemcheckbox').first().waitFor();
    }),
  },
  { name: 'a view', show: changedView },
  {
    name: 'a view renamed',
    show: followed(changedView, async ({ page }) => {
      await page.getByRole('menuitem', { name: 'Rename or share' }).click();
      await page.getByRole('dialog').waitFor();
    }),
  },
  { name: 'sessions', show: followed(list('/user'), fromMenu('Sessions')) },
  { name: 'change password', show: followed(list('/user'), fromMenu('Change password')) },
  { name: 'second factor', show: followed(list('/user'), fromMenu('Second factor')) },
  {
    name: 'second factor added',
    show: followed(followed(list('/user'), fromMenu('Second factor')), async ({ page }) => {
      await page.getByRole('button', { name: 'Add a second factor' }).click();
      await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor();
    }),
  },
  {
    name: 'password again',
    show: withResponse(
      '**/api/admin/user/*/password/',
      (route) => route.fulfill(problem(403, 'Again', { reason: 'step-up' })),
      followed(
        followed(first('/user'), async ({ page }) => {
          await openTab({ page }, 'Account');
          await page.getByLabel('New password', { exact: true }).fill('Kuda-Terbang-Tinggi-2026');
          await page.keyboard.press('Enter');
        }),
        dialog('Confirm your password'),
      ),
    ),
  },
  {
    name: 'courses to assign',
    show: followed(first('/user'), async ({ page }) => {
      await openTab({ page }, 'Courses');
      await page
        .getByRole('region', { name: /^Courses/ })
        .getByText(/^Available \d/)
        .click();
      await page.getByRole('table', { name: 'Available courses' }).locator('tr[data-row]').first().waitFor();
    }),
  },
  {
    name: 'courses selected',
    show: followed(first('/discount'), async ({ page }) => {
      await page.getByText(/^Available \d/).click();
      await page.getByRole('table', { name: 'Available courses' }).locator('tr[data-row]').first().waitFor();
      await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
      await page.getByRole('region', { name: 'Selection' }).waitFor();
      // At the end of the page, at every width, the bar is below the rows and covers nothing in part.
      await page.evaluate(() => {
        const toEnd = () => scrollTo(0, document.documentElement.scrollHeight);
        addEventListener('resize', () => requestAnimationFrame(toEnd));
        toEnd();
      });
    }),
  },
  { name: 'conflicts', show: openConflict },
  {
    name: 'unassign all',
    show: followed(openConflict, async ({ page }) => {
      await pressInHeadMenu(page, 'Unassign all products');
      await page.getByRole('button', { name: 'Unassign 1 product' }).waitFor();
    }),
  },
  {
    name: 'discard',
    show: followed(openUnsaved, async ({ page }) => {
      await page.getByRole('button', { name: 'Discard' }).click();
      await page.getByRole('button', { name: 'Discard changes' }).waitFor();
    }),
  },
  {
    name: 'somebody deleted it',
    show: async (stage) => {
      const id = await openUnsaved(stage);
      await (await stage.api('superadmin')).send('DELETE', `/admin/discount/${id}`);
      await stage.page.keyboard.press('Control+s');
      await stage.page.getByRole('button', { name: 'Create it again' }).waitFor();
    },
  },
  {
    name: 'saved',
    show: followed(openUnsaved, async ({ page }) => {
      await page.keyboard.press('Control+s');
      const toast = page.locator('.mantine-Notification-root');
      await toast.waitFor();
      // A hovered toast stays.
      await toast.hover();
    }),
  },
  {
    name: 'save a view',
    show: followed(list('/user'), async ({ page }) => {
      await page.getByRole('button', { name: 'Save view' }).click();
      await page.getByRole('dialog').waitFor();
    }),
  },
  {
    name: 'navigation on a phone',
    show: async ({ page, open }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await open('/discount');
      await rows(page);
      await page.getByRole('button', { name: 'Open the navigation' }).click();
      await page.getByRole('dialog', { name: 'Navigation' }).waitFor();
    },
  },
  { name: 'not saved', show: savedFirst },
  {
    name: 'who saved first',
    show: followed(savedFirst, async ({ page }) => {
      await page.getByRole('button', { name: 'Compare' }).click();
      await page.getByRole('dialog').waitFor();
    }),
  },
  {
    name: 'fields that need a look',
    show: followed(first('/discount'), async ({ page }) => {
      await page.getByLabel('Name').fill('');
      await page.keyboard.press('Control+s');
      await page.getByText('At least 3 characters').waitFor();
    }),
  },
  {
    name: 'calendar',
    show: followed(first('/discount'), async ({ page }) => {
      await page.getByRole('button', { name: 'Calendar: Starts' }).click();
      await page.getByRole('button', { name: 'Next month' }).waitFor();
    }),
  },
  {
    name: 'a failure',
    show: followed(refusedSwitch, ({ page }) =>
      page.locator('.mantine-Notification-root').filter({ hasText: 'Another has it' }).waitFor(),
    ),
  },
  {
    name: 'a failure on a phone',
    show: async (stage) => {
      await stage.page.setViewportSize({ width: 390, height: 844 });
      await refusedSwitch(stage);
      await stage.page.getByRole('alert').filter({ hasText: 'Another has it' }).waitFor();
    },
  },
  {
    name: 'a status to choose',
    show: followed(list('/order/tracking'), async ({ page }) => {
      await page.locator('[data-status-menu]').first().click();
      await page.getByRole('menuitemradio').first().waitFor();
    }),
  },
];
