/** Button and dialog that accept all unambiguous matches at once, as a bulk change that can be undone. */
import { Button, Group, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { previewMatches, startMatches } from '#contract/payment/bank/lines.ts';
import { dayInWords } from '#contract/kernel/days.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { counted } from '#kit/format/formats.ts';

type Preview = Reply<typeof previewMatches>;

function Matches({ preview, close }: { preview: Preview; close: () => void }) {
  const { total, amount, matches, seen } = preview;
  const navigate = useNavigate();
  const { run, loading } = useAction(startMatches, { movesOn: true });
  const start = async () => {
    const outcome = await run({ body: { seen } });
    if (outcome.ok) await navigate({ to: '/batch/$id', params: { id: outcome.reply.batchId } });
    else close();
  };
  return (
    <Dialog onClose={close} title={`Accept ${counted(total, 'match', 'matches')}: ${formatMoney(amount)}?`} size="xl">
      <Text size="sm" mb="sm">
        Each has the exact amount with the unique code, the buyer’s name, and no other order or transfer of that amount.
        Accept them: the orders become paid. The bulk change can be undone.
      </Text>
      <Table aria-label="Matches" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Transfer</Table.Th>
            <Table.Th>Day</Table.Th>
            <Table.Th ta="right">Amount</Table.Th>
            <Table.Th>Order</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {matches.map(({ bankLineId, description, bookedOn, amount: sum, order }) => (
            <Table.Tr key={bankLineId}>
              <Table.Td>{description}</Table.Td>
              <Table.Td>{dayInWords(bookedOn)}</Table.Td>
              <Table.Td ta="right">{formatMoney(sum)}</Table.Td>
              <Table.Td>
                {order.invoiceNumber} · {order.buyerName}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {total > matches.length && <Text size="sm">And {total - matches.length} more.</Text>}
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
        <Button data-autofocus loading={loading} onClick={() => void start()}>
          Accept {counted(total, 'match', 'matches')}
        </Button>
      </Group>
    </Dialog>
  );
}

export function AcceptAll() {
  const { data } = useCall(previewMatches, {}, { keepPrevious: true });
  const [shown, show] = useState<Preview>();
  if (!data || data.total === 0) return null;
  return (
    <>
      <Button variant="default" onClick={() => show(data)}>
        Accept {counted(data.total, 'sure match', 'sure matches')}
      </Button>
      {shown && <Matches preview={shown} close={() => show(undefined)} />}
    </>
  );
}
