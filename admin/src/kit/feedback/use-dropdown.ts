/**
 * Button of a menu or popover whose dropdown is rendered with the first press. The button stays the same element, so that
 * the focus returns to it.
 */
import { type RefObject, useId, useRef, useState } from 'react';

/** Button and state of a dropdown. */
export interface DropdownOf {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

export function useDropdown(popup: 'menu' | 'dialog') {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState<boolean>();
  return {
    /** Properties of the button. */
    button: {
      ref: button,
      id,
      'aria-haspopup': popup,
      'aria-expanded': isOpen ?? false,
      onClick: () => setOpen(!isOpen),
    },
    /** undefined before the first press. */
    dropdown: isOpen === undefined ? undefined : ({ id, button, isOpen, setOpen } satisfies DropdownOf),
  };
}
