/** Reads items of QTI 2 and 3 (imsglobal.org/question): choices and text entries. */
import { readMarkup } from './html.ts';
import { answerFeedbackLost, feedbackLost, leftOut } from './losses.ts';
import {
  type FindFile,
  type ImportedQuestion,
  type ReadResult,
  type Options,
  Losses,
  answerLines,
  fault,
} from './read-result.ts';
import {
  type XmlElement,
  type XmlNode,
  descendantsOf,
  elementOf,
  elementsOf,
  htmlWithin,
  textOf,
} from '#shared/spreadsheet/xml.ts';

const camel = (name: string) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Renames elements and attributes of QTI 3 to those of QTI 2: `qti-choice-interaction` becomes `choiceInteraction`. */
function asQti2(element: XmlElement): XmlElement {
  const children = element.children.map((child) => ('text' in child ? child : asQti2(child)));
  if (!element.name.startsWith('qti-')) return { ...element, children };
  const attributes = Object.entries(element.attributes).map(([key, value]) => [camel(key), value] as const);
  return { ...element, children, name: camel(element.name.slice(4)), attributes: Object.fromEntries(attributes) };
}

const isInteraction = (name: string) => name.endsWith('Interaction');

interface Declared {
  cardinality: string;
  right: string[];
  /** Points of responses, where they count. */
  points: readonly { key: string; points: number }[];
}

/** Right responses: from `correctResponse`; for texts, or if that is missing, also from the mapping's points. */
function declared(item: XmlElement, interaction: XmlElement): Declared {
  const response = elementsOf(item, 'responseDeclaration').find(
    ({ attributes }) => attributes['identifier'] === interaction.attributes['responseIdentifier'],
  );
  if (!response) return { cardinality: 'single', right: [], points: [] };
  const correct = elementOf(response, 'correctResponse');
  const values = correct ? descendantsOf(correct, 'value').map(textOf) : [];
  const isText = interaction.name === 'textEntryInteraction';
  const entries = descendantsOf(response, 'mapEntry').map(({ attributes }) => ({
    key: attributes['mapKey'] ?? '',
    points: Number(attributes['mappedValue']),
  }));
  const others = Number(elementOf(response, 'mapping')?.attributes['defaultValue'] ?? 0);
  const points = others === 0 ? entries : [...entries, { key: 'others', points: others }];
  const template = elementOf(item, 'responseProcessing')?.attributes['template'] ?? '';
  return {
    cardinality: response.attributes['cardinality'] ?? 'single',
    right: isText || values.length === 0 ? [...new Set([...values, ...mapped(entries, isText)])] : values,
    points: /match_correct(?:\.xml)?$/.test(template) ? [] : points,
  };
}

/** Mapped responses: texts with full points, choices with any points. */
function mapped(entries: Declared['points'], isText: boolean): string[] {
  const most = Math.max(...entries.map(({ points }) => points));
  return entries.filter(({ points }) => points > 0 && (!isText || points === most)).map(({ key }) => key);
}

const isFeedback = (name: string) => name === 'feedbackInline' || name === 'feedbackBlock';
const hasFeedback = (element: XmlElement) =>
  ['feedbackInline', 'feedbackBlock'].some((name) => descendantsOf(element, name).length > 0);

function chosen(item: XmlElement, interaction: XmlElement, losses: Losses): Answers | string {
  const { cardinality, right, points } = declared(item, interaction);
  if (!['single', 'multiple'].includes(cardinality)) return `An item whose choices are ${cardinality}`;
  const choices = elementsOf(interaction, 'simpleChoice');
  if (choices.some(hasFeedback)) losses.add([feedbackLost]);
  const shares = new Set(points.filter((one) => one.points > 0).map((one) => one.points));
  if (shares.size > 1 || points.some((one) => one.points < 0))
    losses.add([leftOut(`Points per option (${points.map((one) => `${one.key}: ${one.points}`).join(', ')})`, 'were')]);
  const names = choices.map(({ attributes }) => attributes['identifier'] ?? '');
  const options: Options = choices.map((choice, index) => ({
    ...losses.optionOf(readMarkup(htmlWithin(choice, isFeedback)), index),
    isCorrect: right.map((one) => one.trim()).includes(names[index]!),
  }));
  const isBoolean =
    names
      .map((one) => one.toLowerCase())
      .toSorted()
      .join() === 'false,true';
  return { type: cardinality === 'multiple' ? 'MULTIPLE_CHOICE' : isBoolean ? 'TRUE_FALSE' : 'SINGLE_CHOICE', options };
}

type Answers = Pick<ImportedQuestion, 'type' | 'options' | 'answerKey'>;

/** Elements of response processing that accept more than the texts of the response. */
const comparisons = ['patternMatch', 'substring', 'equalRounded', 'lt', 'lte', 'gt', 'gte', 'customOperator'];

/** Whether answers are accepted by a tolerance or a rule. */
const isComputed = (item: XmlElement): boolean =>
  elementsOf(item, 'responseProcessing').some(
    (processing) =>
      comparisons.some((name) => descendantsOf(processing, name).length > 0) ||
      descendantsOf(processing, 'equal').some(
        ({ attributes }) =>
          /^(?:absolute|relative)$/.test(attributes['toleranceMode'] ?? 'exact') &&
          (attributes['tolerance'] ?? '').split(/\s+/).some((one) => Number(one) !== 0),
      ),
  );

function entered(item: XmlElement, interaction: XmlElement, losses: Losses): Answers | string {
  if (isComputed(item)) return 'An answer with a tolerance or a rule';
  const { right, points } = declared(item, interaction);
  const partly = points.filter(({ key, points: some }) => some > 0 && !right.includes(key));
  losses.addPartialAnswers(partly.map(({ key }) => key));
  return { type: 'SHORT_ANSWER', answerKey: answerLines(right) };
}

