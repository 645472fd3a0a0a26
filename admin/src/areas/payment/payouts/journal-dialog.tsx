/** Dialog that exports the journal of a month for the accountant; the export is listed under Exports. */
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { exportJournal } from '#contract/payment/payouts.ts';
import { useAction } from '#kit/api/use-action.ts';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { download } from '#kit/format/download.ts';
import { monthChoices } from '../papers/months.ts';

export function JournalDialog({ close }: { close: () => void }) {
  const months = monthChoices();
  // The last whole month.
  const [month, setMonth] = useState(months[1]!.value);
  const { run, loading } = useAction(exportJournal);
  const take = async () => {
    const done = await run({ body: { month } });
    if (!done.ok) return;
    const { journalWorkbook } = await import('./journal-workbook.ts');
    download(await journalWorkbook(done.reply.rows, month));
    close();
  };
  return (
    <Dialog title="Export for the accountant" onClose={close}>
      <Stack>
        <NativeSelect
          label="Month"
          data={months}
          value={month}
          data-autofocus
          onChange={(event) => setMonth(event.currentTarget.value)}
        />
        <Text size="sm" c="dimmed">
          A journal by day as .xlsx: sales, discounts, unique codes, PPN, fees, refunds, what the gateways owe, and the
          bank. Debits equal credits.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button loading={loading} onClick={() => void take()}>
            Export
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
