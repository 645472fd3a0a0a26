/** People to choose from when a search for orders matches several, in place of the rows; or that it matches nobody. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { decodedEmail, lowerSpelling } from '#admin-shared/order-tracking/filters.ts';
import { EmptyState } from '#kit/feedback/states.tsx';
import { displayPhone, formatTotal } from '#kit/format/formats.ts';
import { changeState, type Search } from '#kit/list/list-state.ts';
import { type Column, RowsTable } from '#kit/list/rows-table.tsx';
import type { Found, Person } from './person-search.ts';
import classes from './tracking.module.css';

/** Keeps the queue and the filters. */
const ordersOf =
  ({ email }: Pick<Person, 'email'>) =>
  (url: Search) =>
    changeState(url, { email, search: '' });

const columns: readonly Column<Person>[] = [
  {
    label: 'Name',
    cell: (person) => (
      <Link to="." search={ordersOf(person)} data-row-link resetScroll={false}>
        {person.name}
      </Link>
    ),
  },
  { label: 'E-mail', cell: ({ email }) => email, card: 'fact' },
  { label: 'Phone', cell: ({ phoneNumber }) => displayPhone(phoneNumber) || '–', width: 180, card: 'fact' },
];

const keyOf = ({ id }: Person) => id;

export function PeopleChoice({ text, people, totalItems, isTotalCapped }: Found) {
  if (totalItems === 0) return <Nobody text={text} />;
  return (
    <>
      <p className={classes['searched']} role="status">
        <b>{formatTotal(totalItems, isTotalCapped)} people</b> match “{text}”. Choose whose orders to show
        {totalItems > people.length ? `, or type more: these are the first ${people.length}.` : '.'}
      </p>
      <RowsTable label="People" columns={columns} rows={people} expected={people.length} rowKey={keyOf} />
    </>
  );
}

const Nobody = ({ text }: { text: string }) => (
  <EmptyState
    title={`Nobody matches “${text}”`}
    action={
      <Button component={Link} to="/user" search={{ search: text } as never} variant="default">
        Search the users
      </Button>
    }
  >
    No user has this in the name, e-mail or phone. An order with another address is found by that whole e-mail.
  </EmptyState>
);

/** Whose orders are listed. The documents compare whole addresses: those under the other spelling are a list of their own. */
export function SearchedPerson({ email, person }: { email: string; person: Person | undefined }) {
  const lower = lowerSpelling(decodedEmail(email));
  return (
    <p className={classes['searched']} role="status">
      Orders of {person && <b>{person.name} </b>}
      {person ? `(${email})` : <b>{email}</b>}
      {lower && (
        <>
          {' · '}
          <Link to="." search={ordersOf({ email: lower })}>
            Orders of {lower}
          </Link>
        </>
      )}
    </p>
  );
}

interface NoOrdersProps {
  email: string;
  /** Label of the queue that is listed; absent: all orders. */
  queue: string | undefined;
}

const wholeList = (url: Search) => changeState(url, { queue: '' });

export const NoOrders = ({ email, queue }: NoOrdersProps) => (
  <>
    No order of {email} {queue ? `is in ${queue}` : 'was found'}. The address is compared exactly, and people order with
    others too: see{' '}
    <Link to="/user" search={{ search: email }}>
      the users with it
    </Link>
    {queue && (
      <>
        , or{' '}
        <Link to="." search={wholeList}>
          all orders of {email}
        </Link>
      </>
    )}
    .
  </>
);
