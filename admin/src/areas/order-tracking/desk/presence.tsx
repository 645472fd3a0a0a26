/** Presence at the desk: reports the order that the user is working on, and shows who else is. */
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useWindowEvent } from '#kit/use-window-event.ts';
import { hasDesk, type Present, reportPresence } from '#contract/order-tracking/desk.ts';
import { call } from '#kit/api/call.ts';
import { listed } from '#kit/format/formats.ts';
import classes from './desk.module.css';

const everyMs = 5_000;
/** Rows that the focus only passes are not reported. */
const settledMs = 300;

/** `Sari is here`, `Budi and Sari are here`; empty for nobody. */
const hereOf = (names: readonly string[]): string =>
  names.length === 0 ? '' : `${listed(names)} ${names.length === 1 ? 'is' : 'are'} here`;

/** Text about who is here, with whole names. */
export const hereText = (people: readonly Present[]): string => hereOf(people.map(({ name }) => name));

/** For a row: two first names at most, else their number. */
const shortText = (people: readonly Present[]): string =>
  people.length > 2 ? `${people.length} people are here` : hereOf(people.map(({ name }) => name.split(' ')[0]!));

/** Users who are here, with a dot; nothing for nobody. `isShort`: for a row. */
export const Here = ({ people, isShort = false }: { people: readonly Present[]; isShort?: boolean }) =>
  people.length > 0 && (
    <span className={classes['here']} data-here title={hereText(people)}>
      {isShort ? shortText(people) : hereText(people)}
    </span>
  );

/** Document id of the focused row; the row keeps it while the focus is in a menu or dialog. */
function useFocusedId(): string | undefined {
  const [id, setId] = useState<string>();
  useWindowEvent('focusin', ({ target }) => {
    if (!(target instanceof Element) || target.closest('[role="dialog"], [role="menu"]')) return;
    setId(target.closest<HTMLElement>('tr[data-row]')?.dataset['row']);
  });
  return id;
}

/** Reports the order of the open desk, else of the focused row, while the page is visible. Renders nothing. */
export function Presence({ openId }: { openId: string | undefined }) {
  const focusedId = useFocusedId();
  const [id] = useDebouncedValue(openId ?? focusedId, settledMs);
  useEffect(() => {
    if (id === undefined || !hasDesk(id)) return undefined;
    const report = () => {
      // Failures are left to the next report: others see the user a little later.
      if (!document.hidden) call(reportPresence, { params: { id }, body: {} }).catch(() => undefined);
    };
    report();
    const timer = setInterval(report, everyMs);
    return () => clearInterval(timer);
  }, [id]);
  return null;
}
