/** Columns of a picker: products and plans with prices, people with contact data. */
import type { Item, InvertedAssignment } from '#contract/kernel/assignment-row.ts';
import type { Category } from '#contract/kernel/fields.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { categoryName } from '../course/categories.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { Moment } from '#kit/display/moment.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import type { Column } from '#kit/list/rows-table.tsx';

type Note = ((item: Item) => string | undefined) | undefined;

/**
 * Second line of the name: the reason why it cannot be assigned, details, and another owner's discount if its price is
 * shown.
 */
function subtitleOf(item: Item, ownerId: string | undefined, note: Note): string | undefined {
  const { category, discountedBy, conflict, email, heldBy = [], isPublished = true } = item;
  const isShownAsHolder = heldBy.some(({ id }) => id === discountedBy?.id);
  const isDiscountedByOther = !conflict && !isShownAsHolder && ownerId && discountedBy && discountedBy.id !== ownerId;
  const parts = [
    heldBy.length === 0 && conflict,
    !isPublished && 'Draft',
    email,
    note?.(item),
    category && categoryName(category as Category),
    isDiscountedByOther && `discounted by “${discountedBy.name}”`,
  ];
  return parts.filter(Boolean).join(' · ') || undefined;
}

/** `1 of 5 is`, `2 of 5 are`. */
export const areOf = (count: number, total: number): string =>
  `${formatNumber(count)} of ${formatNumber(total)} ${count === 1 ? 'is' : 'are'}`;

/** How many of the items are drafts, as text; undefined if none is. */
export function draftsInWords(items: readonly Item[]): string | undefined {
  const drafts = items.filter(({ isPublished }) => isPublished === false).length;
  return drafts > 0 ? `${areOf(drafts, items.length)} not published` : undefined;
}

const numberColumn = (label: string, cell: (item: Item) => string): Column<Item> => ({
  label,
  align: 'right',
  width: 120,
  cell,
});

const prices: readonly Column<Item>[] = [
  numberColumn('Price', ({ price = 0 }) => formatMoney(price)),
  {
    ...numberColumn('Discount', ({ price = 0, finalPrice = price }) =>
      finalPrice < price ? formatMoney(price - finalPrice) : '–',
    ),
    card: 'none',
  },
  numberColumn('Final price', ({ finalPrice = 0 }) => formatMoney(finalPrice)),
];
const months = numberColumn('Months', ({ durationMonths = 0 }) => String(durationMonths));
const since: Column<Item> = {
  label: 'Assigned',
  align: 'right',
  width: 140,
  cell: ({ assignedAt }) => (assignedAt ? <Moment at={assignedAt} /> : '–'),
};

export interface OwnColumns {
  /** Replaces the price columns. */
  own?: readonly Column<Item>[] | undefined;
  /** Additional columns of assigned items, for dated assignments. */
  assigned?: readonly Column<Item>[] | undefined;
}

/**
 * Columns of a picker: the name, then the area's own columns or the default ones of the kind. Dated assignments show
 * since when instead of prices, after the area's additional columns.
 */
export function columnsOf(
  link: InvertedAssignment,
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
        sub={subtitleOf(item, link.isDated ? undefined : ownerId, note)}
        wraps={own !== undefined}
      />
    ),
  };
  if (own) return [name, ...own];
  if (link.kind === 'person' && !link.isDated) return [name];
  if (link.isDated) return isAssigned ? [name, ...assigned, since] : [name];
  return link.kind === 'plan' ? [name, months, ...prices] : [name, ...prices];
}
