/** Events of an order, newest first. */
import { Skeleton, Text } from '@mantine/core';
import { maxOrderEvents, orderTimeline } from '#contract/order/timeline.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { Timeline } from '#kit/record/timeline.tsx';

export function OrderTimeline({ record: { orderId } }: { record: { orderId: string } }) {
  const result = useCall(orderTimeline, { params: { id: orderId } });
  return (
    <Section title="Timeline">
      <Loaded result={result} what="timeline" skeleton={<Skeleton h={120} />}>
        {({ entries, isCut }) => (
          <>
            <Timeline entries={entries} empty="Nothing is stored about this order." />
            {isCut && (
              <Text size="sm" c="dimmed" mt="xs">
                Entries before the latest {maxOrderEvents} are not shown.
              </Text>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}
