/** Choices of the walk through a course: member, start, learning path and day, kept in the URL so that they can be linked. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { jakartaDay } from '#contract/kernel/days.ts';

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
  const change = (changes: Search) =>
    void navigate({ to: '.', search: (now: Search) => ({ ...now, ...changes }), replace: true, resetScroll: false });
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
    /** Not before the start. */
    day: !member && day < start ? start : day,
    goTo: (to: string) => change({ day: to }),
    change,
  };
}
