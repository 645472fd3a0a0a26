/** Dialog that sends all events since a moment again. */
import { Text } from '@mantine/core';
import { eventDays, replayWebhook } from '#contract/integration/webhooks.ts';
import { useAction } from '#kit/api/use-action.ts';
import { Rows } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { blankOf } from '#kit/form/values.ts';

const schema = replayWebhook.body!;

export function ReplayDialog({ id, close }: { id: string; close: () => void }) {
  const replaying = useAction(replayWebhook);
  const form = useEditForm({
    name: `webhook/${id}/replay`,
    schema,
    initial: blankOf(schema),
    save: (body, how) => replaying.run({ params: { id }, body }, how),
    onSaved: close,
  });
  return (
    <FormDialog form={form} title="Send events again" submitLabel="Send again" close={close}>
      <Text size="sm">
        All events since this moment are sent again in their order, also those that were delivered. Events are kept for{' '}
        {eventDays} days; the receiver recognizes repeated ones by their webhook-id.
      </Text>
      <Rows form={form} rows={['since']} />
    </FormDialog>
  );
}
