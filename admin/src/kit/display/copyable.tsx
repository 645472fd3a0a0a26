/**
 * Text with a copy button on hover, for texts that are used elsewhere (an e-mail address, a phone number, an invoice).
 */
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import classes from './copyable.module.css';

interface Props {
  text: string;
  /** Noun for the button's label: "e-mail". */
  what: string;
  /** Displayed content, if it differs from the copied text. */
  children?: ReactNode;
  /** Shows the button without hover, because copying is the likely next step. */
  isAlwaysShown?: boolean;
}

/** Allows a line break after the @ of an e-mail address and the slashes of an invoice. */
const withBreaks = (text: string) => (
  <span>{text.split(/(?<=[@/])/).flatMap((part, at) => (at > 0 ? [<wbr key={at} />, part] : [part]))}</span>
);

export function Copyable({ text, what, children = withBreaks(text), isAlwaysShown = false }: Props) {
  if (!text) return '–';
  return (
    <span className={classes['copyable']} data-next={isAlwaysShown || undefined}>
      {children}
      <CopyButton text={text} what={what} />
    </span>
  );
}
