/** Tests the example of a members' site against the server, from the registration to the certificate. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { scopeNames } from '#contract/kernel/scopes.ts';
import { type Api, expect, test, unique } from './fixtures.ts';
import { port, storefrontPort } from './ports.ts';
import { toast } from './toast.ts';

const shopUrl = `http://127.0.0.1:${storefrontPort}`;
const tenant = 'data';

let shop: ChildProcess | undefined;
test.afterEach(() => {
  shop?.kill();
});

/** Starts the program with a key and a webhook of its own; resolves when it listens. */
async function openShop(superadmin: Api): Promise<void> {
  const { key } = await superadmin.send('POST', '/admin/api-key/', { name: unique('Toko'), scopes: scopeNames });
  const webhook = { url: `${shopUrl}/webhooks`, events: ['certificate.issued'] };
  const { secret } = await superadmin.send('POST', '/admin/webhook/', webhook);
  const env = {
    ...process.env,
    LECTERN_URL: `http://127.0.0.1:${port}`,
    LECTERN_BRAND: tenant,
    LECTERN_KEY: key,
    LECTERN_WEBHOOK_SECRET: secret,
    PORT: String(storefrontPort),
  };
  const main = join(import.meta.dirname, '../examples/storefront/src/main.ts');
  shop = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(shop.stdout!, 'data');
}

/** Published course with a text, a quiz, a text that waits for it, a final project, and a voucher for it. */
async function addCourse(admin: Api, name: string, code: string): Promise<string> {
  const { courseId } = await admin.send('POST', '/admin/course/type/flexy/', { name });
  const { sectionId } = await admin.send('POST', `/admin/course/${courseId}/section/`, { name: 'Awal' });
  const lesson = { sectionId, type: 'ARTICLE', content: '<p>Halo dunia</p>' };
  await admin.send('POST', '/admin/lesson/', { ...lesson, name: 'Pengantar' });
  const { quizId } = await admin.send('POST', '/admin/quiz/', { sectionId, name: 'Kuis' });
  const options = [
    { text: 'Jakarta', isCorrect: true },
    { text: 'Bandung'.repeat(30), isCorrect: false },
  ];
  await admin.send('POST', '/admin/question/', { quizId, type: 'SINGLE_CHOICE', question: 'Ibu kota?', options });
  await admin.send('POST', '/admin/question/', {
    quizId,
    type: 'SHORT_ANSWER',
    question: 'Bahasa?',
    answerKey: 'Indonesia',
  });
  await admin.send('POST', '/admin/lesson/', { ...lesson, name: 'Lanjutan', lockRule: 'PREV_QUIZ' });
  await admin.send('POST', '/admin/lesson/final-project', { courseId, description: 'Buat sebuah toko' });
  const { courses } = await admin.send('GET', '/admin/course/type/flexy/?isPublished=true&pageSize=1');
  const shown = { thumbnail: courses[0].thumbnail, category: 'data', isPublished: true };
  await admin.send('PUT', `/admin/course/${courseId}/`, { ...shown, type: 0, price: 200_000, hasCertificate: true });
  const { voucherId } = await admin.send('POST', '/admin/voucher/', {
    name: `Kupon ${name}`,
    code,
    discountType: 1,
    discountPrice: 50_000,
    startDate: '2026-11-01T00:00:00Z',
    isPublished: true,
  });
  await admin.send('PUT', `/admin/voucher/${voucherId}/assign/`, { courseIds: [courseId] });
  await admin.send('PUT', `/admin/voucher/${voucherId}/status/`, { status: 1 });
  return courseId;
}

