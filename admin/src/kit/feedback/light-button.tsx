/**
 * Buttons that look like Mantine's UnstyledButton and ActionIcon. Those take two and four components each and resolve
 * their styles in each; every list and page has several.
 */
import { ActionIcon, UnstyledButton } from '@mantine/core';
import type { ComponentProps, CSSProperties } from 'react';
import classes from './light-button.module.css';

const plain = `mantine-focus-auto ${UnstyledButton.classes.root}`;

export const PlainButton = ({ className = '', ...button }: ComponentProps<'button'>) => (
  <button type="button" {...button} className={`${plain} ${className}`} />
);

interface Props extends ComponentProps<'button'> {
  variant: 'subtle' | 'default';
  /** Pixels. */
  size: number;
  'data-disabled'?: boolean;
}

export function IconButton({ variant, size, className = '', children, ...button }: Props) {
  const active = button['data-disabled'] ? '' : 'mantine-active';
  return (
    <PlainButton
      {...button}
      className={`${ActionIcon.classes.root} ${active} ${classes['icon']} ${className}`}
      data-variant={variant}
      style={{ '--icon-button-size': `${size / 16}rem` } as CSSProperties}
    >
      <span className={ActionIcon.classes.icon}>{children}</span>
    </PlainButton>
  );
}
