/** Records the consent to broadcasts of the selected people, or of all that match; as a bulk change. */
import { Button, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { batches } from '#contract/batch/starts.ts';
import { recordedConsents } from '#contract/broadcast/endpoints.ts';
import { contactChannels } from '#contract/course/risk.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { type Chosen, useBatch } from '#admin-shared/batch/use-batch.ts';
import { role } from '#kit/api/session.ts';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { counted } from '#kit/format/formats.ts';

export function ConsentPeople(chosen: Chosen) {
  const [isOpen, setOpen] = useState(false);
  const [value, setValue] = useState('agreed');
  const [channel, setChannel] = useState('mail');
  const [note, setNote] = useState('');
  const { run, loading } = useBatch(batches.marketingConsent, chosen);
  if (!mayCall(batches.marketingConsent.start, role() ?? '')) return null;
  const people = chosen.all ? 'all that match' : counted(chosen.selection.selected.size, 'person', 'people');
  const submit = async () => {
    if (await run({ value, channel, note })) setOpen(false);
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Consent
      </Button>
      {isOpen && (
        <WorkDialog
          title="Consent to broadcasts"
          close={() => setOpen(false)}
          isTyped={note !== ''}
          size="md"
          why={false}
          submitLabel={`Record it for ${people}`}
          isWorking={loading}
          submit={submit}
        >
          <NativeSelect
            label="Channel"
            data={choicesOf(contactChannels)}
            value={channel}
            onChange={({ currentTarget }) => setChannel(currentTarget.value)}
          />
          <SegmentedControl aria-label="Consent" value={value} onChange={setValue} data={choicesOf(recordedConsents)} />
          <TextInput
            label="Note (optional)"
            description="Where and how they agreed or objected."
            maxLength={200}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          <Text size="sm" c="dimmed">
            Those who opted out themselves stay opted out.
          </Text>
        </WorkDialog>
      )}
    </>
  );
}
