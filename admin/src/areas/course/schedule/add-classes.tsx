/** Button that opens the pattern dialog. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { PatternDialog } from './pattern-dialog.tsx';

interface Props {
  courseId: string;
  /** Code of the course's shift, whose days and hours are proposed. */
  shift: string | null;
  /** Number of existing classes. */
  present: number;
  /** The primary action, while there are no classes. */
  isFirst?: boolean;
}

export function AddClasses({ isFirst = false, ...course }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={isFirst ? 'filled' : 'default'}
        mt={isFirst ? 'md' : 0}
        w="fit-content"
        onClick={() => setOpen(true)}
      >
        Add classes
      </Button>
      {isOpen && <PatternDialog {...course} close={() => setOpen(false)} />}
    </>
  );
}
