/** Actions on selected orders. */
import { maxIds } from '#contract/fields.ts';
import { CopySelected } from '#kit/list/copy-selected.tsx';
import type { Selecting } from '#kit/list/use-list-selection.tsx';
import type { Selection } from '#kit/list/use-selection.ts';
import type { Order } from './product-name.tsx';

const orders = ['order', 'orders'] as const;

const OrderActions = ({ selection }: { selection: Selection<Order> }) => (
  <>
    <CopySelected
      selection={selection}
      one="invoice"
      many="invoices"
      rows={orders}
      textOf={({ invoiceNumber }) => invoiceNumber}
    />
    <CopySelected selection={selection} one="e-mail" many="e-mails" rows={orders} textOf={({ user }) => user.email} />
  </>
);

export const orderSelection: Selecting<Order> = {
  most: maxIds,
  name: ({ invoiceNumber }) => invoiceNumber,
  actions: OrderActions,
};
