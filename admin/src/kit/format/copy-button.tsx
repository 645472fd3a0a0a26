/** Copies a text, and says so for a moment. */
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './copyable.module.css';

interface Props {
  text: string;
  /** What it is, for the button's name: "e-mail". */
  what: string;
  className?: string | undefined;
  /** Of many of its kind: the keyboard does not walk through them all. */
  isPassed?: boolean;
}

export function CopyButton({ text, what, className = '', isPassed = false }: Props) {
  const { copied, copy } = useClipboard({ timeout: 1500 });
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <button
      type="button"
      className={`${classes['copy']} ${className}`}
      tabIndex={isPassed ? -1 : undefined}
      aria-label={`Copy the ${what}`}
      title={copied ? 'Copied' : `Copy the ${what}`}
      data-copied={copied || undefined}
      onClick={() => copy(text)}
    >
      <Icon size={14} stroke={1.6} aria-hidden />
      <span className={classes['told']} role="status">
        {copied && 'Copied'}
      </span>
    </button>
  );
}
