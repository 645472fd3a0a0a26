/** Select for one of the assigned members, searched by name, e-mail or phone; or nobody. */
import type { Assignment } from '#contract/kernel/assignment-row.ts';
import { useRef } from 'react';
import { useCall } from '#kit/api/use-call.ts';
import { Finder } from '#kit/form/finder.tsx';

/** Number of options; others are found by typing. */
const shown = 20;

const nobody = { value: 'nobody', label: 'No specific member' };

/** An empty id means nobody. */
interface Member {
  id: string;
  name: string;
  assignedAt?: string | null | undefined;
  accessEndsOn?: string | null | undefined;
}

interface Props {
  /** Assignment whose items are people. */
  link: Assignment;
  ownerId: string;
  chosen: Member;
  choose: (member: Member) => void;
}

export function MemberPicker({ link, ownerId, chosen, choose }: Props) {
  const byId = useRef(new Map<string, Member>());
  const useSearch = (search: string, isOpen: boolean) => {
    const query = { ...link.sideQuery(true), search, page: 1, pageSize: shown };
    const options = { keepPrevious: true, enabled: isOpen };
    const { data, error, isPrevious } = useCall(link.list, { params: { id: ownerId }, query }, options);
    const members = data ? link.rowsOf(data) : [];
    for (const member of members) byId.current.set(member.id, member);
    return {
      // An option to clear, because Mantine's clear button is not reachable by keyboard.
      options: [
        ...(chosen.id && search === '' ? [nobody] : []),
        ...members.map(({ id, name, email }) => ({ value: id, label: name, ...(email && { hint: email }) })),
      ],
      isSettled: data !== undefined && !isPrevious,
      error,
    };
  };
  return (
    <Finder
      label="Member"
      placeholder={nobody.label}
      nothing="No such member"
      chosen={chosen.id ? { value: chosen.id, label: chosen.name } : undefined}
      choose={(id) => choose(byId.current.get(id) ?? { id: '', name: '' })}
      useSearch={useSearch}
    />
  );
}
