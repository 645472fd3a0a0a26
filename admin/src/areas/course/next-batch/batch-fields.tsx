/** First day, name and all dates of one next batch, each with its old date, warnings and errors beside it. */
import { Button, Group, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { PlannedBatch, PlannedLine } from '#contract/course/schedule/next-batch.ts';
import type { ApiError } from '#kit/api/api-error.ts';
import { DayInput } from '#kit/form/day-input.tsx';
import { days, momentsAt } from '#kit/form/use-date-text.ts';
import { counted, formatHour, formatLongDay, formatLongMinute } from '#kit/format/formats.ts';
import { clashInWords } from '../class-calendar/class-words.ts';
import { timesOf } from '../schedule/class-times.ts';
import classes from '../schedule/schedule.module.css';
import { type SetDate, type TypedBatch, isInstant, sentDates } from './typed-batch.ts';

type Errors = ApiError['errors'];

interface Props {
  typed: TypedBatch;
  planned: PlannedBatch | undefined;
  errors: Errors;
  /** Position in a series. */
  number: number | undefined;
  change: (next: Partial<TypedBatch>) => void;
  remove?: () => void;
}

const Problems = ({ errors, path }: { errors: Errors; path: string }) =>
  errors
    .filter((one) => one.path === path || one.path.startsWith(`${path}.`))
    .map(({ message }) => (
      <Text key={message} c="red" size="sm" role="alert">
        {message}
      </Text>
    ));

export function BatchFields({ typed, planned, errors, number, change, remove }: Props) {
  const ids = sentDates(typed).map(({ id }) => id);
  const set = (line: PlannedLine, to: SetDate) => change({ dates: new Map(typed.dates).set(line.id, to) });
  return (
    <section aria-label={number === undefined ? 'Next batch' : `Batch ${number}`}>
      {number !== undefined && (
        <Group justify="space-between" mb="xs">
          <Text fw={500}>Batch {number}</Text>
          {remove && (
            <Button size="xs" variant="subtle" color="gray" aria-label={`Leave out batch ${number}`} onClick={remove}>
              Leave out
            </Button>
          )}
        </Group>
      )}
      <SimpleGrid cols={{ base: 1, sm: planned?.endDate ? 3 : 2 }} mb="sm">
        <div>
          <DayInput
            isFirst={number === undefined || number === 1}
            label="First day"
            kind={days}
            value={typed.startDate}
            set={(startDate) => change({ startDate })}
            example="senin depan"
            inWords={formatLongDay}
          />
          <Problems errors={errors} path="startDate" />
        </div>
        {planned?.endDate && (
          <div>
            <DayInput
              label="Last day"
              kind={days}
              value={typed.endDate || planned.endDate.to}
              set={(endDate) => change({ endDate })}
              example="senin depan"
              inWords={(value) => `${formatLongDay(value)}, was ${formatLongDay(planned.endDate?.from ?? '')}`}
            />
            <Problems errors={errors} path="endDate" />
          </div>
        )}
        <TextInput
          label="Name"
          value={typed.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
          error={errors.find(({ path }) => path === 'name')?.message}
        />
      </SimpleGrid>
      {planned && (
        <ol className={classes['plan']} aria-label="Dates">
          {planned.dates.map((line) => (
            <DateLine
              key={line.id}
              line={line}
              typed={typed.dates.get(line.id)}
              errors={errors}
              path={`dates.${ids.indexOf(line.id)}`}
              set={(to) => set(line, to)}
            />
          ))}
          {planned.dates.length === 0 && <li>Nothing in this course has a date: classes are added on the draft.</li>}
        </ol>
      )}
      {errors
        .filter(({ path }) => path === 'dates')
        .map(({ message }) => (
          <Text key={message} c="red" size="sm" role="alert">
            {message}
          </Text>
        ))}
    </section>
  );
}

/** Reasons for which a date may be a wrong one. */
const warningsOf = ({ holiday, clashes, isOutOfOrder, isOutsideCourse, kind }: PlannedLine): string[] =>
  [
    holiday ? `A holiday: ${holiday}` : '',
    ...clashes.map((clash) => `At the same time as ${clashInWords(clash)}`),
    isOutOfOrder ? 'It is not in the order of the curriculum' : '',
    isOutsideCourse && kind !== 'discount' ? 'It is outside the first and last day of the course' : '',
  ].filter(Boolean);

const nameOf = { section: '', lesson: 'Lesson: ', discount: 'Discount: ' } as const;

/** The end after a new start: a class keeps its length. */
function endAfter({ kind, to }: PlannedLine, startAt: string): string | null {
  if (kind === 'discount' || !to.startAt || !to.endAt || !isInstant(startAt)) return to.endAt;
  return new Date(Date.parse(startAt) + Date.parse(to.endAt) - Date.parse(to.startAt)).toISOString();
}

interface LineProps {
  line: PlannedLine;
  typed: SetDate | undefined;
  errors: Errors;
  path: string;
  set: (to: SetDate) => void;
}

function DateLine({ line, typed, errors, path, set }: LineProps) {
  const { kind, name, from, to, locks, skipped } = line;
  const value = typed ?? to;
  const field = (what: 'startAt' | 'endAt', label: string) => {
    const old = from[what];
    const planned = to[what] ?? old ?? '';
    return (
      <DayInput
        label={label}
        kind={momentsAt(formatHour(planned).replace('.', ':'))}
        value={value[what] ?? ''}
        set={(next) => {
          const at = next === '' ? null : next;
          if (what === 'endAt') set({ ...value, endAt: at });
          else set({ startAt: at, endAt: at === null && kind !== 'discount' ? null : endAfter(line, next) });
        }}
        example="besok 19.00"
        inWords={(at) =>
          kind === 'discount' ? formatLongMinute(at) : (timesOf({ startAt: at, endAt: value.endAt }) ?? '')
        }
        hint="No date"
      />
    );
  };
  const title = `${nameOf[kind]}${name}`;
  return (
    <li data-line={kind}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        <div>
          <strong>{title}</strong>
          <Text size="sm" c="dimmed">
            Was{' '}
            {kind === 'discount'
              ? [from.startAt, from.endAt].map((one) => (one ? formatLongMinute(one) : 'open')).join(' to ')
              : timesOf(from)}
          </Text>
          {locks > 0 && (
            <Text size="sm" c="dimmed">
              {counted(locks, 'lesson opens', 'lessons open')} with it
            </Text>
          )}
          {skipped.map((one) => (
            <Text key={one.date} size="sm" c="dimmed">
              Moved past {formatLongDay(one.date)}: {one.name}
            </Text>
          ))}
          {warningsOf(line).map((warning) => (
            <div key={warning} className={classes['reason']}>
              {warning}
            </div>
          ))}
        </div>
        <div>
          {(from.startAt !== null || kind !== 'discount') && field('startAt', `New start of ${title}`)}
          {kind === 'discount' && from.endAt !== null && field('endAt', `New end of ${title}`)}
          {path !== 'dates.-1' && <Problems errors={errors} path={path} />}
        </div>
      </SimpleGrid>
    </li>
  );
}
