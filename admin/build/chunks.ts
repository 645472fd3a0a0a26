/**
 * Distribution of the code over files: few, because each costs a request, and none that the sign-in page does not need.
 */
const isOne = (paths: readonly string[]) => (id: string) => paths.some((path) => id.endsWith(`/admin/src/${path}`));

const everyPage = [
  'app/shell.tsx',
  'kit/format/badge.tsx',
  'kit/format/moment.tsx',
  'kit/format/order-status-badge.tsx',
  'kit/format/record-link.tsx',
  'kit/format/thumbnail.tsx',
];
const lists = [
  'kit/list/list-page.tsx',
  'kit/list/record-list-page.tsx',
  'kit/list/field-column.tsx',
  'kit/list/copy-selected.tsx',
  'kit/list/peek.ts',
  'kit/product/use-products.ts',
  'kit/spreadsheet/use-export.ts',
];
const records = ['kit/record/record-page.tsx', 'kit/record/detail-page.tsx', 'kit/form/field.tsx'];

/** Each chunk contains its imports, unless an earlier chunk has them. */
export const chunks = [
  { name: 'entry', tags: ['$initial' as const], priority: 5 },
  { name: 'start', test: isOne(['app/start.tsx']), priority: 4 },
  { name: 'sign-in', test: isOne(['areas/auth/sign-in-page.tsx']), priority: 3 },
  { name: 'work', test: isOne([...everyPage, ...lists]), priority: 2 },
  { name: 'record', test: isOne(records), priority: 1 },
];
