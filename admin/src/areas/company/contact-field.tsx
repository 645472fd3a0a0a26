/** Field of a company's contact person: a member, found by name, e-mail or phone. */
import { Button, Group } from '@mantine/core';
import { listUsers } from '#contract/user/endpoints.ts';
import { getUserProfile } from '#contract/user/endpoints.ts';
import { useCall } from '#kit/api/use-call.ts';
import { type FieldProps, bind } from '#kit/form/bind.ts';
import { Finder, type SearchResult } from '#kit/form/finder.tsx';

const shown = 10;

function useMembers(search: string, isOpen: boolean): SearchResult {
  const query = { search, page: 1, pageSize: shown };
  const { data, error, isPrevious } = useCall(listUsers, { query }, { keepPrevious: true, enabled: isOpen });
  const members = (data?.users ?? []).filter(({ role }) => role === 'member');
  return {
    options: members.map(({ id, name, email }) => ({ value: id, label: name, hint: email })),
    isSettled: data !== undefined && !isPrevious,
    error,
  };
}

export function ContactField<Values>(props: FieldProps<Values>) {
  const { value, set, input } = bind(props);
  const id = typeof value === 'string' ? value : null;
  const { data } = useCall(getUserProfile, { params: { id: id ?? '' } }, { enabled: id !== null });
  return (
    <div>
      <Finder
        label={input.label}
        placeholder="Search name, e-mail or phone"
        description={input.description ?? ''}
        error={typeof input.error === 'string' ? input.error : undefined}
        nothing="No such member"
        chosen={id === null ? undefined : { value: id, label: data?.name ?? '…' }}
        choose={set}
        useSearch={useMembers}
      />
      {id !== null && !input.readOnly && (
        <Group mt={4}>
          <Button size="compact-xs" variant="subtle" onClick={() => set(null)}>
            Remove contact person
          </Button>
        </Group>
      )}
    </div>
  );
}
