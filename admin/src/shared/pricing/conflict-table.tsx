/** Table of discounts that hold products of another one in the same period: their period and number of products. */
import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { HoldingDiscount } from '#contract/discount/effect.ts';
import { periodInWords } from '#contract/pricing/price.ts';
import { formatNumber } from '#kit/format/formats.ts';

interface Props {
  label: string;
  /** Plural of the product type. */
  many: string;
  /** With `of`: the discount whose products they hold, in a first column. */
  rows: readonly (HoldingDiscount & { of?: { id: string; name: string } })[];
}

const linked = (id: string, name: string) => (
  <Table.Td>
    <Link to={`/discount/${id}`}>{name}</Link>
  </Table.Td>
);

export function ConflictTable({ label, many, rows }: Props) {
  const isOfSeveral = rows.some(({ of }) => of);
  return (
    <Table mt="xs" aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Discount</Table.Th>
          {isOfSeveral && <Table.Th>Other discount</Table.Th>}
          <Table.Th>Period</Table.Th>
          <Table.Th ta="right">{many.charAt(0).toUpperCase() + many.slice(1)}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ of, discountId, name, products, ...period }) => (
          <Table.Tr key={`${of?.id} ${discountId}`}>
            {of && linked(of.id, of.name)}
            {linked(discountId, name)}
            <Table.Td>{periodInWords(period)}</Table.Td>
            <Table.Td ta="right">{formatNumber(products)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
