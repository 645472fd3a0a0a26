/** Exports the questions of a quiz in another system's format, or as our spreadsheet. */
import { Button, Menu } from '@mantine/core';
import { type ExportFormat, exportFormats, exportQuestions } from '#contract/course/question-exchange/endpoints.ts';
import { call } from '#kit/api/call.ts';
import { useTask } from '#kit/api/use-action.ts';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { download } from '#kit/format/download.ts';

interface Answered {
  name: string;
  mediaType: string;
  /** Base64. */
  content: string;
}

/** Downloads a file that the server returned. */
export function downloadReply({ name, mediaType, content }: Answered): void {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
  download(new File([bytes], name, { type: mediaType }));
}

const formats = Object.entries(exportFormats) as [ExportFormat, string][];

interface Props {
  quizId: string;
  /** Why the file would differ from the page; empty if it would not. */
  why?: string;
}

/** The export has the saved questions only. */
export function ExportQuestions({ quizId, why = '' }: Props) {
  const { run, loading } = useTask({
    messages: exportQuestions.messages,
    perform: async (format: ExportFormat) =>
      downloadReply(await call(exportQuestions, { params: { id: quizId }, query: { format } })),
  });
  const button = (
    <Button variant="default" loading={loading}>
      Export
    </Button>
  );
  if (why) return <Unavailable why={why}>{button}</Unavailable>;
  return (
    <Menu position="bottom-end">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {formats.map(([format, name]) => (
          <Menu.Item key={format} onClick={() => void run(format)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
