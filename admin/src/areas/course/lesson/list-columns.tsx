/** Columns of an attendance list that are not known, with examples: people say what each holds, which is remembered. */
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { type KnownColumns, isListField, listFields } from '#contract/course/attendance/headings.ts';
import { getListColumns, saveListColumns } from '#contract/course/attendance/list-columns.ts';
import type { AskedColumn } from '#contract/course/attendance/table.ts';
import { useAction } from '#kit/api/use-action.ts';
import { useCall } from '#kit/api/use-call.ts';
import { choicesOf } from '#kit/format/choices.ts';
import classes from './attendance.module.css';

const none: KnownColumns = new Map();

/** Columns as they were mapped in this dialog or before; `use` maps more, for this brand's next lists too. */
export function useKnownColumns() {
  const remembered = useCall(getListColumns, {});
  const saving = useAction(saveListColumns);
  const [chosen, setChosen] = useState(none);
  const use = (columns: ReadonlyMap<string, AskedColumn['field']>) => {
    setChosen((now) => new Map([...now, ...columns]));
    void saving.run({
      body: { columns: Array.from(columns, ([key, field]) => ({ key, field: field || ('none' as const) })) },
    });
  };
  const known = remembered.data?.columns.map(({ key, field }) => ({
    key,
    field: field === 'none' ? ('' as const) : field,
  }));
  return { remembered: known, chosen, use };
}

interface Props {
  columns: readonly AskedColumn[];
  use: (columns: ReadonlyMap<string, AskedColumn['field']>) => void;
}

export function ListColumns({ columns, use }: Props) {
  const [fields, setFields] = useState(() => new Map(columns.map(({ key, field }) => [key, field])));
  const set = (key: string, value: string) => setFields(new Map(fields).set(key, isListField(value) ? value : ''));
  const choices = [{ value: '', label: 'Left out' }, ...choicesOf(listFields)];
  return (
    <section className={classes['asked']} aria-label="Columns of the list">
      <ul>
        {columns.map(({ key, heading, samples }) => (
          <li key={key}>
            <NativeSelect
              size="xs"
              label={heading || `Column ${key.slice(1)}`}
              description={samples.join(' · ') || 'Empty'}
              data={choices}
              value={fields.get(key)}
              onChange={({ currentTarget }) => set(key, currentTarget.value)}
            />
          </li>
        ))}
      </ul>
      <Button size="xs" variant="default" onClick={() => use(fields)}>
        Use these columns
      </Button>
    </section>
  );
}
