/** Accounts that were merged into a user, with the undo, on the user's account tab. */
import { Button, Group, Table, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { listMerges, mergeUsers, undoMerge } from '#contract/user/merge.ts';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Moment } from '#kit/display/moment.tsx';
import { confirm } from '#kit/feedback/confirm.tsx';
import { formatMoment } from '#kit/format/formats.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import type { Profile } from '../user.ts';

export function UserMerges({ user: { id, name, role: theirs } }: { user: Profile }) {
  const own = role() ?? '';
  const result = useCall(listMerges, { params: { id } }, { enabled: mayCall(listMerges, own) });
  const undo = useAction(undoMerge);
  const navigate = useNavigate();
  if (!mayCall(mergeUsers, own) || (theirs !== 'member' && own !== 'superadmin')) return null;
  const ask = async (mergeId: string, other: string) => {
    const text = `${other} gets back exactly what moved, and can sign in again.`;
    if (!(await confirm({ title: 'Undo the merge?', text, action: 'Undo 1 merge' }))) return;
    await undo.run({ params: { id }, body: { mergeId } });
  };
  return (
    <Section
      title="Other accounts"
      actions={
        <Button variant="default" size="xs" onClick={() => void navigate({ to: `/user/merge/${id}` })}>
          Merge another account
        </Button>
      }
    >
      <Loaded result={result} what="merges">
        {({ merges }) =>
          merges.length === 0 ? (
            <Text c="dimmed">No account was merged into {name}.</Text>
          ) : (
            <Table aria-label="Merged accounts">
              <Table.Tbody>
                {merges.map(({ mergeId, user, by, at, undoneAt, undoUntil }) => (
                  <Table.Tr key={mergeId}>
                    <Table.Td>
                      {undoneAt ? (
                        <Link to="/user/$id/{-$tab}" params={{ id: user.id }}>
                          {user.name}
                        </Link>
                      ) : (
                        user.name
                      )}
                      <Text size="sm" c="dimmed">
                        {user.email}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      {undoneAt ? 'Undone ' : 'Merged '}
                      <Moment at={undoneAt ?? at} />
                      {by && !undoneAt && ` by ${by}`}
                    </Table.Td>
                    <Table.Td ta="right">
                      {undoUntil && (
                        <Group gap="xs" justify="flex-end">
                          <Button
                            variant="default"
                            size="xs"
                            title={`Until ${formatMoment(undoUntil)}`}
                            loading={undo.loading}
                            onClick={() => void ask(mergeId, user.email)}
                          >
                            Undo
                          </Button>
                        </Group>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </Loaded>
    </Section>
  );
}
