/** Page of one product: form, price, and its orders. */
import { products } from '#contract/product/endpoints.ts';
import { priceFact, ordersFact } from '#admin-shared/order/new-order-link.tsx';
import { Price } from '#admin-shared/pricing/price.tsx';
import { PublicationBadge, sellingEffect } from '#kit/display/publication.tsx';
import { RecordPage } from '#kit/record/record-page.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';

const groups = [{ title: 'Product', rows: ['name', 'price'] }] as const;

export const ProductPage = () => (
  <RecordPage
    record={useRecordForm(products)}
    list="/product"
    badge={PublicationBadge}
    useSwitching={sellingEffect}
    deletion={() => 'discounts and vouchers no longer include it. This cannot be undone.'}
    fields={groups}
    facts={(product) => [
      ['Price', <Price key="price" {...product} />],
      ...priceFact({ items: [{ productType: 'products', productId: product.productId }] }),
      ...ordersFact(product.productId),
    ]}
  />
);
ProductPage.reads = products.get;
