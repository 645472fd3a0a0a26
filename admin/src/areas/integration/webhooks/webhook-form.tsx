/** Dialog with the form of a webhook, new or existing: address and events. */
import { Checkbox, SimpleGrid } from '@mantine/core';
import type { Outcome } from '#kit/api/use-action.ts';
import { type EventType, eventTypes } from '#contract/integration/events.ts';
import { createWebhook, updateWebhook, webhookDraft, type WebhookRow } from '#contract/integration/webhooks.ts';
import { useAction } from '#kit/api/use-action.ts';
import { type FieldProps, bind } from '#kit/form/bind.ts';
import { Rows } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { blankOf, draftOf } from '#kit/form/values.ts';

const types = Object.keys(eventTypes) as EventType[];

function Events<Values>(props: FieldProps<Values>) {
  const { value, set, input } = bind(props);
  const { readOnly: _, placeholder: __, ...rest } = input;
  return (
    <Checkbox.Group {...rest} value={value as string[]} onChange={set}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" my="xs">
        {types.map((type) => (
          <Checkbox key={type} value={type} label={eventTypes[type].label} />
        ))}
      </SimpleGrid>
    </Checkbox.Group>
  );
}
const special = { events: Events };
const rows = ['url', 'events'] as const;

interface Props {
  /** Absent: a new one. */
  webhook?: WebhookRow;
  close: () => void;
  /** Receives the secret of a new webhook. */
  onCreated?: (made: { webhookId: string; secret: string }) => void;
}

interface Made {
  webhookId: string;
  secret?: string;
}

export function WebhookForm({ webhook, close, onCreated }: Props) {
  const creating = useAction(createWebhook);
  const updating = useAction(updateWebhook);
  const form = useEditForm({
    name: webhook ? `webhook/${webhook.webhookId}` : 'new/webhook',
    schema: webhookDraft,
    initial: webhook ? draftOf(webhookDraft, webhook) : blankOf(webhookDraft),
    save: (body, how): Promise<Outcome<Made>> =>
      webhook ? updating.run({ params: { id: webhook.webhookId }, body }, how) : creating.run({ body }, how),
    onSaved: ({ webhookId, secret }) => (secret ? onCreated?.({ webhookId, secret }) : close()),
  });
  const title = webhook ? 'Edit webhook' : 'New webhook';
  return (
    <FormDialog form={form} title={title} submitLabel={webhook ? 'Save' : 'Create webhook'} close={close} isWide>
      <Rows form={form} rows={rows} special={special} />
    </FormDialog>
  );
}
