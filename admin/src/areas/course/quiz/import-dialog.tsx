/** Adds questions from a file to the form; nothing is saved until the page is. */
import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useState, useEffect, useRef } from 'react';
import {
  importFormats,
  type PreviewedQuestion,
  type ImportPreview,
  maxImportBytes,
  importSizeLimit,
  previewQuestions,
} from '#contract/course/question-exchange/endpoints.ts';
import type { QuizType } from '#contract/course/quiz/endpoints.ts';
import { WorkDialog } from '#kit/form/work-dialog.tsx';
import { counted } from '#kit/format/formats.ts';
import { ImportPreviewList } from './import-preview.tsx';
import { ImportSource } from './import-source.tsx';
import { asApiError } from '#kit/api/api-error.ts';
import { callWithFile } from '#kit/api/call-with-file.ts';

/** Has the server parse a file of questions: the result, or why it cannot be parsed. */
interface Preview {
  /** Name of the file; pasted text has none. */
  name: string;
  isReading: boolean;
  answer?: ImportPreview;
  /** Why parsing failed. */
  failure?: string;
}

/** `read` cancels an earlier parse; the result is undefined before the first. */
function usePreview(quizId: string) {
  const [preview, setPreview] = useState<Preview>();
  const reading = useRef<AbortController>(null);
  useEffect(() => () => reading.current?.abort(), []);

  async function read(file: File): Promise<void> {
    reading.current?.abort();
    const { signal } = (reading.current = new AbortController());
    const { name } = file;
    if (file.size === 0) return setPreview({ name, isReading: false, failure: 'This file is empty.' });
    if (file.size > maxImportBytes)
      return setPreview({ name, isReading: false, failure: `This file is too large: ${importSizeLimit}.` });
    setPreview({ name, isReading: true });
    try {
      const answer = await callWithFile(previewQuestions, { input: { params: { id: quizId } }, file, signal });
      setPreview({ name, isReading: false, answer });
    } catch (error) {
      if (!signal.aborted) setPreview({ name, isReading: false, failure: asApiError(error).message });
    }
  }

  function clear(): void {
    reading.current?.abort();
    setPreview(undefined);
  }
  return { preview, read, clear };
}

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
