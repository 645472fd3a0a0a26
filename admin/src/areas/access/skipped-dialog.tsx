/** Dialog that lists the rows that a change skipped, with the reasons. */
import { Table } from '@mantine/core';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { counted } from '#kit/format/formats.ts';
import { all } from '#kit/shared-value.ts';
import { skippedRows } from './use-mending.ts';

export function SkippedDialog() {
  const rows = skippedRows.use(all);
  if (rows.length === 0) return null;
  return (
    <Dialog
      onClose={() => skippedRows.set([])}
      title={`${counted(rows.length, 'row was', 'rows were')} not changed`}
      size="lg"
    >
      <Table aria-label="Rows that were not changed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Member</Table.Th>
            <Table.Th>Product</Table.Th>
            <Table.Th>Reason</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ user, product, reason }, index) => (
            <Table.Tr key={index}>
              <Table.Td>{user || '–'}</Table.Td>
              <Table.Td>{product || '–'}</Table.Td>
              <Table.Td>{reason}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
