/** Pictures of the README. */
import { certificatesOf, publicCertificate } from './demo-certificates.ts';
import {
  at,
  chosenItem,
  course,
  firstItem,
  path,
  playableVideo,
  submission,
  subscription,
  voucher,
} from './demo-places.ts';
import type { Picture } from './picture.ts';
import { first, list, peeked } from './screen-states.ts';

const pictures: Picture[] = [
  {
    file: 'sign-in',
    show: async ({ page, open }) => {
      await open('/home');
      await page.context().clearCookies();
      await page.goto('/');
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    },
  },
  { file: 'home', show: (stage) => at(stage, '/home') },
  { file: 'courses', show: list('/course/flexy?pageSize=20') },
  {
    file: 'curriculum',
    show: chosenItem('flexy', 'JavaScript Dasar untuk Pemula', 'Ringkasan: Bahasa JavaScript'),
  },
  { file: 'quizzes', show: firstItem('flexy', 'JavaScript Dasar untuk Pemula', 'QUIZ', '/questions') },
  { file: 'schedule', show: course('fast-track', 'Bootcamp Front-End React Batch 7', '/schedule') },
  { file: 'attendance', tenant: 'data', show: course('fast-track', 'Bootcamp Data Analyst Batch 11', '/attendance') },
  { file: 'video', show: playableVideo },
  { file: 'learning-paths', tenant: 'data', show: path('Menjadi Data Scientist', '/courses') },
  { file: 'submissions', show: submission },
  { file: 'certificates', show: certificatesOf('') },
  { file: 'certificate-public', show: publicCertificate('issued') },
  { file: 'discounts', tenant: 'cyber', isDark: true, show: first('/discount') },
  { file: 'vouchers', show: voucher('BELAJAR25') },
  { file: 'products', tenant: 'cyber', show: list('/product') },
  { file: 'orders', show: list('/order?pageSize=20') },
  { file: 'order-tracking', role: 'customer-service', show: list('/order/tracking?pageSize=20') },
  { file: 'subscriptions', show: subscription },
  { file: 'users', tenant: 'data', isDark: true, show: peeked('/user?pageSize=20') },
];

export const readmePictures = pictures.map((picture) => ({ ...picture, file: `docs/screenshots/${picture.file}.png` }));
