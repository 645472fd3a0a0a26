/** Adds questions from a file to the form; nothing is saved until the page is. */
import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { importFormats, type PreviewedQuestion } from '#contract/course/question-exchange/endpoints.ts';
import type { QuizType } from '#contract/course/quiz/endpoints.ts';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import { counted } from '#kit/format/formats.ts';
import { ImportPreviewList } from './import-preview.tsx';
import { ImportSource } from './import-source.tsx';
import { type Preview, usePreview } from './use-preview.ts';

type Imported = PreviewedQuestion['question'];

interface Props {
  quizId: string;
  kind: QuizType;
  /** Receives the parsed questions in order; called only if the whole file could be parsed. */
  onQuestions: (questions: Imported[]) => void;
}

/** Why nothing can be added now; empty if it can. */
function whyNot({ isReading, answer, failure }: Preview): string {
  if (isReading) return 'The file is being read';
  if (failure) return failure;
  if (answer && answer.errors.length > 0) return 'Fix the problems above in the file and choose it again';
  return answer && answer.questions.length > 0 ? '' : 'There is no question in it';
}

function Answer({ preview: { name, isReading, answer, failure } }: { preview: Preview }) {
  return (
    <Stack gap="md" aria-live="polite">
      <Group gap="xs">
        {isReading && <Loader size="xs" aria-label="Reading" />}
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {answer?.format && (
          <Text size="sm" c="dimmed">
            {importFormats[answer.format]}
          </Text>
        )}
      </Group>
      {failure && (
        <Alert color="red" title="This cannot be read">
          {failure}
        </Alert>
      )}
      {answer && <ImportPreviewList preview={answer} />}
    </Stack>
  );
}

function ImportDialog({ quizId, kind, onQuestions, onClose }: Props & { onClose: () => void }) {
  const { preview, read, clear } = usePreview(quizId);
  const [text, setText] = useState('');
  const isPasted = text.trim() !== '';
  const questions = preview?.answer?.questions ?? [];
  const submit = () => {
    if (!preview) return void read(new File([text], 'Pasted text'));
    onClose();
    return onQuestions(questions.map(({ question }) => question));
  };
  const why = preview ? whyNot(preview) : !isPasted && 'Choose a file or paste the questions first';
  return (
    <WorkDialog
      title={`Import questions to this ${kind.toLowerCase()}`}
      close={onClose}
      isTyped={isPasted || questions.length > 0}
      why={why}
      submitLabel={preview ? `Add ${counted(questions.length, 'question', 'questions')}` : 'Read the text'}
      isWorking={false}
      submit={submit}
      aside={
        preview && (
          <Button variant="default" onClick={clear} autoFocus>
            Choose another
          </Button>
        )
      }
    >
      {preview ? (
        <Answer preview={preview} />
      ) : (
        <ImportSource text={text} setText={setText} onFile={(file) => void read(file)} />
      )}
    </WorkDialog>
  );
}

export function ImportQuestions(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Import
      </Button>
      {isOpen && <ImportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
