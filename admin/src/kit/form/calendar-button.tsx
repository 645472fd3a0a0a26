/** Button that opens the calendar beside a date field. */
import { IconCalendar } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { IconButton } from '../feedback/light-button.tsx';
import { useDropdown } from '../feedback/use-dropdown.ts';
import type { DateText } from './use-date-text.ts';

const CalendarPopover = lazy(async () => ({ default: (await import('./calendar-popover.tsx')).CalendarPopover }));

interface Props {
  label: string;
  date: DateText;
  /** Called after a day was picked; moves the focus back to the text, where a time can be added. */
  onPicked: () => void;
}

export function CalendarButton({ label, date, onPicked }: Props) {
  const { button, dropdown } = useDropdown('dialog');
  const close = () => dropdown?.setOpen(false);
  return (
    <>
      <IconButton
        variant="subtle"
        size={24}
        aria-label={`Calendar: ${label}`}
        onKeyDown={({ key }) => key === 'Escape' && close()}
        {...button}
      >
        <IconCalendar size={16} stroke={1.6} />
      </IconButton>
      {dropdown && (
        <Suspense>
          <CalendarPopover
            of={dropdown}
            day={date.day}
            onPick={(day) => {
              date.pick(day);
              close();
              onPicked();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
