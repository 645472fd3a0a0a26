/**
 * List of products sold beside courses, learning paths and plans. No selection: they are few, and each is published on its
 * page.
 */
import { labelsOf } from '#contract/kernel/draft.ts';
import { productDraft, products } from '#contract/product/endpoints.ts';
import { Price } from '#admin-shared/pricing/price.tsx';
import { PublicationBadge, publicationFilter } from '#kit/display/publication.tsx';
import type { Column } from '#kit/list/column.tsx';
import { fieldColumn, momentColumn } from '#kit/list/field-column.tsx';
import { RecordListPage } from '#kit/list/record-list-page.tsx';
import type { RowOf } from '#kit/list/source.ts';

type Product = RowOf<typeof products.list, 'products'>;

const labels = labelsOf(productDraft);
const column = fieldColumn(productDraft);

const columns: readonly Column<Product>[] = [
  column('name'),
  { label: labels.price, sort: 'price', cell: (product) => <Price {...product} />, align: 'right', width: 150 },
  momentColumn('updatedAt', 'Changed', { hiddenBelow: 840 }),
  { label: publicationFilter.label, width: 116, cell: PublicationBadge, card: 'badge' },
];

const filters = [publicationFilter];

export const ProductListPage = () => (
  <RecordListPage
    title="Products"
    of={products}
    to="/product"
    columns={columns}
    filters={filters}
    search={{ placeholder: 'Search products' }}
    empty={{
      title: 'No products yet',
      text: 'Products are what you sell besides courses, learning paths and plans, such as e-books, events and merchandise.',
    }}
  />
);
ProductListPage.reads = products.list;
