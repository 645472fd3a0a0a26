/** The address of an image or a video: typed, or of a file that is uploaded; null when empty. */
import { bind, type FieldProps } from './bind.ts';
import { UploadField } from './upload-field.tsx';
import type { Verify } from './use-verifying.ts';

export function ImageField<Values>(props: FieldProps<Values>) {
  const { form, name } = props;
  const { value, set, input, place } = bind(props);
  const take = (address: string | null, verify?: Verify) => {
    if (address !== value) set(address);
    return verify && form.verify(name, verify);
  };
  const address = typeof value === 'string' ? value : null;
  return <UploadField kind="image" place={place} input={input} value={address} set={take} />;
}

/** Large ones go on where they broke off. */
export function VideoField<Values>(props: FieldProps<Values>) {
  const { value, set, input, place } = bind(props);
  const address = typeof value === 'string' ? value : null;
  return <UploadField kind="video" place={place} input={input} value={address} set={set} />;
}
