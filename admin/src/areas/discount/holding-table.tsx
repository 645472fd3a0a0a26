/** Table of other discounts that hold products of this one: their period and number of products. */
import { Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { HoldingDiscount } from '#contract/discount/effect.ts';
import { periodInWords } from '#contract/pricing/price.ts';
import { formatNumber } from '#kit/format/formats.ts';

interface Props {
  label: string;
  /** Plural of the product type. */
  many: string;
  rows: readonly HoldingDiscount[];
}

export const HoldingTable = ({ label, many, rows }: Props) => (
  <Table mt="xs" aria-label={label}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>Discount</Table.Th>
        <Table.Th>Period</Table.Th>
        <Table.Th ta="right">{many.charAt(0).toUpperCase() + many.slice(1)}</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {rows.map(({ discountId, name, products, ...period }) => (
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
);
