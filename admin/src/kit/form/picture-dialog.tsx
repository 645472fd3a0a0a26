/** Dialog for a picture within a formatted text: its file or address, and its description. */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { Dialog } from '../feedback/dialog.tsx';
import { Unavailable } from '../feedback/unavailable.tsx';
import { dropUploads, isInProgress, useUploadAt } from '../feedback/uploads.ts';
import { UploadField } from './upload-field.tsx';
import type { Verify } from './use-ruled-fields.ts';

export interface TextPicture {
  src: string;
  alt: string;
}

interface Props {
  /** Identifies the picture's upload across the whole app. */
  place: string;
  /** Picture that is changed; absent: a new one. */
  picture?: TextPicture | undefined;
  /** File that was pasted or dropped. */
  file?: File | undefined;
  put: (picture: TextPicture) => void;
  close: () => void;
}

/** Address, with the reason why it is not used: '' if it loads, undefined while it is checked. */
interface Checked {
  src: string | null;
  trouble: string | undefined;
}

function reasonToWait({ src, trouble }: Checked, isUploading: boolean): string {
  if (isUploading) return 'The picture is being uploaded';
  if (!src) return 'Choose a picture first';
  if (trouble === undefined) return 'The picture is being checked';
  return trouble && 'Choose another picture';
}

function useChecked(first: string | null) {
  const [checked, setChecked] = useState<Checked>({ src: first, trouble: '' });
  const set = async (src: string | null, verify?: Verify) => {
    if (!verify) return setChecked({ src, trouble: src ? undefined : '' });
    const trouble = await verify(new AbortController().signal);
    setChecked((now) => (now.src === src ? { src, trouble } : now));
  };
  return { checked, set };
}

export function PictureDialog({ place, picture, file, put, close }: Props) {
  const { checked, set } = useChecked(picture?.src ?? null);
  const [alt, setAlt] = useState(picture?.alt ?? '');
  const upload = useUploadAt(place);
  const why = reasonToWait(checked, upload !== undefined && isInProgress(upload));
  // Without the dialog nothing would take the picture.
  useEffect(() => () => dropUploads((one) => one.place === place), [place]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The form around the text is another one.
    event.stopPropagation();
    if (why || !checked.src) return;
    put({ src: checked.src, alt: alt.trim() });
    close();
  };
  return (
    <Dialog onClose={close} title="Picture" onKeyDown={(event) => event.stopPropagation()}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <UploadField
            kind="image"
            place={place}
            input={{ name: 'src', label: 'Picture', error: checked.trouble, 'data-autofocus': true }}
            value={checked.src}
            set={set}
            file={file}
          />
          <TextInput
            label="Description (optional)"
            description="Read out to people who do not see the picture."
            maxLength={500}
            value={alt}
            onChange={(event) => setAlt(event.currentTarget.value)}
          />
        </Stack>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Unavailable why={why}>
            <Button type="submit">{picture ? 'Change picture' : 'Add picture'}</Button>
          </Unavailable>
        </Group>
      </form>
    </Dialog>
  );
}
