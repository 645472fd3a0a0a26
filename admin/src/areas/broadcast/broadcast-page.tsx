/** Page of one broadcast: the draft as a form; once it is sent, its progress, the message, and the result of each person. */
import { Alert, Anchor, Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { broadcastStates, broadcasts, retryBroadcast, stopBroadcast } from '#contract/broadcast/endpoints.ts';
import { filledParameters } from '#contract/broadcast/text.ts';
import { contactChannels } from '#contract/course/risk.ts';
import { broadcastRows, broadcastSpecial } from '#admin-shared/broadcast/broadcast-fields.tsx';
import { PeopleInWords } from '#admin-shared/user/people-in-words.tsx';
import { useAction } from '#kit/api/use-action.ts';
import { useRereadOn } from '#kit/api/use-call.ts';
import { MessagePreview } from '#kit/display/message-preview.tsx';
import { confirm } from '#kit/feedback/confirm.tsx';
import { counted, formatMinute, formatNumber } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import type { HeadActions } from '#kit/record/head-actions.tsx';
import { type Opened, saveFirst } from '#kit/record/opened.ts';
import { RecordPage } from '#kit/record/record-page.tsx';
import { useRecordForm } from '#kit/record/use-record-form.ts';
import { type OpenBroadcast, resultOf } from './broadcast-words.ts';
import { Deliveries } from './deliveries.tsx';
import { StateBadge } from './state-badge.tsx';
import { SegmentDialog } from './segment-dialog.tsx';

type Opening = Opened<OpenBroadcast, typeof broadcasts.draft>;

/** Polling interval: short while it is being sent; WhatsApp reports what was read for as long as the page is open. */
const everyMs = ({ state, channel }: Pick<OpenBroadcast, 'state' | 'channel'>) =>
  state === 'sending' ? 2_000 : state === 'done' && channel === 'whatsapp' && 15_000;

function useActions(opened: Opening): HeadActions {
  const { record } = opened;
  const { broadcastId, name, state, startedAt, figures, unreached } = record;
  const [isChoosing, setChoosing] = useState(false);
  const stopping = useAction(stopBroadcast);
  const retrying = useAction(retryBroadcast);
  const isSending = state === 'sending';
  const stop = async () => {
    const people = counted(figures.queued, 'person', 'people');
    const isSure = await confirm({
      title: `Stop “${name}”?`,
      text: `Stop: ${people} who wait for it do not get it. What is sent stays sent.`,
      action: `Stop for ${people}`,
      isDestructive: true,
    });
    if (isSure) await stopping.run({ params: { id: broadcastId } });
  };
  const retry = async () => {
    const people = counted(unreached, 'person', 'people');
    const others = figures.failed - unreached;
    const left = others > 0 ? ` ${formatNumber(others)} more may have got it, and do not get it again.` : '';
    const isSure = await confirm({
      title: `Try “${name}” again?`,
      text: `It failed for ${people} whom nothing can have reached. Those who opted out since do not get it.${left}`,
      action: `Send to ${people}`,
    });
    if (isSure) await retrying.run({ params: { id: broadcastId }, body: { expected: unreached } });
  };
  const send = async () => {
    if (startedAt || (await saveFirst(opened))) setChoosing(true);
  };
  return {
    primary: isSending
      ? { label: 'Stop…', run: stop, isBusy: stopping.loading }
      : !startedAt && { label: 'Choose people and send…', run: send },
    quick: [
      unreached > 0 && { label: 'Try failed again…', run: retry, isBusy: retrying.loading },
      startedAt !== null && { label: 'Send to others…', run: send },
    ],
    dialog: isChoosing && <SegmentDialog broadcastId={broadcastId} close={() => setChoosing(false)} />,
  };
}

/** Numbers of people, and the progress while it is being sent. */
function Sent({ record: { state, startedAt, figures, problem } }: Opening) {
  useRereadOn('broadcast', JSON.stringify(figures));
  if (!startedAt) return null;
  const { total, queued } = figures;
  const words = `${formatNumber(total - queued)} of ${formatNumber(total)}`;
  return (
    <Section title="Progress">
      <Text size="sm" role="status">
        {resultOf({ figures })}
      </Text>
      {problem && (
        <Alert color="yellow" mt="xs" title="The last try failed">
          {problem}. It is tried again by itself; people who wait are not lost.
        </Alert>
      )}
      {state === 'sending' && (
        <Progress.Root size="sm" mt="xs" transitionDuration={0}>
          <Progress.Section value={((total - queued) / total) * 100} aria-label="Sending" aria-valuetext={words} />
        </Progress.Root>
      )}
    </Section>
  );
}

/** Filters by which its people were chosen; each leads to who matches by now. */
const segmentFacts = (segments: readonly string[]) =>
  segments.map((segment) => {
    const query = Object.fromEntries(new URLSearchParams(segment));
    return [
      'To',
      <Anchor key={segment} size="sm" renderRoot={(link) => <Link {...link} to="/user" search={query} />}>
        <PeopleInWords query={query} />
      </Anchor>,
    ] as const;
  });

/** Message as it was written, once it is sent. */
function Message({ record: { startedAt, subject, body, template, parameters } }: Opening) {
  if (!startedAt) return null;
  return (
    <Section title={subject || 'Message'}>
      <MessagePreview text={template ? filledParameters(template.body, parameters) : body} />
    </Section>
  );
}

const trail = {
  labels: { state: 'Status', startedAt: 'Sent', segments: 'To' },
  words: { state: broadcastStates, segments: (all: string[]) => counted(all.length, 'segment', 'segments') },
};

export function BroadcastPage() {
  const record = useRecordForm(broadcasts, { everyMs: (data) => data !== undefined && everyMs(data) });
  const isSent = Boolean(record.result.data?.startedAt);
  return (
    <RecordPage
      record={{ ...record, mayEdit: record.mayEdit && !isSent }}
      list="/broadcast"
      badge={StateBadge}
      deletion={() => 'the results of its people go with it; nobody is written to.'}
      useActions={useActions}
      fields={[{ title: 'Message', rows: broadcastRows }]}
      special={broadcastSpecial}
      trail={trail}
      panels={[Sent, Message, Deliveries]}
      facts={({ channel, template, by, startedAt, segments }) => [
        ['Channel', contactChannels[channel]],
        ...(template ? [['Template', `${template.name} (${template.language})`] as const] : []),
        ...(startedAt ? [['Sent', formatMinute(startedAt)] as const] : []),
        ...(by ? [['By', by] as const] : []),
        ...segmentFacts(segments),
      ]}
    />
  );
}
BroadcastPage.reads = broadcasts.get;
