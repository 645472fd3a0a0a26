/** Columns of a file to import with examples, and the field of each. */
import { Alert, NativeSelect } from '@mantine/core';
import type { ImportFields } from '#contract/user/import/columns.ts';
import classes from './import-file.module.css';

interface Props {
  fields: ImportFields;
  preview: {
    columns: readonly { heading: string; field: string; samples: readonly string[] }[];
    /** Labels of what the file lacks. */
    missing: readonly string[];
  };
  setColumn: (place: number, field: string) => void;
}

export function ImportColumns({ fields, preview: { columns, missing }, setColumn }: Props) {
  const choices = [
    { value: '', label: 'Left out' },
    ...Object.entries(fields).map(([value, { label, isRequired }]) => ({
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
