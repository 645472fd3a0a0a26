/** Tests that errors across fields are reported together with errors in other fields. */
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { courseDraft } from '../course/draft.ts';
import { discountDraft } from '../discount/endpoints.ts';
import { pathDraft } from '../learning-path/endpoints.ts';
import { lessonDraft } from '../course/lesson/endpoints.ts';
import { quizDraft } from '../course/quiz/endpoints.ts';
import { sectionDraft } from '../course/section/fields.ts';
import { ownPasswordChange } from '../auth/sessions.ts';
import { passwordOf } from '../auth/password.ts';
import { presignUpload } from '../kernel/upload.ts';
import { voucherDraft } from '../voucher/endpoints.ts';

const day = (date: number) => `2026-11-${date}T00:00:00Z`;
const wrongOf = (schema: z.ZodType, data: object) =>
  (schema.safeParse(data).error?.issues ?? []).map(({ path }) => path.join('.')).toSorted();
const reduction = { name: null, discountType: 2 };

test.each([
  ['a percentage', discountDraft, { ...reduction, productType: 'courses', discount: 200 }, ['discount', 'name']],
  [
    'a period and a type that is none',
    discountDraft,
    { name: 'Diskon', discount: 200, discountType: 9, productType: 'courses', startDate: day(20), endDate: day(10) },
    ['discountType', 'endDate'],
  ],
  [
    'a percentage of a voucher',
    voucherDraft,
    { ...reduction, code: 'HEMAT', discountPrice: 200, startDate: day(10) },
    ['discountPrice', 'name'],
  ],
  [
    'a period and a place',
    courseDraft,
    { name: null, type: 1, startDate: '2026-11-20', endDate: '2026-11-10', deliveryMode: 'offline', location: null },
    ['endDate', 'location', 'name'],
  ],
  ['a drip', pathDraft, { name: null, isDripContent: true, dripInterval: null }, ['dripInterval', 'name']],
  ['a period', sectionDraft, { name: null, startAt: day(20), endAt: day(10) }, ['endAt', 'name']],
  ['a period', lessonDraft, { name: null, startAt: day(20), endAt: day(10) }, ['endAt', 'name']],
  [
    'overlapping bands',
    quizDraft,
    {
      name: null,
      resultDetail: [
        { minScore: 0, maxScore: 50, title: 'Dasar', description: '' },
        { minScore: 40, maxScore: 90, title: 'Mahir', description: '' },
      ],
    },
    ['name', 'resultDetail.1.minScore'],
  ],
  [
    'the size of a picture',
    presignUpload.body,
    { filename: null, contentType: 'image/png', size: 5_000_000 },
    ['filename', 'size'],
  ],
  [
    'a name as a password',
    passwordOf(ownPasswordChange, { name: 'Sari Dewi', email: 'sari@example.com' }, 'Kelas'),
    { currentPassword: null, password: 'Sari-Dewi-1' },
    ['currentPassword', 'password'],
  ],
] as [string, z.ZodType, object, string[]][])(
  'reports %s together with errors in other fields',
  (_, schema, data, paths) => {
    expect(wrongOf(schema, data)).toEqual(expect.arrayContaining(paths));
  },
);

test('skips a rule whose field is invalid by itself', () => {
  const { error } = discountDraft.safeParse({ ...reduction, productType: 'courses', discount: 1.5 });
  expect(error?.issues.filter(({ path }) => path[0] === 'discount')).toHaveLength(1);
  expect(wrongOf(discountDraft, [])).toEqual(['']);
  expect(sectionDraft.safeParse(null).success).toBe(false);
});
