/** Opens the calendar beside a date's text field. */
import { ActionIcon, Loader, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense, useRef } from 'react';
import type { DateText } from './use-date-text.ts';

const Calendar = lazy(() => import('./calendar.tsx'));

interface Props {
  label: string;
  date: DateText;
  /** Where the focus goes once a day is chosen: its time may follow. */
  onPicked: () => void;
}

export function CalendarButton({ label, date, onPicked }: Props) {
  const [isOpen, { close, toggle }] = useDisclosure();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Popover
      opened={isOpen}
      onChange={(open) => !open && close()}
      position="bottom-end"
      shadow="md"
      trapFocus
      withinPortal
    >
      <Popover.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`Calendar: ${label}`}
          onClick={toggle}
          onKeyDown={({ key }) => key === 'Escape' && close()}
        >
          <IconCalendar size={16} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      {/* The trap takes the focus by a timer, also when the calendar was closed before it ran. */}
      <Popover.Dropdown onFocus={() => !isOpen && button.current?.focus()}>
        <Suspense fallback={<Loader />}>
          <Calendar
            day={date.day}
            onPick={(day) => {
              date.pick(day);
              close();
              onPicked();
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
