/** Button that opens the calendar beside a date field. */
import { ActionIcon, Popover } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import type { Calendar } from './calendar.tsx';
import type { DateText } from './use-date-text.ts';

interface Props {
  label: string;
  date: DateText;
  /** Called after a day was picked; moves the focus back to the text, where a time can be added. */
  onPicked: () => void;
}

export function CalendarButton({ label, date, onPicked }: Props) {
  const [isOpen, setOpen] = useState(false);
  // Loaded before it opens, so that the focus enters it.
  const [Loaded, setLoaded] = useState<typeof Calendar>();
  const toggle = async () => {
    const calendar = await import('./calendar.tsx');
    setLoaded(() => calendar.Calendar);
    setOpen(!isOpen);
  };
  const pick = (day: string) => {
    date.pick(day);
    setOpen(false);
    onPicked();
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Calendar: ${label}`}
          onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
          onClick={() => void toggle()}
        >
          <IconCalendar size={16} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>{Loaded && <Loaded day={date.day} onPick={pick} />}</Popover.Dropdown>
    </Popover>
  );
}
