/** List of what an erasure deletes or deleted, and of what it keeps, with the reason. */
import { Stack, Table, Text, Title } from '@mantine/core';
import type { Reply } from '#contract/kernel/endpoint.ts';
import type { previewErasure } from '#contract/user/privacy.ts';
import { formatNumber } from '#kit/format/formats.ts';

type Rows = Reply<typeof previewErasure>['rows'];

const kept = (rows: Rows) => rows.filter(({ deed }) => deed === 'kept');
const deleted = (rows: Rows) => rows.filter(({ deed }) => deed === 'deleted');

export const Report = ({ rows }: { rows: Rows }) => (
  <Stack gap="xs" my="md">
    <Title order={3} size="h4">
      Deleted
    </Title>
    <Text size="sm">
      {deleted(rows)
        .map(({ label, count }) => `${formatNumber(count)} ${label}`)
        .join(', ') || 'Nothing'}
    </Text>
    {kept(rows).length > 0 && (
      <>
        <Title order={3} size="h4">
          Kept, without the name
        </Title>
        <Table aria-label="Kept" layout="fixed">
          <Table.Tbody>
            {kept(rows).map(({ label, count, reason }) => (
              <Table.Tr key={label + reason}>
                <Table.Td w="35%">
                  {formatNumber(count)} {label}
                </Table.Td>
                <Table.Td>{reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </>
    )}
  </Stack>
);
