/** Month calendar of classes, weeks from Monday; each class links to its row in the list. */
import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import type { ScheduledClass } from '#contract/course/calendar/endpoints.ts';
import { today } from '#kit/form/use-date-text.ts';
import { type Entry, dayOf, entriesOf, monthAfter, monthInWords, weeksOf } from './class-times.ts';
import { formatHour, formatLongDay } from '#kit/format/formats.ts';
import classes from './schedule.module.css';

const weekdays = ['Sen', 'Sel', 'Rab', 'Kam', 'Jum', 'Sab', 'Min'];

export function Month({ scheduled }: { scheduled: readonly ScheduledClass[] }) {
  const now = today();
  const entries = entriesOf(scheduled);
  const [month, setMonth] = useState(() => firstMonth(entries, now));
  const byDay = Map.groupBy(entries, ({ startAt }) => dayOf(startAt));
  return (
    <div className={classes['month']}>
      <div className={classes['turn']}>
        <Turn label="Previous month" onPress={() => setMonth(monthAfter(month, -1))} icon={IconChevronLeft} />
        <span aria-live="polite">{monthInWords(month)}</span>
        <Turn label="Next month" onPress={() => setMonth(monthAfter(month, 1))} icon={IconChevronRight} />
      </div>
      <table aria-label={`Classes in ${monthInWords(month)}`}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((date) => (
                <td
                  key={date}
                  data-outside={!date.startsWith(month) || undefined}
                  data-today={date === now || undefined}
                >
                  <time dateTime={date} aria-label={formatLongDay(date)}>
                    {Number(date.slice(8))}
                  </time>
                  {(byDay.get(date) ?? []).map(({ key, sectionId, name, startAt }) => (
                    <a key={key} href={`#class-${sectionId}`}>
                      {formatHour(startAt)} <span>{name}</span>
                    </a>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Month of the next class, or of the last one if all are over. */
function firstMonth(entries: readonly Entry[], now: string): string {
  const days = entries.map(({ startAt }) => dayOf(startAt)).toSorted();
  return (days.find((date) => date >= now) ?? days.at(-1) ?? now).slice(0, 7);
}

interface TurnProps {
  label: string;
  onPress: () => void;
  icon: typeof IconChevronLeft;
}

const Turn = ({ label, onPress, icon: Icon }: TurnProps) => (
  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={onPress}>
    <Icon size={16} aria-hidden />
  </ActionIcon>
);
