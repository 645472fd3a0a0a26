/** Chooses one of those who are assigned, by a part of their name, e-mail or phone; or nobody. */
import type { Assignment } from '#contract/assignment-row.ts';
import { useRef } from 'react';
import { useCall } from '../api/use-call.ts';
import { Finder } from '../form/finder.tsx';

/** More are found by typing. */
const shown = 20;

const nobody = { value: 'nobody', label: 'No specific member' };

/** '' is nobody. */
interface Member {
  id: string;
  name: string;
  assignedAt?: string | null | undefined;
}

interface Props {
  /** Whose items are people. */
  link: Assignment;
  ownerId: string;
  chosen: Member;
  choose: (member: Member) => void;
}

export function MemberPicker({ link, ownerId, chosen, choose }: Props) {
  const known = useRef(new Map<string, Member>());
  const useFound = (search: string, isOpen: boolean) => {
    const query = { ...link.sideQuery(true), search, page: 1, pageSize: shown };
    const options = { keepPrevious: true, enabled: isOpen };
    const { data, error, isPrevious } = useCall(link.list, { params: { id: ownerId }, query }, options);
    const members = data ? link.rowsOf(data) : [];
    for (const member of members) known.current.set(member.id, member);
    return {
      // Mantine's own button that empties the field is out of the keyboard's reach.
      found: [
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
      choose={(id) => choose(known.current.get(id) ?? { id: '', name: '' })}
      useFound={useFound}
    />
  );
}
