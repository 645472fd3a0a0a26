/** The address of an image: typed, or of a file that is uploaded; null when empty. */
import { bind, labelOf, type FieldProps } from './bind.ts';
import { UploadField } from './upload-field.tsx';

export function ImageField<Values>(field: FieldProps<Values>) {
  const { value, set, ...rest } = bind(field);
  return (
    <UploadField
      kind="image"
      input={{ ...rest, label: labelOf(field), description: field.hint }}
      value={typeof value === 'string' ? value : null}
      set={set}
    />
  );
}

/** The address of a video, likewise; large ones go on where they broke off. */
export function VideoField<Values>(field: FieldProps<Values>) {
  const { value, set, ...rest } = bind(field);
  return (
    <UploadField
      kind="video"
      input={{ ...rest, label: labelOf(field), description: field.hint }}
      value={typeof value === 'string' ? value : null}
      set={set}
    />
  );
}