test('a member registers, buys with a voucher, learns and receives a certificate in the example shop', async ({
  page,
  open,
  api,
  context,
}) => {
  const admin = await api('admin', tenant);
  const name = unique('Kelas Toko');
  const code = `TOKO${Date.now() % 1_000_000}`;
  const courseId = await addCourse(admin, name, code);
  await openShop(await api('superadmin', tenant));

  const forged = { method: 'POST', body: '{"type":"certificate.issued"}', headers: { 'webhook-id': 'x' } };
  expect((await fetch(`${shopUrl}/webhooks`, forged)).status, 'not signed by Lectern').toBe(401);

  const site = await context.newPage();
  await site.goto(shopUrl);
  const member = unique('Siti Rahma').replaceAll(/\d/g, 'a');
  await site.getByLabel('Name').fill(member);
  const email = `toko${Date.now()}@anggota.test`;
  await site.getByLabel('E-mail').fill(email);
  await site.getByRole('button', { name: 'Register' }).click();
  await site.getByRole('link', { name }).click();
  await site.getByLabel('Voucher').fill('SALAH');
  await site.getByRole('button', { name: 'Use voucher' }).click();
  await expect(site.getByRole('alert')).toBeVisible();
  await expect(site.getByRole('button', { name: 'Order' })).toHaveCount(0);
  await site.getByLabel('Voucher').fill(code);
  await site.getByRole('button', { name: 'Use voucher' }).click();
  await expect(site.getByRole('listitem').filter({ hasText: 'Total' })).toContainText('Rp150.000');
  await site.getByRole('button', { name: 'Order' }).click();
  await expect(site.getByRole('heading', { level: 1 })).toHaveText(/^INV\/data\//);
  await site.getByRole('navigation').getByRole('link', { name: 'My courses' }).click();
  await expect(site.getByRole('listitem').filter({ hasText: name }), 'closed until it is paid').toContainText(
    /pay|paid/i,
  );
  await site.goBack();
  await site.getByRole('button', { name: 'Pay' }).click();
  await site.getByRole('main').getByRole('link', { name: 'My courses' }).click();
  await site.getByRole('link', { name }).click();

  const item = (title: string) => site.getByRole('listitem').filter({ hasText: title });
  await expect(item('Lanjutan').getByRole('link')).toHaveCount(0);
  await expect(item('Lanjutan'), 'with the reason').toContainText(/quiz/i);
  await item('Pengantar').getByRole('link').click();
  await expect(site.getByText('Halo dunia')).toBeVisible();
  await site.getByRole('button', { name: 'Finish' }).click();
  await expect(item('Pengantar')).toContainText('Done');
  await item('Kuis').getByRole('link').click();
  const width = await site.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(width, 'a long option is broken').toBeLessThanOrEqual(0);
  await site.getByLabel('Jakarta').check();
  await site.getByLabel('Bahasa?').fill('Indonesia');
  await site.getByRole('button', { name: 'Send' }).click();
  await expect(site.getByText('Score: 100')).toBeVisible();
  await site.getByRole('link', { name: 'Back to the course' }).click();
  await expect(item('Kuis')).toContainText('Done');
  await item('Lanjutan').getByRole('link').click();
  await site.getByRole('button', { name: 'Finish' }).click();
  await expect(item('Lanjutan')).toContainText('Done');
  await site.getByLabel('Link').fill('https://git.example.com/siti/toko');
  const file = { name: 'toko.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
  await site.getByLabel('File').setInputFiles(file);
  await site.getByRole('button', { name: 'Hand in' }).click();
  await expect(site.getByText('Your work waits for its review.')).toBeVisible();

  await open(`/submission?search=${encodeURIComponent(email)}`, { tenant });
  await page.locator('tr[data-row]').first().click();
  await page.getByLabel('Score', { exact: true }).fill('90');
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Review saved')).toBeVisible();
  await open(`/certificate/course/${courseId}`, { tenant });
  await page.getByRole('button', { name: 'Issue 1 certificate' }).click();
  await expect(toast(page, 'Certificates issued: 1')).toBeVisible();

  await site.getByRole('link', { name: 'Back to the course' }).click();
  const certificate = site.getByRole('article');
  await expect(async () => {
    await site.reload();
    await expect(certificate).toContainText(`${member} has completed ${name}, with 95 points`, { timeout: 500 });
    await expect(certificate.getByRole('link', { name: 'PDF' })).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });
  await expect(site.getByRole('button', { name: 'Hand in' })).toHaveCount(0);
});
