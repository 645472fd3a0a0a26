/** Holidays within a pattern, each of which can be excluded, and additional days off. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { days } from '#kit/form/use-date-text.ts';
import { formatLongDay } from '#kit/format/formats.ts';
import { DayInput } from '#kit/form/day-input.tsx';
import type { DayOff, Holiday } from './holidays.ts';
import { Tick } from './tick.tsx';

interface Props {
  /** Holidays and added days within the pattern, off or not. */
  all: readonly (Holiday & DayOff)[];
  /** The user's decisions. */
  off: readonly DayOff[];
  setOff: (off: readonly DayOff[]) => void;
}

export function DaysOff({ all, off, setOff }: Props) {
  const [own, setOwn] = useState('');
  const isDay = days.partsOf(own) !== undefined;
  const say = (date: string, isOff: boolean) => setOff([...off.filter((one) => one.date !== date), { date, isOff }]);
  const add = () => {
    say(own, true);
    setOwn('');
  };
  return (
    <Stack gap="xs" role="group" aria-label="Days without a class">
      {all.map(({ date, name, isOff }) => (
        <Tick
          key={date}
          label={`No class on ${formatLongDay(date)}: ${name}`}
          isOn={isOff}
          set={(isOn) => say(date, isOn)}
        />
      ))}
      {all.length === 0 && (
        <Text size="sm" c="dimmed">
          No holiday falls on these days.
        </Text>
      )}
      <Group align="flex-end" gap="xs">
        <DayInput
          label="Another day without a class"
          kind={days}
          value={own}
          set={setOwn}
          example="besok"
          inWords={formatLongDay}
        />
        <Unavailable why={!isDay && 'Choose a day first'}>
          <Button variant="default" onClick={add}>
            Add day
          </Button>
        </Unavailable>
      </Group>
    </Stack>
  );
}
