/** Text of a question or explanation, with its format if it has one. */
import { Formatted } from '#kit/display/formatted.tsx';

interface Props {
  text: string;
  html: string | null | undefined;
}

export const QuestionText = ({ text, html }: Props) => (html ? <Formatted html={html} /> : text);
