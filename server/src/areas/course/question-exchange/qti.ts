/** Reads items of QTI 2 and 3 (imsglobal.org/question): choices and text entries. */
import { type ImportedQuestion, type ReadResult, type Options, fault } from './read-result.ts';
import { fromHtml, textOfHtml } from '#shared/spreadsheet/markup.ts';
import { type XmlElement, descendantsOf, elementOf, elementsOf, htmlWithin, textOf } from '#shared/spreadsheet/xml.ts';

const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Renames elements and attributes of QTI 3 to those of QTI 2: `qti-choice-interaction` becomes `choiceInteraction`. */
function asQti2(element: XmlElement): XmlElement {
  return {
    ...element,
    name: element.name.startsWith('qti-') ? camel(element.name.slice(4)) : element.name,
    attributes: Object.fromEntries(Object.entries(element.attributes).map(([key, value]) => [camel(key), value])),
    children: element.children.map((child) => ('text' in child ? child : asQti2(child))),
  };
}

const isInteraction = (name: string) => name.endsWith('Interaction');

interface Declared {
  isMultiple: boolean;
  right: string[];
}

/** Right responses: from `correctResponse`; for texts, or if that is missing, also from the mapping's points. */
function declared(item: XmlElement, interaction: XmlElement): Declared {
  const response = elementsOf(item, 'responseDeclaration').find(
    ({ attributes }) => attributes['identifier'] === interaction.attributes['responseIdentifier'],
  );
  if (!response) return { isMultiple: false, right: [] };
  const values = descendantsOf(response, 'value').map(textOf);
  const isText = response.attributes['baseType'] === 'string';
  return {
    isMultiple: response.attributes['cardinality'] === 'multiple',
    right: isText || values.length === 0 ? [...new Set([...values, ...mapped(response, isText)])] : values,
  };
}

/** Mapped responses: texts with full points, choices with any points. */
function mapped(response: XmlElement, isText: boolean): string[] {
  const entries = descendantsOf(response, 'mapEntry').map(({ attributes }) => ({
    key: attributes['mapKey'] ?? '',
    points: Number(attributes['mappedValue']),
  }));
  const most = Math.max(...entries.map(({ points }) => points));
  return entries.filter(({ points }) => points > 0 && (!isText || points === most)).map(({ key }) => key);
}

function chosen(item: XmlElement, interaction: XmlElement): Pick<ImportedQuestion, 'type' | 'options'> {
  const { isMultiple, right } = declared(item, interaction);
  const choices = elementsOf(interaction, 'simpleChoice');
  const names = choices.map(({ attributes }) => attributes['identifier'] ?? '');
  const options: Options = choices.map((choice, index) => ({
    text: textOfHtml(htmlWithin(choice, (name) => name === 'feedbackInline')),
    isCorrect: right.map((one) => one.trim()).includes(names[index]!),
  }));
  const isBoolean =
    names
      .map((one) => one.toLowerCase())
      .toSorted()
      .join() === 'false,true';
  return { type: isMultiple ? 'MULTIPLE_CHOICE' : isBoolean ? 'TRUE_FALSE' : 'SINGLE_CHOICE', options };
}

type Answers = Pick<ImportedQuestion, 'type' | 'options' | 'answerKey'>;

function answersOf(item: XmlElement, interaction: XmlElement): Answers | undefined {
  if (interaction.name === 'choiceInteraction') return chosen(item, interaction);
  if (interaction.name === 'textEntryInteraction')
    return { type: 'SHORT_ANSWER', answerKey: declared(item, interaction).right.join('\n') };
  return interaction.name === 'extendedTextInteraction' ? { type: 'TEXT' } : undefined;
}

/** Points of an item: the default of MAXSCORE, or the maximum of SCORE. */
function scoreOf(item: XmlElement): number {
  const outcome = (name: string) =>
    elementsOf(item, 'outcomeDeclaration').find(({ attributes }) => attributes['identifier'] === name);
  const [most, score] = [outcome('MAXSCORE'), outcome('SCORE')];
  const value = (most && textOf(descendantsOf(most, 'value')[0])) || score?.attributes['normalMaximum'];
  return value ? Number(value) : 1;
}

/** Replaces text entries inside sentences by visible gaps. */
function withGaps(element: XmlElement): XmlElement {
  const isSentence = element.children.some((child) => 'text' in child && child.text.trim() !== '');
  return {
    ...element,
    children: element.children.map((child) =>
      'text' in child
        ? child
        : child.name === 'textEntryInteraction' && isSentence
          ? { text: '_____' }
          : withGaps(child),
    ),
  };
}

const interactionsIn = (element: XmlElement): XmlElement[] =>
  elementsOf(element).flatMap((child) => (isInteraction(child.name) ? [child] : interactionsIn(child)));

const only = 'Leave one choiceInteraction or textEntryInteraction in it, or take it out';

/** Reads an item; `line`: its number in the package. */
export function readQtiItem(root: XmlElement, line: number): ReadResult {
  const item = asQti2(root);
  if (item.name !== 'assessmentItem')
    return fault(line, 'This is no item of QTI 2 or 3', 'Save it again as QTI 2.x or 3');
  const body = elementOf(item, 'itemBody');
  const [interaction, ...more] = body ? interactionsIn(body) : [];
  if (!body || !interaction) return fault(line, 'The item asks nothing', only);
  if (more.length > 0) return fault(line, 'The item asks several things at once', 'Make an item of each');
  const answers = answersOf(item, interaction);
  if (!answers) return fault(line, `An item with ${interaction.name} cannot be asked here`, only);
  const prompt = elementOf(interaction, 'prompt');
  const questionHtml = `${htmlWithin(withGaps(body), (name) => isInteraction(name) || name === 'rubricBlock')}${prompt ? `<p>${htmlWithin(prompt)}</p>` : ''}`;
  const feedback = elementsOf(item, 'modalFeedback').map((one) => textOfHtml(htmlWithin(one)));
  const { text, imageUrl } = fromHtml(questionHtml);
  return {
    line,
    draft: { ...answers, question: text, imageUrl, explanation: feedback.join('\n'), score: scoreOf(item) },
  };
}
