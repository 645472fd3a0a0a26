/** Creation of a member, from the list of users and wherever somebody sells to a person without an account. */
import { Alert, Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { CallInput, Reply } from '#contract/kernel/endpoint.ts';
import { email } from '#contract/kernel/fields.ts';
import { createUser, findSamePeople, maxSamePhone } from '#contract/user/account.ts';
import { userDraft } from '#contract/user/endpoints.ts';
import { useCall } from '#kit/api/use-call.ts';
import { type Create, CreateDialog } from '#kit/form/create-dialog.tsx';
import type { TypedPerson } from './typed-person.ts';

type Person = NonNullable<Reply<typeof findSamePeople>['email']>;

/** Debounce while typing. */
const pauseMs = 300;

interface SameProps extends TypedPerson {
  /** Person whose fields these are. */
  except?: string;
  /** Goes on with an existing person instead; absent: links to their page. */
  choose?: ((userId: string) => void) | undefined;
}

/** Says who has the same e-mail, which is refused, or the same phone, which families share. */
export function SamePeople({ email: typed = '', phoneNumber = '', except, choose }: SameProps) {
  const [query] = useDebouncedValue(
    JSON.stringify({ email: email.safeParse(typed).success ? typed : '', phoneNumber, except }),
    pauseMs,
  );
  const input = { query: JSON.parse(query) } as CallInput<typeof findSamePeople>;
  const isEmpty = !input.query?.email && !input.query?.phoneNumber;
  const { data } = useCall(findSamePeople, input, { enabled: !isEmpty, keepPrevious: true });
  if (!data || isEmpty) return null;
  const samePhone = data.phone.filter(({ id }) => id !== data.email?.id);
  const list = (people: readonly Person[]) =>
    people.map((person) => <Same key={person.id} person={person} choose={choose} />);
  return (
    <>
      {data.email && (
        <Alert color="red" title="This e-mail has an account" role="status">
          {list([data.email])}
        </Alert>
      )}
      {samePhone.length > 0 && (
        <Alert color="yellow" title="Same phone as" role="status">
          {list(samePhone)}
          {data.phone.length === maxSamePhone && 'And perhaps others. '}
        </Alert>
      )}
    </>
  );
}

const Same = ({ person, choose }: { person: Person; choose: SameProps['choose'] }) => (
  <div>
    {choose && person.role === 'member' ? (
      <Button variant="subtle" size="compact-sm" onClick={() => choose(person.id)}>
        Choose {person.name}
      </Button>
    ) : (
      <Link to={`/user/${person.id}` as never}>{person.name}</Link>
    )}{' '}
    {person.email}
  </div>
);

interface Uses {
  /** Goes on with the created member, instead of opening their page. */
  goOn?: (userId: string) => void;
  /** Goes on with an existing member; absent: links to their page. */
  choose?: (userId: string) => void;
}

/** Data of the dialog that creates a member. */
export const newMember = (
  typed: TypedPerson = {},
  { goOn, choose }: Uses = {},
): Create<typeof userDraft, typeof createUser> => ({
  what: 'member',
  draft: userDraft,
  call: createUser,
  blank: typed,
  rows: ['name', ['email', 'phoneNumber'], ['uoc', 'job'], 'location'],
  notice: ({ email: address, phoneNumber }) => <SamePeople email={address} phoneNumber={phoneNumber} choose={choose} />,
  to: ({ userId }) => `/user/${userId}`,
  ...(goOn && { goOn: ({ userId }) => goOn(userId) }),
});

interface DialogProps {
  typed: TypedPerson;
  /** Goes on with the created or an existing member. */
  choose?: (userId: string) => void;
  close: () => void;
}

/** The dialog where somebody sells to a person without an account. */
export function NewMemberDialog({ typed, choose, close }: DialogProps) {
  const goOn = (userId: string) => {
    close();
    choose?.(userId);
  };
  return <CreateDialog create={newMember(typed, { goOn, ...(choose && { choose: goOn }) })} close={close} />;
}
