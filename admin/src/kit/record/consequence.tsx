/** Effect of a control: under it on hover and focus, in a question on touch screens (decision 0073). */
import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { confirm } from '../feedback/confirm.tsx';

/** Effect of an action in one sentence. */
export interface Consequence {
  /** The verb of the control, then what would happen: "Unpublish: 19 members lose access". */
  text: `${string}: ${string}`;
  /** Set if the action is unavailable; pressing leads to where that can be fixed. */
  mend?: (() => void) | undefined;
}

interface Props {
  of: Consequence | undefined;
  /** Renders the control with these props. */
  children: (props: { 'aria-description'?: string; 'aria-disabled'?: boolean }) => ReactNode;
}

/** Renders a control with its consequence; without one, the control alone. */
export const WithConsequence = ({ of, children }: Props) => (
  <Tooltip label={of?.text} disabled={!of} position="bottom-end">
    {/* The same element with and without text, so that the control is not remounted and keeps the focus. */}
    <div>{children(of ? { 'aria-description': of.text, ...(of.mend && { 'aria-disabled': true }) } : {})}</div>
  </Tooltip>
);

/** Asks before the action on a touch screen, which shows nothing on hover. Resolves to whether to go on. */
export async function isAgreed(
  { text }: Consequence,
  { title, what }: { title: string; what: string },
): Promise<boolean> {
  if (matchMedia('(hover: hover)').matches) return true;
  const [verb] = text.split(': ', 1);
  return confirm({ title: `${verb} "${title}"?`, text, action: `${verb} 1 ${what}` });
}
