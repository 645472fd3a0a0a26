/** Columns of a file to import with examples, and the field of each. */
import { Alert, NativeSelect } from '@mantine/core';
import { type ImportKind, fieldsOf } from '#contract/user/import/columns.ts';
import type { ImportPreview } from '#contract/user/import/endpoints.ts';
import classes from './import.module.css';

interface Props {
  kind: ImportKind;
  preview: ImportPreview;
  setColumn: (place: number, field: string) => void;
}

export function ImportColumns({ kind, preview: { columns, missing }, setColumn }: Props) {
  const choices = [
    { value: '', label: 'Left out' },
    ...Object.entries(fieldsOf(kind)).map(([value, { label, isRequired }]) => ({
      value,
      label: isRequired ? `${label} (required)` : label,
    })),
  ];
  return (
    <>
      <ul className={classes['columns']} aria-label="Columns of the file">
        {columns.map(({ heading, field, samples }, place) => (
          <li key={place}>
            <NativeSelect
              label={heading || `Column ${place + 1}`}
              description={samples.filter((sample) => sample !== '').join(' · ') || 'Empty'}
              data={choices}
              value={field}
              onChange={(event) => setColumn(place, event.currentTarget.value)}
            />
          </li>
        ))}
      </ul>
      {missing.length > 0 && (
        <Alert color="yellow" title="Required to continue" mt="md">
          Choose the column of: {missing.join(', ')}.
        </Alert>
      )}
    </>
  );
}
