/** Dialog that creates a record from a list; configured as data. */
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { Draft } from '#contract/kernel/draft.ts';
import type { Endpoint, Messages, Reply } from '#contract/kernel/endpoint.ts';
import { inputOf } from '../api/call.ts';
import { useAction } from '../api/use-action.ts';
import { Rows, type RowsOf, type Special } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useEditForm } from './use-edit-form.ts';
import { type Typed, blankOf } from './values.ts';

export interface Create<S extends Draft, C extends Endpoint> {
  /** Singular noun in lower case: "discount". */
  what: string;
  draft: S;
  call: C;
  /** Initial values that differ from the draft's blank ones. */
  blank?: Partial<Typed<z.input<S>>>;
  /** Layout of the fields; default: all fields of the draft, one per row. */
  rows?: RowsOf<keyof z.input<S> & string>;
  /** Fields rendered by the area itself. */
  special?: Special<Typed<z.input<S>>>;
  /** Path params of the URL. */
  params?: Record<string, string>;
  messages?: Messages;
  /** Content below the fields, from what is typed. */
  notice?: (values: Typed<z.input<S>>) => ReactNode;
  /** Returns the path of the created record's page. */
  to(reply: Reply<C>): string;
  /** Goes on with the record here, instead of opening its page. */
  goOn?: (reply: Reply<C>) => unknown;
}

interface Props<S extends Draft, C extends Endpoint> {
  create: Create<S, C>;
  close: () => void;
}

export function CreateDialog<S extends Draft, C extends Endpoint>({ create, close }: Props<S, C>) {
  const { what, draft, call, blank, special, params, messages, notice, goOn } = create;
  const { rows = Object.keys(draft.shape) } = create;
  const navigate = useNavigate();
  const action = useAction(call, { messages, movesOn: goOn === undefined });
  const form = useEditForm<S, Reply<C>>({
    name: `new/${what}`,
    schema: draft,
    initial: { ...blankOf(draft), ...blank },
    save: (body, how) => action.run(inputOf(call, { params, body }), how),
    onSaved: (reply) => (goOn ? goOn(reply) : navigate({ to: create.to(reply) })),
  });
  return (
    <FormDialog form={form} title={`New ${what}`} submitLabel={`Create ${what}`} close={close} isWide={rows.length > 1}>
      <Rows form={form} rows={rows} special={special} />
      {notice?.(form.fields.values)}
    </FormDialog>
  );
}
