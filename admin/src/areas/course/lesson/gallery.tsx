/** Gallery of a lesson's pictures, with full view and deletion after a confirmation. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { deleteDocumentation } from '#contract/course/lesson/endpoints.ts';
import { role } from '#kit/api/session.ts';
import { useAction } from '#kit/api/use-action.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { Dialog } from '#kit/feedback/dialog.tsx';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import type { Lesson } from './lesson-fields.tsx';
import classes from './documentation.module.css';

type Pictures = Lesson['documentations'];

export function Gallery({ pictures }: { pictures: Pictures }) {
  const [shown, setShown] = useState<string>();
  const remove = useAction(deleteDocumentation);
  const mayDelete = mayCall(deleteDocumentation, role() ?? '');
  const ask = async (id: string, name: string) => {
    const title = `Delete ${name.toLowerCase()}?`;
    const text = 'Delete: it is deleted for everyone. This cannot be undone.';
    if (await confirm({ title, text, action: 'Delete 1 picture', isDestructive: true }))
      await remove.run({ params: { id } });
  };
  const at = pictures.findIndex(({ id }) => id === shown);
  return (
    <>
      <ul className={classes['gallery']} aria-label="Pictures">
        {pictures.map(({ id, image_url: src }, index) => {
          const name = `Picture ${index + 1}`;
          return (
            <li key={id}>
              <button type="button" aria-label={`Show ${name.toLowerCase()}`} onClick={() => setShown(id)}>
                <img src={src} alt={`${index + 1} of ${pictures.length}`} loading="lazy" decoding="async" />
              </button>
              {mayDelete && (
                <Unavailable why={remove.loading && 'A picture is being deleted'} isShown>
                  <Button
                    variant="subtle"
                    color="red"
                    size="compact-sm"
                    aria-label={`Delete ${name.toLowerCase()}`}
                    onClick={() => void ask(id, name)}
                  >
                    Delete
                  </Button>
                </Unavailable>
              )}
            </li>
          );
        })}
      </ul>
      {at >= 0 && <InFull pictures={pictures} at={at} show={setShown} />}
    </>
  );
}

interface FullProps {
  pictures: Pictures;
  at: number;
  show: (id: string | undefined) => void;
}

function InFull({ pictures, at, show }: FullProps) {
  const turn = (by: number) => show(pictures[(at + by + pictures.length) % pictures.length]?.id);
  return (
    <Dialog
      onClose={() => show(undefined)}
      title={`Picture ${at + 1} of ${pictures.length}`}
      size="xl"
      onKeyDown={({ key }) => {
        if (key === 'ArrowRight') turn(1);
        if (key === 'ArrowLeft') turn(-1);
      }}
    >
      <img className={classes['full']} src={pictures[at]?.image_url} alt={`${at + 1} of ${pictures.length}`} />
      {pictures.length > 1 && (
        <Group justify="center" gap="xs" mt="md">
          <Button variant="default" onClick={() => turn(-1)}>
            Previous
          </Button>
          <Button variant="default" onClick={() => turn(1)}>
            Next
          </Button>
        </Group>
      )}
    </Dialog>
  );
}
