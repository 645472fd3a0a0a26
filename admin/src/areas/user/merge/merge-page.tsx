/** Page that merges two accounts of one person: both side by side, the conflicts to decide, and what the merge does. */
import { Button, Group, Radio, Stack, Table, Text } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { getUserProfile, listUsers } from '#contract/user/endpoints.ts';
import { mergeUsers, previewMerge, undoDays } from '#contract/user/merge.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Moment } from '#kit/display/moment.tsx';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { Finder, type Option } from '#kit/form/finder.tsx';
import { counted, displayPhone, formatNumber } from '#kit/format/formats.ts';
import { DetailPage, Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { roleNames } from '#contract/user/account.ts';

type Preview = Reply<typeof previewMerge>;
type Account = Preview['kept'];
type Keep = 'kept' | 'merged';

const title = 'Merge accounts';
const pathOf = (id: string, other: string) => `/user/merge/${id}/${other}`;

export function MergePage() {
  const { id = '', other } = useParams({ strict: false });
  return other ? <Both id={id} other={other} /> : <ChooseOther id={id} />;
}

function ChooseOther({ id }: { id: string }) {
  const result = useCall(getUserProfile, { params: { id } });
  const navigate = useNavigate();
  const useOthers = (search: string, isOpen: boolean) => {
    const query = { search, page: 1, pageSize: 10 };
    const { data, error, isPrevious } = useCall(listUsers, { query }, { keepPrevious: true, enabled: isOpen });
    const users = (data?.users ?? []).filter((user) => user.id !== id);
    return {
      options: users.map((user): Option => ({
        value: user.id,
        label: user.name,
        hint: [user.email, displayPhone(user.phoneNumber)].filter(Boolean).join(' · '),
      })),
      isSettled: data !== undefined && !isPrevious,
      error,
    };
  };
  return (
    <Loaded result={result} what="user" isPage>
      {({ name }) => (
        <DetailPage title={title}>
          <Section title={`Into ${name}`}>
            <Finder
              label="Other account of the same person"
              placeholder="Search name, e-mail or phone"
              description="Nothing changes yet: the next page shows what the merge does."
              nothing="No such user"
              choose={(other) => void navigate({ to: pathOf(id, other) })}
              useSearch={useOthers}
              autoFocus
            />
          </Section>
        </DetailPage>
      )}
    </Loaded>
  );
}

function Both({ id, other }: { id: string; other: string }) {
  const result = useCall(previewMerge, { params: { id }, query: { userId: other } });
  const [doneId, setDoneId] = useState<string>();
  if (doneId) return <Navigate to="/user/$id/{-$tab}" params={{ id: doneId }} />;
  return (
    <Loaded result={result} what="accounts" isPage>
      {(preview) => <Merge key={id} preview={preview} done={() => setDoneId(id)} />}
    </Loaded>
  );
}

function Merge({ preview, done }: { preview: Preview; done: () => void }) {
  const { kept, merged, conflicts } = preview;
  const [choices, setChoices] = useState<Readonly<Record<string, Keep>>>({});
  const navigate = useNavigate();
  const action = useAction(mergeUsers, { movesOn: true });
  const open = conflicts.filter(({ key }) => !choices[key]).length;
  const why = action.loading
    ? 'In progress'
    : open > 0 && `Choose whose records stay of ${counted(open, 'product', 'products')}`;
  const run = async () => {
    const chosen = conflicts.map(({ key }) => ({ key, keep: choices[key]! }));
    const { ok } = await action.run({ params: { id: kept.id }, body: { userId: merged.id, choices: chosen } });
    if (ok) done();
  };
  return (
    <DetailPage title={title}>
      <Section
        title="Accounts"
        actions={
          <Button
            variant="default"
            size="xs"
            leftSection={<IconArrowsExchange size={16} />}
            onClick={() => void navigate({ to: pathOf(merged.id, kept.id), replace: true })}
          >
            Keep the other
          </Button>
        }
      >
        <Accounts kept={kept} merged={merged} />
      </Section>
      {conflicts.length > 0 && (
        <Section
          title="Whose records stay in force"
          actions={
            <Group gap="xs">
              {(['kept', 'merged'] as const).map((keep) => (
                <Button
                  key={keep}
                  variant="default"
                  size="xs"
                  onClick={() => setChoices(Object.fromEntries(conflicts.map(({ key }) => [key, keep])))}
                >
                  {keep === 'kept' ? 'All of the account that stays' : 'All of the merged account'}
                </Button>
              ))}
            </Group>
          }
        >
          <Conflicts {...{ conflicts, choices }} choose={(key, keep) => setChoices({ ...choices, [key]: keep })} />
        </Section>
      )}
      <Section title="What the merge does">
        <Effects preview={preview} />
        <Group mt="md" gap="xs">
          <Unavailable why={why}>
            <Button onClick={() => void run()} data-loading={action.loading || undefined}>
              Merge into {kept.name}
            </Button>
          </Unavailable>
          <Text size="sm" c="dimmed">
            Can be undone for {undoDays} days, on the Account tab of {kept.name}.
          </Text>
        </Group>
      </Section>
    </DetailPage>
  );
}

const facts: readonly (readonly [string, (account: Account) => React.ReactNode])[] = [
  [
    'Name',
    ({ id, name }) => (
      <Link to="/user/$id/{-$tab}" params={{ id }}>
        {name}
      </Link>
    ),
  ],
  ['E-mail', ({ email }) => email],
  ['Phone', ({ phoneNumber }) => displayPhone(phoneNumber) || '–'],
  ['Institution', ({ uoc }) => uoc || '–'],
  ['Role', ({ role }) => roleNames[role]],
  ['Courses', ({ totalCourses }) => formatNumber(totalCourses)],
  ['Joined', ({ joinedAt }) => <Moment at={joinedAt} />],
  ['Last sign-in', ({ lastLoginAt }) => <Moment at={lastLoginAt} empty="Never" />],
];

/** Table of both accounts; a fact that differs is emphasized. */
const Accounts = ({ kept, merged }: Pick<Preview, 'kept' | 'merged'>) => (
  <Table aria-label="Accounts" layout="fixed" style={{ overflowWrap: 'anywhere' }}>
    <Table.Thead>
      <Table.Tr>
        <Table.Td w={104} />
        <Table.Th>Stays</Table.Th>
        <Table.Th>Is merged and deactivated</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {facts.map(([label, of]) => (
        <Table.Tr key={label}>
          <Table.Th scope="row">{label}</Table.Th>
          <Table.Td>{of(kept)}</Table.Td>
          <Table.Td>{of(merged)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

const inWords = (counts: Preview['moves']) =>
  counts.map(({ label, count }) => `${formatNumber(count)} ${label}`).join(', ');

interface ConflictsProps extends Pick<Preview, 'conflicts'> {
  choices: Readonly<Record<string, Keep>>;
  choose: (key: string, keep: Keep) => void;
}

const Conflicts = ({ conflicts, choices, choose }: ConflictsProps) => (
  <Stack gap="md">
    {conflicts.map(({ key, name, kept, merged }) => (
      <Radio.Group key={key} label={name} value={choices[key] ?? null} onChange={(keep) => choose(key, keep)}>
        <Stack gap={6} mt={4}>
          <Radio value="kept" label={`Of the account that stays: ${inWords(kept)}`} />
          <Radio value="merged" label={`Of the merged account: ${inWords(merged)}`} />
        </Stack>
      </Radio.Group>
    ))}
    <Text size="sm" c="dimmed">
      The records that do not stay in force remain with the merged account, except the place in the course.
    </Text>
  </Stack>
);

function Effects({ preview: { kept, merged, moves, stays } }: { preview: Preview }) {
  return (
    <Table aria-label="What the merge does">
      <Table.Tbody>
        {moves.map(({ label, count }) => (
          <Table.Tr key={label}>
            <Table.Td ta="right" w={64}>
              {formatNumber(count)}
            </Table.Td>
            <Table.Td>{label}</Table.Td>
            <Table.Td>
              {count === 1 ? 'moves' : 'move'} to {kept.email}
            </Table.Td>
          </Table.Tr>
        ))}
        {stays.map(({ label, count, reason }) => (
          <Table.Tr key={label}>
            <Table.Td ta="right" w={64}>
              {formatNumber(count)}
            </Table.Td>
            <Table.Td>{label}</Table.Td>
            <Table.Td c="dimmed">{reason}</Table.Td>
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Td ta="right">1</Table.Td>
          <Table.Td>account</Table.Td>
          <Table.Td>
            {merged.email} cannot sign in any more; links to it lead to {kept.name}
          </Table.Td>
        </Table.Tr>
      </Table.Tbody>
    </Table>
  );
}
