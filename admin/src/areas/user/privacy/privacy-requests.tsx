/** Requests of a person for their data, on the account tab: noted, answered within three days, withdrawn. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { mayCall, type Reply } from '#contract/kernel/endpoint.ts';
import { getUserProfile } from '#contract/user/endpoints.ts';
import * as contract from '#contract/user/privacy.ts';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall, useReread } from '#kit/api/use-call.ts';
import { Badge, type BadgeColour } from '#kit/display/badge.tsx';
import { Moment } from '#kit/display/moment.tsx';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { Rows } from '#kit/form/field.tsx';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import type { Profile } from '../user.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { Report } from './report.tsx';

type Request = Reply<typeof contract.listPrivacyRequests>['requests'][number];

/** Polling interval while a job works. */
const everyMs = 2_000;

export function PrivacyRequests({ user }: { user: Profile }) {
  const own = role() ?? '';
  const mayRead = mayCall(contract.listPrivacyRequests, own) && (user.role === 'member' || own === 'superadmin');
  const [isNoting, setNoting] = useState(false);
  const result = useCall(
    contract.listPrivacyRequests,
    { params: { id: user.id } },
    { enabled: mayRead, everyMs: (data) => !!data?.requests.some(({ state }) => state === 'running') && everyMs },
  );
  const hasErased = !!result.data?.requests.some(({ kind, state }) => kind === 'erasure' && state === 'done');
  const reread = useReread(getUserProfile);
  useEffect(() => {
    if (hasErased && !user.erasedAt) reread();
    // Once, when the job ends: the page shows what is left of the person.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [hasErased]);
  if (!mayRead) return null;
  return (
    <Section
      title="Personal data"
      actions={
        !user.erasedAt && (
          <Button variant="default" size="xs" onClick={() => setNoting(true)}>
            Note a request
          </Button>
        )
      }
    >
      <Loaded result={result} what="requests">
        {({ requests }) => (
          <Stack gap="sm">
            {requests.length === 0 && <Text c="dimmed">{user.name} has not asked for a dossier or an erasure.</Text>}
            {requests.map((request) => (
              <RequestRow key={request.requestId} request={request} user={user} />
            ))}
          </Stack>
        )}
      </Loaded>
      {isNoting && <NoteDialog id={user.id} close={() => setNoting(false)} />}
    </Section>
  );
}

const states: Readonly<Record<Request['state'], readonly [label: string, colour: BadgeColour]>> = {
  open: ['Waiting', 'yellow'],
  running: ['In progress', 'blue'],
  done: ['Done', 'green'],
  withdrawn: ['Withdrawn', 'grey'],
};

function RequestRow({ request, user }: { request: Request; user: Profile }) {
  const { kind, state, askedAt, dueAt, finishedAt, notedBy, error, report } = request;
  const [label, colour] = states[state];
  const [openedAt] = useState(() => new Date().toISOString());
  const isLate = state !== 'withdrawn' && (finishedAt ?? openedAt) > dueAt;
  return (
    <div>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <Text fw={600}>{contract.privacyKinds[kind]}</Text>
          <Badge colour={isLate && state !== 'done' ? 'red' : colour}>
            {isLate && state !== 'done' ? 'Overdue' : label}
          </Badge>
        </Group>
        <RequestActions request={request} user={user} />
      </Group>
      <Text size="sm" c="dimmed">
        Asked <Moment at={askedAt} />
        {notedBy && `, noted by ${notedBy}`}
        {finishedAt ? ' · ended ' : ' · due '}
        <Moment at={finishedAt ?? dueAt} />
      </Text>
      {error && (
        <Text size="sm" c="red">
          Not done: {error}
        </Text>
      )}
      {report && <Report rows={report} />}
    </div>
  );
}

function RequestActions({ request: { requestId, kind, state, hasFile }, user }: { request: Request; user: Profile }) {
  const params = { id: requestId };
  const [isErasing, setErasing] = useState(false);
  const withdraw = useAction(contract.withdrawPrivacyRequest);
  const make = useAction(contract.makeDossier);
  const open = useAction(contract.openDossier);
  const show = async () => {
    const outcome = await open.run({ params });
    if (outcome.ok) location.assign(outcome.reply.url);
  };
  if (hasFile)
    return (
      <Button size="xs" variant="default" loading={open.loading} onClick={() => void show()}>
        Download dossier
      </Button>
    );
  if (state !== 'open') return null;
  const mayErase = mayCall(contract.erasePerson, role() ?? '');
  return (
    <Group gap="xs">
      <Button size="xs" variant="default" loading={withdraw.loading} onClick={() => void withdraw.run({ params })}>
        Withdraw
      </Button>
      {kind === 'dossier' ? (
        <Button size="xs" loading={make.loading} onClick={() => void make.run({ params })}>
          Make dossier
        </Button>
      ) : (
        <Unavailable why={!mayErase && 'Only a superadmin erases a person'}>
          <Button size="xs" color="red" onClick={() => setErasing(true)}>
            Erase
          </Button>
        </Unavailable>
      )}
      {isErasing && <EraseDialog requestId={requestId} user={user} close={() => setErasing(false)} />}
    </Group>
  );
}

function NoteDialog({ id, close }: { id: string; close: () => void }) {
  const note = useAction(contract.notePrivacyRequest);
  const [askedAt] = useState(() => new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString());
  const form = useEditForm({
    name: `user/${id}/privacy`,
    schema: contract.privacyDraft,
    initial: { kind: 'dossier', askedAt },
    save: (body, options) => note.run({ params: { id }, body }, options),
    onSaved: close,
  });
  return (
    <FormDialog form={form} title="Note a request" submitLabel="Note request" close={close}>
      <Rows form={form} rows={['kind', 'askedAt']} />
    </FormDialog>
  );
}
