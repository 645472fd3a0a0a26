/** Tags of a person, with the controls that add and remove them. */
import { CloseButton, Group } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { assignments } from '#contract/assignment/table.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { Badge } from '#kit/display/badge.tsx';
import { LookupChip } from '#kit/list/lookup-chip.tsx';
import { useTagSearch } from '#admin-shared/user/tag-choice.tsx';
import type { OpenUser } from './user.ts';

const { tagUsers } = assignments;

const adding = {
  name: 'tagId',
  label: 'Add a tag',
  placeholder: 'Search tags',
  nothing: 'No such tag. Tags are created under People, Tags',
  useSearch: useTagSearch,
  useName: () => undefined,
};

export function UserTags({ record: { id, tags, role: theirs } }: OpenUser) {
  const assign = useAction(tagUsers.assign);
  const unassign = useAction(tagUsers.unassign, {
    undo:
      ({ params }) =>
      () =>
        void assign.run(tagUsers.inputOf(params.id, [id])),
  });
  const mayTag = theirs === 'member' && mayCall(tagUsers.assign, role() ?? '');
  if (tags.length === 0 && !mayTag) return null;
  return (
    <Group gap={8} component="section" aria-label="Tags">
      <IconTag size={16} stroke={1.6} aria-hidden />
      {tags.map(({ id: tagId, name, colour }) => (
        <Badge key={tagId} colour={colour}>
          <Group component="span" gap={2} wrap="nowrap">
            {name}
            {mayTag && (
              <CloseButton
                size="xs"
                c="inherit"
                aria-label={`Remove ${name}`}
                onClick={() => void unassign.run(tagUsers.inputOf(tagId, [id]))}
              />
            )}
          </Group>
        </Badge>
      ))}
      {mayTag && (
        <LookupChip
          filter={adding}
          applied=""
          change={({ tagId = '' }) => void assign.run(tagUsers.inputOf(tagId, [id]))}
        />
      )}
    </Group>
  );
}
