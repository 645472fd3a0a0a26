/** Button that opens the calendar beside a date field. */
import { ActionIcon, Loader, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { DateText } from './use-date-text.ts';

const Calendar = lazy(() => import('./calendar.tsx'));

interface Props {
  label: string;
  date: DateText;
  /** Called after a day was picked; moves the focus back to the text, where a time can be added. */
  onPicked: () => void;
}

export function CalendarButton({ label, date, onPicked }: Props) {
  const [isOpen, { close, toggle }] = useDisclosure();
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
      <Popover.Dropdown>
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
