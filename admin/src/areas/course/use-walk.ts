/** Choices of the walk through a course: member, start, learning path and day, kept in the URL so that they can be linked. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { jakartaDay, plusDays } from '#contract/kernel/days.ts';

type Search = Record<string, string | undefined>;

const dayIn = (text = '') => (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined);

/** `firstDay`: of the cohort. */
export function useWalk(firstDay: string | null) {
  const search = useSearch({ strict: false, select: (all: Search): Search => all });
  const navigate = useNavigate();
  const [today] = useState(() => jakartaDay(new Date()));
  /** Typed text that is not a date yet. */
  const [typed, setTyped] = useState<string>();
  const { member = '', path = '' } = search;
  const start = dayIn(search['start']) ?? firstDay ?? today;
  const day = dayIn(search['day']) ?? (member ? today : start);
  /** Nothing is to be seen before the start. */
  const fromStart = (one: string) => (!member && one < start ? start : one);
  const change = (changes: Search | ((now: Search) => Search)) =>
    void navigate({
      to: '.',
      search: (now: Search) => ({ ...now, ...(typeof changes === 'function' ? changes(now) : changes) }),
      replace: true,
      resetScroll: false,
    });
  return {
    member,
    path,
    start,
    typedStart: typed ?? start,
    /** A new start begins the walk again. */
    setStart: (text: string) => {
      setTyped(dayIn(text) ? undefined : text);
      if (dayIn(text)) change({ start: text, day: undefined });
    },
    day: fromStart(day),
    goTo: (to: string) => change({ day: to }),
    /** Goes on or back by days; counts from the latest day, also when a key is pressed before the page has followed. */
    step: (by: number) => change((now) => ({ day: fromStart(plusDays(dayIn(now['day']) ?? day, by)) })),
    change,
  };
}
