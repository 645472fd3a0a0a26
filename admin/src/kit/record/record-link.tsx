/** Name of a record as a link to its page, if the person may open it. */
import type { ReactNode } from 'react';
import { PageLink } from '../display/page-link.tsx';
import type { RecordKind } from '#contract/kernel/record-kinds.ts';
import { pageOf } from './record-pages.ts';

interface Props {
  kind: RecordKind;
  id: string;
  name: string;
  /** Content instead of the bare name. */
  children?: ReactNode;
}

export function RecordLink({ kind, id, name, children = name }: Props) {
  const to = pageOf(kind, id);
  return to === undefined ? (
    <span title={name}>{children}</span>
  ) : (
    <PageLink to={to} title={name}>
      {children}
    </PageLink>
  );
}
