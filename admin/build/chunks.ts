/**
 * Distribution of the code over files: few, because each costs a request, and none that the sign-in page does not need.
 */
const isOne = (paths: readonly string[]) => (id: string) => paths.some((path) => id.endsWith(`/${path}`));

const start = ['admin/src/app/start.tsx', 'admin/src/areas/auth/sign-in-page.tsx'];
const everyPage = [
  'admin/src/app/shell.tsx',
  'admin/src/kit/format/badge.tsx',
  'admin/src/kit/format/moment.tsx',
  'admin/src/kit/format/order-status-badge.tsx',
  'admin/src/kit/format/record-link.tsx',
  'admin/src/kit/format/thumbnail.tsx',
];
const lists = [
  'admin/src/kit/list/list-page.tsx',
  'admin/src/kit/list/record-list-page.tsx',
  'admin/src/kit/list/field-column.tsx',
  'admin/src/kit/list/copy-selected.tsx',
  'admin/src/kit/list/peek.ts',
  'admin/src/kit/list/rows-of-page.ts',
  'admin/src/kit/product/use-products.ts',
  'admin/src/areas/order/product-name.tsx',
  'admin/src/areas/order/order-list.module.css',
  'admin/src/kit/spreadsheet/export-button.tsx',
  'admin/src/kit/spreadsheet/use-export.ts',
  'contract/src/exports.ts',
];
const records = [
  'admin/src/kit/record/record-page.tsx',
  'admin/src/kit/record/detail-page.tsx',
  'admin/src/kit/form/field.tsx',
];

/** Each chunk contains its imports, unless an earlier chunk has them. */
export const chunks = [
  { name: 'entry', tags: ['$initial' as const], priority: 6 },
  { name: 'start', test: isOne(start), priority: 5 },
  { name: 'work', test: isOne([...everyPage, ...lists]), priority: 3 },
  { name: 'record', test: isOne(records), priority: 1 },
];
