/** Pictures of the guides about courses, classes, quizzes, learning paths and certificates. */
import { certificatesOf } from './demo-certificates.ts';
import { chosenItem, classToMark, course, firstItem, path } from './demo-places.ts';
import { pressInHeadMenu } from './head.ts';
import { type Picture, ofDialog, pressed } from './picture.ts';
import { dialog, followed, list } from './screen-states.ts';

const cohort = 'Bootcamp Front-End React Batch 7';
const full = 'Bootcamp Full-Stack Laravel Batch 4';
const flexy = 'JavaScript Dasar untuk Pemula';
const draft = 'Docker untuk Pengembang';

export const learningPictures: Picture[] = [
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
  { file: 'waiting-list', show: course('fast-track', full, '/waiting-list') },
  {
    file: 'transfer',
    show: followed(course('fast-track', full, '/members'), async ({ page }) => {
      for (const nth of [0, 1, 2]) await page.locator('tr[data-row]').nth(nth).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Move to another batch…' }).click();
      await page.getByRole('combobox', { name: 'Move to' }).fill(cohort);
      await page.getByRole('option', { name: cohort }).click();
      await page.getByRole('list', { name: 'Preview' }).waitFor();
    }),
    clip: ofDialog,
  },
  {
    file: 'next-batch',
    show: followed(course('fast-track', cohort), async ({ page }) => {
      await pressInHeadMenu(page, 'Next batch…');
      await page.getByRole('list', { name: 'Dates' }).waitFor();
      await page.waitForLoadState('networkidle');
    }),
    clip: ofDialog,
  },
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
    show: followed(classToMark, async ({ page }) => {
      await page.getByRole('radio', { name: 'Hadir' }).first().focus();
      await page.keyboard.press('h');
      await page.keyboard.press('t');
      await page.getByRole('button', { name: /^Review/ }).waitFor();
    }),
  },
  {
    file: 'attendance-list',
    role: 'instructor',
    show: pressed(classToMark, 'From a list', async ({ page }) => {
      const member = await page.locator('main [role=radiogroup]').first().getAttribute('aria-label');
      const rows = ['Name,Email,Duration', `${member},,118`, 'Tamu,tamu@example.com,40'];
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
    show: pressed(course('fast-track', cohort, '/schedule'), /^Move /, async ({ page }) => {
      await page.getByRole('textbox', { name: 'New start' }).fill('+5 19.00');
      await page.getByRole('textbox', { name: 'New start' }).press('Tab');
      await page.getByLabel('New times').waitFor();
    }),
    clip: ofDialog,
  },
  { file: 'path-days', show: path('Menjadi Back-End Developer', '/days') },
  { file: 'certificate-members', show: certificatesOf('/members') },
];
