/** The other active discounts that hold products of this one at the same time, and the one click that takes these out. */
import { Alert, Button, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { discountEffect } from '#contract/discount-effect.ts';
import { periodInWords } from '#contract/price.ts';
import { useCall } from '#kit/api/use-call.ts';
import { thenFocus } from '#kit/feedback/focus.ts';
import { counted, formatNumber } from '#kit/format/formats.ts';
import { useTakeOver } from '#kit/record/use-take-over.ts';
import { type OpenDiscount, linkOf } from './discount-products.tsx';
import classes from './discount.module.css';

const conflictsId = 'discount-conflicts';

/** Where the switch leads while they stand in its way. */
export function showConflicts(): void {
  const conflicts = document.getElementById(conflictsId);
  conflicts?.focus({ preventScroll: true });
  conflicts?.scrollIntoView({ block: 'center' });
}

const theSwitch = () => document.querySelector<HTMLElement>('[data-page-actions] [role="switch"]');

export function Conflicts({ id, record }: OpenDiscount) {
  const { data: effect } = useCall(discountEffect, { params: { id } });
  const link = linkOf(record);
  const taking = useTakeOver(link, id);
  if (!effect || effect.conflicting === 0) return null;
  const { conflicting, conflicts } = effect;
  const named = counted(conflicting, link.one, link.many);
  const isOne = conflicting === 1;
  return (
    <Alert
      id={conflictsId}
      tabIndex={-1}
      variant="default"
      mb="lg"
      role="region"
      aria-label="Conflicts"
      className={classes['conflicts'] ?? ''}
    >
      {named} {isOne ? 'is' : 'are'} in other active discounts while this one runs:
      <Table mt="xs" aria-label="Discounts that hold them">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Discount</Table.Th>
            <Table.Th>Period</Table.Th>
            <Table.Th ta="right">{link.many.charAt(0).toUpperCase() + link.many.slice(1)}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {conflicts.map(({ discountId, name, products, ...period }) => (
            <Table.Tr key={discountId}>
              <Table.Td>
                <Link to={`/discount/${discountId}`}>{name}</Link>
              </Table.Td>
              <Table.Td>{periodInWords(period)}</Table.Td>
              <Table.Td ta="right">{formatNumber(products)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <p>Removing {isOne ? 'it' : 'them'} restores full price until this discount starts.</p>
      <Button size="xs" loading={taking.loading} onClick={() => void thenFocus(() => taking.run(), theSwitch)}>
        Take {named} out of {conflicts.length === 1 ? 'it' : 'them'}
      </Button>
    </Alert>
  );
}
