import { useNavigate } from '@tanstack/react-router';
import { courseMessages, createCourse, newCourse } from '#contract/course.ts';
import type { CourseType } from '#contract/course-rules.ts';
import { FormDialog } from '#kit/form/form-dialog.tsx';
import { useEditForm } from '#kit/form/use-edit-form.ts';
import { TextField } from '#kit/form/fields.tsx';
import { useAction } from '#kit/api/use-action.ts';
import { typeWords } from './course-words.tsx';

/** A new course is a draft with a name; its own page takes the rest. */
export function CreateCourse({ type, close }: { type: CourseType; close: () => void }) {
  const { one, to } = typeWords[type];
  const navigate = useNavigate();
  const create = useAction(createCourse, { messages: courseMessages[type].create });
  const form = useEditForm({
    name: `course/new/${type}`,
    schema: newCourse,
    initial: { name: '' },
    save: (body) => create.run({ params: { type }, body }),
    onSaved: ({ courseId }) => navigate({ to: `${to}/${courseId}` }),
  });
  return (
    <FormDialog form={form} title={`New ${one}`} submitLabel={`Create ${one}`} close={close}>
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="It becomes a draft; nobody but your team sees it until you publish it."
      />
    </FormDialog>
  );
}
