/** How the rows of a picker are drawn: products and plans with their prices, people with their address. */
import type { Item, SeenByItems } from '#contract/assignment-row.ts';
import type { Category } from '#contract/fields.ts';
import { formatMoney } from '#contract/rupiah.ts';
import { categoryName } from '../format/categories.ts';
import { Moment } from '../format/moment.tsx';
import { NameCell } from '../format/thumbnail.tsx';
import type { Column } from '../list/rows-table.tsx';

type Note = ((item: Item) => string | undefined) | undefined;

/** Why it cannot be assigned; what it is; and whose discount the price is where one is shown and it is another's. */
function underName(item: Item, ownerId: string | undefined, note: Note): string | undefined {
  const { category, discountedBy, conflict, email, heldBy = [], isPublished = true } = item;
  const isTold = heldBy.some(({ id }) => id === discountedBy?.id);
  const isOthers = !conflict && !isTold && ownerId && discountedBy && discountedBy.id !== ownerId;
  const told = [
    heldBy.length === 0 && conflict,
    !isPublished && 'Draft',
    email,
    note?.(item),
    category && categoryName(category as Category),
    isOthers && `discounted by “${discountedBy.name}”`,
  ];
  return told.filter(Boolean).join(' · ') || undefined;
}

const figure = (label: string, cell: (item: Item) => string): Column<Item> => ({
  label,
  align: 'right',
  width: 120,
  cell,
});

const prices: readonly Column<Item>[] = [
  figure('Price', ({ price = 0 }) => formatMoney(price)),
  {
    ...figure('Discount', ({ price = 0, finalPrice = price }) =>
      finalPrice < price ? formatMoney(price - finalPrice) : '–',
    ),
    card: 'none',
  },
  figure('Final price', ({ finalPrice = 0 }) => formatMoney(finalPrice)),
];
const months = figure('Months', ({ durationMonths = 0 }) => String(durationMonths));
const since: Column<Item> = {
  label: 'Assigned',
  align: 'right',
  width: 140,
  cell: ({ assignedAt }) => (assignedAt ? <Moment at={assignedAt} /> : '–'),
};

export interface OwnColumns {
  /** Instead of its prices. */
  own?: readonly Column<Item>[] | undefined;
  /** Of a dated link: what is told of what is assigned, beside since when. */
  assigned?: readonly Column<Item>[] | undefined;
}

/**
 * The name, and the area's own; else what the kind of item has. What says since when it is assigned says so instead of
 * its price, after what the area tells of what is assigned.
 */
export function columnsOf(
  link: SeenByItems,
  ownerId: string,
  isAssigned: boolean,
  note: Note,
  { own, assigned = [] }: OwnColumns,
): readonly Column<Item>[] {
  const name: Column<Item> = {
    label: 'Name',
    cell: (item) => (
      <NameCell
        name={item.name}
        thumbnail={link.kind === 'person' ? item.image : link.hasCategory ? item.thumbnail : undefined}
        sub={underName(item, link.isDated ? undefined : ownerId, note)}
      />
    ),
  };
  if (own) return [name, ...own];
  if (link.isDated) return isAssigned ? [name, ...assigned, since] : [name];
  return link.kind === 'plan' ? [name, months, ...prices] : [name, ...prices];
}
