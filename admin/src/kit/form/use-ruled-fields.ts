import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useMemo, useRef, type RefObject } from 'react';
import type { z } from 'zod';
import { afterPress } from './after-press.ts';
import { visitedErrors } from './values.ts';

export interface RuledFields<Values> {
  fields: UseFormReturnType<Values>;
  /** The form's element: focus goes to the first wrong field in it. */
  element: RefObject<HTMLFormElement | null>;
  /** A field was left: from now on its errors show as it is typed. */
  visit: (path: string) => void;
  /** Shows every error. Answers whether there is none. */
  check: () => boolean;
  /** Shows the server's errors, until the next change. */
  refuse: (errors: Record<string, string>) => void;
  /** Begins anew from these values. */
  reset: (values: Values) => void;
}

/** Fields under the contract's rules. A field does not scold before the person has been at it. */
export function useRuledFields<S extends z.ZodType<object, object>>(
  schema: S,
  initial: z.input<S>,
  onChange: (values: z.input<S>) => void,
): RuledFields<z.input<S>> {
  type Values = z.input<S>;
  const visited = useRef(new Set<string>()).current;
  const element = useRef<HTMLFormElement>(null);
  const validate = useMemo(() => schemaResolver(schema, { sync: true }), [schema]);
  const fields = useForm<Values>({
    initialValues: initial,
    clearInputErrorOnChange: false,
    onValuesChange: (values) => {
      show(values);
      onChange(values);
    },
  });
  const show = (values: Values) => fields.setErrors(visitedErrors(validate(values), visited));
  const refuse = (errors: Record<string, unknown>) => {
    for (const path of Object.keys(errors)) visited.add(path);
    fields.setErrors(errors as Record<string, string>);
    focusFirstError(element.current);
  };
  return {
    fields,
    element,
    refuse,
    visit: (path) => {
      visited.add(path);
      afterPress(() => show(fields.getValues()));
    },
    check: () => {
      const errors = validate(fields.getValues());
      refuse(errors);
      return Object.keys(errors).length === 0;
    },
    reset: (values) => {
      visited.clear();
      fields.setInitialValues(values);
      fields.setValues(values);
      fields.clearErrors();
    },
  };
}

/** After the errors are drawn. The sentence is scrolled to, which may stand far below the beginning of its field. */
function focusFirstError(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus();
    field
      ?.closest('.mantine-InputWrapper-root')
      ?.querySelector('.mantine-InputWrapper-error')
      ?.scrollIntoView({ block: 'nearest' });
  });
}
