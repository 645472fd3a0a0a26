import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { bind, labelOf, type FieldProps } from './bind.ts';

/** The editor's code comes with the first form that has one. */
const RichTextEditor = lazy(async () => ({ default: (await import('./rich-text-editor.tsx')).RichTextEditor }));

/** Formatted text, simple HTML in the values, '' when empty. */
export function RichTextField<Values>(field: FieldProps<Values>) {
  const { value, set, ...rest } = bind(field);
  return (
    <Input.Wrapper label={labelOf(field)} labelElement="div" description={field.hint} error={rest.error}>
      <Suspense fallback={<Skeleton h={180} />}>
        <RichTextEditor
          label={field.label}
          html={typeof value === 'string' ? value : ''}
          onChange={set}
          onBlur={rest.onBlur}
          path={rest['data-path']}
          isInvalid={Boolean(rest.error)}
          isDisabled={rest.disabled || rest.readOnly}
        />
      </Suspense>
    </Input.Wrapper>
  );
}
