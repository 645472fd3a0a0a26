/** Calendar month in Indonesian with presets beside it. Loaded when it is first opened. */
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/id';
import { DatePicker, DatesProvider, type DatesProviderSettings } from '@mantine/dates';
import { plusDays } from '#contract/kernel/days.ts';
import { plusMonths } from '#contract/kernel/days.ts';
import { endOfMonth, nextWeekday } from './date-words.ts';
import { today } from './use-date-text.ts';
import classes from './calendar.module.css';

const settings: DatesProviderSettings = { locale: 'id', firstDayOfWeek: 1 };

const presetsOf = (now: string) => [
  { label: 'Hari ini', value: now },
  { label: 'Besok', value: plusDays(now, 1) },
  { label: 'Senin depan', value: nextWeekday(now, 0, true) },
  { label: 'Akhir bulan', value: endOfMonth(now) },
  { label: 'Bulan depan', value: plusMonths(now, 1) },
];

export function Calendar({ day, onPick }: { day: string | undefined; onPick: (day: string) => void }) {
  const now = today();
  return (
    <DatesProvider settings={settings}>
      <DatePicker
        value={day ?? null}
        defaultDate={day ?? now}
        highlightToday
        hideOutsideDates
        classNames={{ day: classes['day'] ?? '', presetsList: classes['presets'] ?? '' }}
        presets={presetsOf(now)}
        onChange={(picked) => picked && onPick(picked)}
        ariaLabels={{
          previousMonth: 'Previous month',
          nextMonth: 'Next month',
          previousYear: 'Previous year',
          nextYear: 'Next year',
          monthLevelControl: 'Choose the month',
          yearLevelControl: 'Choose the year',
        }}
      />
    </DatesProvider>
  );
}
