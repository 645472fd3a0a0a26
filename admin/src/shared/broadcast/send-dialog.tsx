/** Sends a broadcast: who gets it and who does not, with the reasons, and the message to one of them. */
import { Alert, Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { broadcasts, broadcastSkips, previewBroadcast, sendBroadcast } from '#contract/broadcast/endpoints.ts';
import type { CallInput, Reply } from '#contract/kernel/endpoint.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { MessagePreview } from '#kit/display/message-preview.tsx';
import { ScrollList } from '#kit/display/scroll-list.tsx';
import { ErrorState } from '#kit/feedback/failures.tsx';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import { counted, formatLongMinute, formatNumber } from '#kit/format/formats.ts';
import { WhatsAppLink } from '../order/whatsapp-link.tsx';
import { PeopleInWords } from '../user/people-in-words.tsx';

/** Selected people, or all that match. */
export interface People {
  ids: string[] | null;
  query?: object;
}

type Preview = Reply<typeof previewBroadcast>;

interface Props {
  broadcastId: string;
  people: People;
  close: () => void;
  /** Goes back to the message. */
  edit?: () => void;
  /** Choice of the people. */
  children?: ReactNode;
}

function whyNot(preview: Preview | undefined, isStale: boolean): string | false {
  if (!preview || isStale) return 'Preparing the preview';
  if (preview.setUp) return 'It cannot be sent yet';
  return preview.reached === 0 && 'Nobody gets it';
}

export function SendDialog({ broadcastId, people, close, edit, children }: Props) {
  const navigate = useNavigate();
  const params = { id: broadcastId };
  const { data: broadcast } = useCall(broadcasts.get, { params });
  const query = (people.query ?? {}) as NonNullable<CallInput<typeof previewBroadcast>['query']>;
  const body = { ids: people.ids };
  const { data, error, isPrevious, refetch } = useCall(
    previewBroadcast,
    { params, query, body },
    { keepPrevious: true },
  );
  const sending = useAction(sendBroadcast, { movesOn: true });
  const submit = async () => {
    const outcome = await sending.run({ params, query, body: { ...body, expected: data?.total ?? 0 } });
    // Others may match by now.
    if (!outcome.ok) return void refetch();
    close();
    await navigate({ to: '/broadcast/$id', params });
  };
  return (
    <WorkDialog
      title={`Send “${broadcast?.name ?? '…'}”`}
      close={close}
      isTyped={false}
      why={error ? error.message : whyNot(data, isPrevious)}
      submitLabel={data && data.reached > 0 ? `Send to ${counted(data.reached, 'person', 'people')}` : 'Send'}
      isWorking={sending.loading}
      submit={submit}
      aside={
        edit && (
          <Button variant="subtle" mr="auto" onClick={edit}>
            Change the message
          </Button>
        )
      }
    >
      {children}
      {!children && people.query && (
        <Text size="sm">
          <PeopleInWords query={query} />
        </Text>
      )}
      {error ? (
        <ErrorState error={error} refetch={refetch} what="preview" />
      ) : data ? (
        <Reach
          {...data}
          unrecorded={
            people.ids ? undefined : { ...query, role: 'member', [`${broadcast?.channel}Consent`]: 'unknown' }
          }
        />
      ) : (
        <Skeleton h={160} />
      )}
      {edit && (
        <Text size="sm" c="dimmed">
          Until it is sent, it stays as a draft under Broadcasts.
        </Text>
      )}
    </WorkDialog>
  );
}

type Skipped = Preview['skipped'][number];

/** Reason, with the people that it concerns: their pages are where it can be changed. */
function Reason({ reason, people, first, unrecorded }: Skipped & { unrecorded: object | undefined }) {
  const others = people - first.length;
  return (
    <>
      {reason === 'no-consent' && unrecorded ? (
        <Anchor
          size="sm"
          lh="24px"
          renderRoot={(link) => <Link {...link} to="/user" search={unrecorded} target="_blank" />}
        >
          {broadcastSkips[reason]}
        </Anchor>
      ) : (
        broadcastSkips[reason]
      )}
      <Text component="small" size="xs" lh="24px">
        {first.map(({ userId, name }, index) => (
          <Fragment key={userId}>
            {index > 0 && ', '}
            <Anchor
              inherit
              renderRoot={(link) => <Link {...link} to="/user/$id" params={{ id: userId }} target="_blank" />}
            >
              {name}
            </Anchor>
          </Fragment>
        ))}
        {others > 0 && ` and ${counted(others, 'other', 'others')}`}
      </Text>
    </>
  );
}

interface ReachProps extends Preview {
  /** Filter of the people whose consent is not recorded; undefined: they were selected one by one. */
  unrecorded: object | undefined;
}

function Reach({ total, reached, skipped, waitsUntil, sample, setUp, links, unrecorded }: ReachProps) {
  const start = waitsUntil
    ? `It waits until the quiet hours end: ${formatLongMinute(waitsUntil)}.`
    : 'Sending starts at once.';
  return (
    <Stack gap="sm" aria-live="polite">
      <Text size="sm">
        {formatNumber(reached)} of {counted(total, 'person gets', 'people get')} it. {reached > 0 && !setUp && start}
      </Text>
      {skipped.length > 0 && (
        <ScrollList
          label="Left out"
          hasEnd
          lines={skipped.map((one) => ({
            key: one.reason,
            parts: [<Reason key="who" {...one} unrecorded={unrecorded} />, counted(one.people, 'person', 'people')],
          }))}
        />
      )}
      {sample && (
        <div>
          <Text size="sm" c="dimmed" mb={4}>
            To {sample.name}
            {sample.subject && `: ${sample.subject}`}
          </Text>
          <MessagePreview text={sample.text} />
        </div>
      )}
      {setUp && (
        <Alert color="yellow" title="It cannot be sent yet">
          {setUp} {links.length > 0 && 'Until then, write to people one by one:'}
        </Alert>
      )}
      {links.length > 0 && (
        <ScrollList
          label="Chats"
          hasEnd
          lines={links.map(({ userId, name, url }) => ({
            key: userId,
            parts: [name, <WhatsAppLink key="chat" href={url} who={name} />],
          }))}
        />
      )}
    </Stack>
  );
}
