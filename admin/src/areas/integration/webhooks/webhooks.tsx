/** Tab with the webhooks of the brand. */
import { Button, Group, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { listWebhooks, type WebhookRow } from '#contract/integration/webhooks.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Moment } from '#kit/display/moment.tsx';
import { NameCell } from '#kit/display/thumbnail.tsx';
import { ErrorState } from '#kit/feedback/failures.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import { counted, formatNumber } from '#kit/format/formats.ts';
import type { Column } from '#kit/list/column.tsx';
import { RowsTable } from '#kit/list/rows-table.tsx';
import { StateBadge } from './state-badge.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

const columns: readonly Column<WebhookRow>[] = [
  {
    label: 'Address',
    cell: ({ url, events }) => <NameCell name={url} sub={counted(events.length, 'event', 'events')} />,
  },
  { label: 'State', cell: ({ state }) => <StateBadge state={state} />, width: 112, card: 'badge' },
  {
    label: 'Last error',
    wraps: true,
    cell: ({ lastError, disabledBecause }) => disabledBecause ?? lastError ?? '–',
    hiddenBelow: 840,
  },
  { label: 'Waiting', cell: ({ waiting }) => formatNumber(waiting), align: 'right', width: 104 },
  {
    label: 'Last delivery',
    cell: ({ lastDeliveredAt }) => <Moment at={lastDeliveredAt} empty="None yet" />,
    align: 'right',
    width: 150,
  },
];

/** Polling interval: deliveries go on without any action on the page. */
export const everyMs = 5_000;

export const webhookPath = (id: string) => `/integration/webhook/${id}`;

export function Webhooks() {
  const { data, error, refetch } = useCall(listWebhooks, {}, { everyMs });
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<{ webhookId: string; secret: string }>();
  const navigate = useNavigate();
  const button = <Button onClick={() => setCreating(true)}>New webhook</Button>;
  return (
    <>
      {error && !data ? (
        <ErrorState error={error} refetch={refetch} what="webhooks" />
      ) : data?.webhooks.length === 0 ? (
        <EmptyState title="No webhooks yet" action={button}>
          A webhook sends what happens here to another program at once: new members, paid orders, certificates.
        </EmptyState>
      ) : (
        <>
          <Group justify="space-between" mb="md">
            <Text c="dimmed" size="sm">
              Events are sent signed and in order, and again until the receiver takes them.
            </Text>
            {button}
          </Group>
          <RowsTable
            label="Webhooks"
            columns={columns}
            rows={data?.webhooks}
            expected={3}
            rowKey={({ webhookId }) => webhookId}
            rowLink={({ webhookId }) => webhookPath(webhookId)}
          />
        </>
      )}
      {isCreating && (
        <WebhookForm
          close={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false);
            setMade(created);
          }}
        />
      )}
      {made && <WebhookSecret secret={made.secret} close={() => void navigate({ to: webhookPath(made.webhookId) })} />}
    </>
  );
}
