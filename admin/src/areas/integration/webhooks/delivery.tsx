/** One delivery beside the list: request, attempts with replies, and sending it again. */
import { Button, Code, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import {
  type DeliveryAttempt,
  type DeliveryRow,
  listWebhooks,
  resendDelivery,
} from '#contract/integration/webhooks.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Copyable } from '#kit/display/copyable.tsx';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { formatMoment, formatNumber } from '#kit/format/formats.ts';
import type { RowContent } from '#kit/list/peek.ts';
import { Facts, Section } from '#kit/record/detail-page.tsx';
import { StateBadge } from './state-badge.tsx';
import { enableFirst } from './use-webhook-actions.tsx';

const wrapped = { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } as const;

function Attempt({ at, status, error, reply, ms }: DeliveryAttempt) {
  return (
    <Stack component="li" gap={4}>
      <Text size="sm" fw={500}>
        {error ?? `Replied with status ${status}`}
      </Text>
      <Text size="xs" c="dimmed">
        {formatMoment(at)}, after {formatNumber(ms / 1000)} s
      </Text>
      {reply && (
        <Code block style={wrapped}>
          {reply}
        </Code>
      )}
    </Stack>
  );
}

export function Delivery({ record }: RowContent<DeliveryRow>) {
  const { id = '' } = useParams({ strict: false });
  const resending = useAction(resendDelivery);
  const { data } = useCall(listWebhooks, {});
  const isDisabled = data?.webhooks.some(({ webhookId, state }) => webhookId === id && state === 'disabled');
  if (!record) return null;
  const { deliveryId, eventId, type, state, createdAt, nextAt, request, log } = record;
  return (
    <Stack gap="lg">
      <Unavailable why={isDisabled && enableFirst}>
        <Button
          variant="default"
          loading={resending.loading}
          onClick={() => void resending.run({ params: { id, deliveryId } })}
        >
          Resend
        </Button>
      </Unavailable>
      <Facts
        title="Facts"
        facts={[
          ['State', <StateBadge key="state" state={state} />],
          ['Event', type],
          ['webhook-id', <Copyable key="id" text={eventId} what="webhook-id" />],
          ['Happened', formatMoment(createdAt)],
          ...(nextAt && !isDisabled ? [['Next attempt', formatMoment(nextAt)] as const] : []),
        ]}
      />
      <Section title="Request">
        <Code block style={wrapped}>
          {JSON.stringify(JSON.parse(request), null, 2)}
        </Code>
      </Section>
      <Section title="Attempts">
        {log.length === 0 && <Text size="sm">None yet</Text>}
        <Stack component="ol" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
          {log.toReversed().map((attempt) => (
            <Attempt key={attempt.at} {...attempt} />
          ))}
        </Stack>
      </Section>
    </Stack>
  );
}
