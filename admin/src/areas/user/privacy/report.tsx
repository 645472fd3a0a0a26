/** Table of what an erasure deletes or deleted, and of what it keeps, with the reason. */
import { Table } from '@mantine/core';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { previewErasure } from '#contract/user/privacy.ts';
import { formatNumber } from '#kit/format/formats.ts';

export const Report = ({ rows }: { rows: Reply<typeof previewErasure>['rows'] }) => (
  <Table aria-label="Deleted and kept" mt="xs">
    <Table.Tbody>
      {rows.map(({ label, count, deed, reason }) => (
        <Table.Tr key={label + reason}>
          <Table.Td ta="right" w={56}>
            {formatNumber(count)}
          </Table.Td>
          <Table.Td>{label}</Table.Td>
          <Table.Td>{deed === 'deleted' ? 'Deleted' : `Kept: ${reason}`}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