/** Reads the answers; a string: what cannot be asked. */
function answersOf(item: XmlElement, interaction: XmlElement, losses: Losses): Answers | string {
  if (interaction.name === 'choiceInteraction') return chosen(item, interaction, losses);
  if (interaction.name === 'textEntryInteraction') return entered(item, interaction, losses);
  return interaction.name === 'extendedTextInteraction' ? { type: 'TEXT' } : `An item with ${interaction.name}`;
}

/** Points of an item: the default of MAXSCORE, the maximum of SCORE, or those of the right choices together. */
function scoreOf(item: XmlElement, interaction: XmlElement, losses: Losses): number {
  const outcome = (name: string) =>
    elementsOf(item, 'outcomeDeclaration').find(({ attributes }) => attributes['identifier'] === name);
  const [most, score] = [outcome('MAXSCORE'), outcome('SCORE')];
  // A default of 0 is none where the processing adds the points of the responses.
  const isSum = descendantsOf(item, 'setOutcomeValue').some(
    ({ attributes }) => attributes['identifier'] === 'MAXSCORE',
  );
  const value = (most && textOf(descendantsOf(most, 'value')[0])) || score?.attributes['normalMaximum'];
  if (value && !(isSum && Number(value) === 0)) return losses.scoreOf(value);
  const { cardinality, points } = declared(item, interaction);
  const scored = points.map((one) => one.points).filter((one) => one > 0);
  if (scored.length === 0) return 1;
  return losses.scoreOf(
    String(cardinality === 'multiple' ? scored.reduce((sum, one) => sum + one) : Math.max(...scored)),
  );
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

/** Elements whose texts depend on what members do, or on chance. */
const variable = ['templateDeclaration', 'templateProcessing', 'printedVariable', 'templateInline', 'templateBlock'];
function variableOf(item: XmlElement): string | undefined {
  const name = variable.find((one) => descendantsOf(item, one).length > 0);
  return name ?? (item.attributes['adaptive'] === 'true' ? 'adaptive="true"' : undefined);
}

const isForMembers = ({ attributes }: XmlElement) =>
  (attributes['view'] ?? 'candidate').split(/\s+/).some((view) => view === 'candidate' || view === 'testTaker');

/** Parts of a body that are no part of the question: they are removed, and feedback is kept for the explanation. */
function questionPartOf(body: XmlElement, losses: Losses, feedback: XmlElement[]): XmlElement {
  const children = body.children.flatMap((child): XmlNode[] => {
    if ('text' in child) return [child];
    if (isFeedback(child.name)) {
      feedback.push(child);
      return [];
    }
    if (child.name === 'rubricBlock' && !isForMembers(child)) {
      losses.add([leftOut('A note for those who grade')]);
      return [];
    }
    if (child.name === 'infoControl') {
      losses.add([leftOut('A hint')]);
      return [];
    }
    return [isInteraction(child.name) ? child : questionPartOf(child, losses, feedback)];
  });
  return { ...body, children };
}

/** Feedback that does not depend on the answer; of several that do, none. */
function shownAlways(all: readonly XmlElement[], losses: Losses): readonly XmlElement[] {
  const conditions = all.map(({ attributes }) => `${attributes['identifier']} ${attributes['showHide'] ?? 'show'}`);
  if (new Set(conditions).size < 2) return all;
  losses.add([answerFeedbackLost]);
  return [];
}

/** Reads an item; `line`: its number in the package. */
export function readQtiItem(root: XmlElement, line: number, findFile?: FindFile): ReadResult {
  const item = asQti2(root);
  if (item.name !== 'assessmentItem')
    return fault(line, 'This is no item of QTI 2 or 3', 'Save it again as QTI 2.x or 3');
  const template = variableOf(item);
  if (template !== undefined) return fault(line, `An item with ${template} cannot be asked here`, only);
  const body = elementOf(item, 'itemBody');
  const [interaction, ...more] = body ? interactionsIn(body) : [];
  if (!body || !interaction) return fault(line, 'The item asks nothing', only);
  if (more.length > 0) return fault(line, 'The item asks several things at once', 'Make an item of each');
  const losses = new Losses(findFile);
  const answers = answersOf(item, interaction, losses);
  if (typeof answers === 'string') return fault(line, `${answers} cannot be asked here`, only);
  const feedback: XmlElement[] = [];
  const rest = withGaps(questionPartOf(body, losses, feedback));
  const prompt = elementOf(interaction, 'prompt');
  const html = `${htmlWithin(rest, isInteraction)}${prompt ? `<p>${htmlWithin(questionPartOf(prompt, losses, feedback))}</p>` : ''}`;
  const refers = [...elementsOf(item, 'assessmentStimulusRef'), ...descendantsOf(body, 'include')].map(
    ({ attributes }) => `The text “${attributes['href'] ?? ''}”`,
  );
  losses.add(refers.map((what) => leftOut(what)));
  if (descendantsOf(item, 'catalog').length > 0) losses.add([leftOut('Help for readers (a catalog)')]);
  const explanation = losses.explanationOf(
    ...[feedback, elementsOf(item, 'modalFeedback')]
      .flatMap((all) => shownAlways(all, losses))
      .map((one) => readMarkup(htmlWithin(one))),
  );
  const question = losses.promptOf(readMarkup(html));
  return losses.resultOf(line, { ...answers, ...question, ...explanation, score: scoreOf(item, interaction, losses) });
}
