/** Rich text field; simple HTML in the values, '' when empty. */
import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { bind, type FieldProps } from './bind.ts';

/** Loaded with the first form that has a rich text field. */
const RichTextEditor = lazy(async () => ({ default: (await import('./rich-text-editor.tsx')).RichTextEditor }));

export function RichTextField<Values>(props: FieldProps<Values>) {
  const { field, value, set, input } = bind(props);
  return (
    <Input.Wrapper label={input.label} labelElement="div" description={field.hint} error={input.error}>
      <Suspense fallback={<Skeleton h={180} />}>
        <RichTextEditor
          label={field.label}
          html={typeof value === 'string' ? value : ''}
          onChange={set}
          onBlur={input.onBlur}
          path={input.name}
          isInvalid={Boolean(input.error)}
          isDisabled={input.readOnly}
        />
      </Suspense>
    </Input.Wrapper>
  );
}
