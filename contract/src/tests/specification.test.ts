/** Tests that the enumerations and constants of the specification (§3, §9) are in the contract, verbatim. */
import { expect, test } from 'vitest';
import { courseDraft, courseKindNames, deliveryNames, productKindNames } from '../course/draft.ts';
import { CourseStatus, courseTypeNumber } from '../course/rules.ts';
import { noShift } from '../course/endpoints.ts';
import { productNames } from '../pricing/product-type.ts';
import { fieldAt } from '../kernel/draft.ts';
import { categories } from '../kernel/fields.ts';
import { roles, tenants } from '../kernel/endpoint.ts';
import { pathDraft } from '../learning-path/endpoints.ts';
import { lessonDraft } from '../course/lesson/endpoints.ts';
import { trackingCollections } from '../order-tracking/endpoints.ts';
import { DiscountType } from '../pricing/price.ts';
import { submissionSorts } from '../submission/endpoints.ts';
import { videoStatusNames } from '../video/endpoints.ts';

const choicesOf = (schema: Parameters<typeof fieldAt>[0], path: string) =>
  fieldAt(schema, path)?.choices.map(({ value, label }) => [value, label]);

test.each<[what: string, actual: unknown, expected: unknown]>([
  ['the tenants', tenants, ['coding', 'cyber', 'data']],
  ['the role that is refused', roles.at(-1), 'member'],
  ['the synthetic shift', noShift, { id: 0, code: 'NONE', description: 'Tidak ada Shift' }],
  ['the numbers of course types', courseTypeNumber, { flexy: 0, 'fast-track': 1 }],
  ['course statuses', CourseStatus, { DRAFT: 0, TO_DO: 1, ON_GOING: 2, FINISHED: 3 }],
  ['product kinds', productKindNames, { 0: 'Flexy', 2: 'Academy' }],
  ['delivery modes', deliveryNames, { online: 'Online', offline: 'Onsite' }],
  ['class types', courseKindNames, { regular: 'Regular', private: 'Private' }],
  ['discount types', DiscountType, { IDR_BECOMES: 0, IDR_OFF: 1, PERCENTAGE: 2 }],
  ['product types', Object.keys(productNames), ['courses', 'learning paths', 'subscriptions', 'products']],
  ['categories', categories, ['data', 'cyber', 'programming', 'microsoft', 'design', 'marketing']],
  [
    'video statuses',
    videoStatusNames,
    expect.objectContaining({
      PENDING: 'Video waiting to be processed',
      RUNNING: 'Video being processed',
      FINISHED: 'Video uploaded successfully',
    }),
  ],
  [
    'sorts of submissions',
    submissionSorts,
    {
      latest: 'Latest Submission',
      earliest: 'Earliest Submission',
      'not-reviewed': 'Review Needed',
      checked: 'Checked',
    },
  ],
  [
    'the collections of order tracking',
    trackingCollections,
    { orders: 'order_staging', customerServices: 'customer_service_number' },
  ],
])('%s are those of the specification', (_, actual, expected) => {
  expect(actual).toEqual(expected);
});

test('forms offer the choices of the specification with its labels', () => {
  expect(choicesOf(lessonDraft, 'lockRule')).toEqual([
    ['NONE', 'Not locked'],
    ['START_AT', 'Meeting date not passed'],
    ['PREV_SESSION', 'Previous live class not held'],
    ['PREV_QUIZ', 'Previous quiz not done'],
  ]);
  expect(choicesOf(lessonDraft, 'materialType')).toEqual(
    expect.arrayContaining([
      ['PRE_LIVE_CLASS', 'Materi Pra Live Class'],
      ['LIVE_CLASS', 'Materi Live Class'],
      ['POST_LIVE_CLASS', 'Materi Post Live Class'],
    ]),
  );
  expect(choicesOf(courseDraft, 'deliveryMode')).toEqual([
    ['online', 'Online'],
    ['offline', 'Onsite'],
  ]);
  expect(choicesOf(courseDraft, 'courseKind')).toEqual([
    ['regular', 'Regular'],
    ['private', 'Private'],
  ]);
  expect(choicesOf(pathDraft, 'dripInterval')).toEqual(
    expect.arrayContaining([
      [1, 'Daily'],
      [7, 'Weekly'],
      [30, 'Monthly'],
    ]),
  );
  expect(pathDraft.parse({ name: 'Jalur' })).toMatchObject({ type: 'lifetime', isPublished: false });
});

test('a lesson draft has no videoURL, which is only in the reply', () => {
  expect(Object.keys(lessonDraft.shape)).not.toContain('videoURL');
});
