/** Reads items of QTI 1.2 as Canvas, Blackboard and others write them: choices and short answers, by their scoring. */
import { readHtml } from './html.ts';
import { answerFeedbackLost, caseLost, feedbackLost, leftOut } from './losses.ts';
import { Scoring } from './qti1-scoring.ts';
import { materialHtml, textHtml } from './qti1-text.ts';
import {
  type FindFile,
  type ImportedQuestion,
  type ReadResult,
  Losses,
  answerLines,
  fault,
  spellingsOf,
} from './read-result.ts';
import { type XmlElement, descendantsOf, elementOf, elementsOf, textOf } from '#shared/spreadsheet/xml.ts';

type Answers = Pick<ImportedQuestion, 'type' | 'options' | 'answerKey'>;
interface Item {
  element: XmlElement;
  kind: string;
  scoring: Scoring;
  losses: Losses;
}

/** Fields of an item's metadata: Canvas and Respondus name them, Blackboard has an element for each. */
function metadataOf(item: XmlElement, ...names: readonly string[]): string {
  const all = ['qtimetadatafield', 'qti_metadatafield'].flatMap((name) => descendantsOf(item, name));
  const fields = all.map(
    (one) => [textOf(elementOf(one, 'fieldlabel')).trim(), textOf(elementOf(one, 'fieldentry')).trim()] as const,
  );
  const found = names.map(
    (name) => fields.find(([label]) => label === name)?.[1] ?? textOf(descendantsOf(item, name)[0]).trim(),
  );
  return found.find((value) => value !== '') ?? '';
}

/** Kinds that are named in the metadata, and that ours have nothing for. */
const unknownKinds: readonly (readonly [RegExp, string])[] = [
  [/match/i, 'A matching question'],
  [/categori[sz]/i, 'A question that sorts things into groups'],
  [/order/i, 'An ordering question'],
  [/dropdown/i, 'A question with several lists to choose from'],
  [/multiple.?blanks|blank plus|fill.?in.?multiple/i, 'A question with several blanks'],
  [/jumbled/i, 'A jumbled sentence'],
  [/calculated|formula/i, 'A question with a formula'],
  [/upload/i, 'A question that is answered with a file'],
  [/hot.?spot/i, 'A question about a place in a picture'],
  [/text.?(?:only|information)/i, 'A text without a question'],
];

/** Kind that the responses of an item make it, if ours have nothing for it. */
function unknownOf(responses: readonly XmlElement[]): string | undefined {
  const [first] = responses;
  if (!first) return undefined;
  const renders = (name: string) => descendantsOf(first, name).length > 0;
  if (responses.some(({ name }) => name === 'response_grp')) return 'A matching question';
  if (first.name === 'response_xy' || renders('render_hotspot')) return 'A question about a place in a picture';
  if (renders('render_slider')) return 'A question with a slider';
  return /ordered/i.test(first.attributes['rcardinality'] ?? '') ? 'An ordering question' : undefined;
}

const isResponse = (name: string) => name.startsWith('response_') && name !== 'response_label';

/** Responses and materials of a presentation in their order. */
const partsOf = (element: XmlElement): XmlElement[] =>
  elementsOf(element).flatMap((one) => (one.name === 'material' || isResponse(one.name) ? [one] : partsOf(one)));

/** HTML of the question: its materials are blocks, and those around a gap are a sentence. */
function promptOf(parts: readonly XmlElement[], isText: boolean): string {
  const gap = parts.findIndex(({ name }) => isResponse(name));
  const hasGap = isText && parts.slice(gap + 1).some((one) => materialHtml(one) !== '');
  const sentence = (some: readonly XmlElement[]) => some.map(materialHtml).join(' ');
  if (hasGap) return `<div>${sentence(parts.slice(0, gap))} _____ ${sentence(parts.slice(gap + 1))}</div>`;
  const own = parts[gap] ? textHtml(parts[gap], (name) => name.startsWith('render_')) : '';
  const all = parts
    .filter(({ name }) => name === 'material')
    .map((one) => `<div>${materialHtml(one)}</div>`)
    .join('');
  // Canvas names the gap `[colour]` in the text, and again in the response.
  return all.includes(`[${own.replace(/<[^<>]*>/g, '')}]`) ? all : all + own;
}

/** Responses that score most: what the conditions accept, or single choices together. */
function rightOf(scoring: Scoring, ids: readonly string[], isMultiple: boolean): ReadonlySet<string> {
  const alone = ids.filter((id) => scoring.of(new Set([id])).score > scoring.base);
  const shown = scoring.accepted().map((some) => some.filter((id) => ids.includes(id)));
  const candidates = isMultiple ? [...shown, alone, [...new Set(shown.flat())]] : alone.map((id) => [id]);
  const scored = candidates.map((some) => ({ some, score: scoring.of(new Set(some)).score }));
  const most = Math.max(...scored.map(({ score }) => score));
  const best = scored.filter(({ score }) => score === most && score > scoring.base).map(({ some }) => some);
  if (!isMultiple) return new Set(best.flat());
  return new Set(best.toSorted((one, other) => other.length - one.length)[0]);
}

const pairs = /^(yes|agree|right|true|on)_(no|disagree|wrong|false|off)\.(true|false)$/i;
/** Blackboard writes its own keys for the options of an Either/Or question: `yes_no.true`. */
const eitherOr = (html: string): string => {
  const [, first, second, which] = pairs.exec(html.replace(/<[^<>]*>/g, '').trim()) ?? [];
  if (!first || !second) return html;
  const word = which?.toLowerCase() === 'true' ? first : second;
  return word.charAt(0).toUpperCase() + word.slice(1);
};

const isTrueFalse = (texts: readonly (string | undefined)[]) =>
  ['true', 'false'].every((word) => texts.some((text) => text?.trim().toLowerCase() === word)) && texts.length === 2;

function chosen({ element, kind, scoring, losses }: Item, response: XmlElement): Answers {
  const isMultiple = /multiple/i.test(response.attributes['rcardinality'] ?? '');
  const labels = descendantsOf(response, 'response_label');
  const ids = labels.map(({ attributes }) => attributes['ident'] ?? '');
  const right = rightOf(scoring, ids, isMultiple);
  const best = scoring.of(right).score - scoring.base;
  const shares = ids.map((id) => Math.round(((scoring.of(new Set([id])).score - scoring.base) / best) * 100));
  if (best > 0 && (!isMultiple || shares.some((share) => share > 0))) losses.addShares(shares, isMultiple);
  const linked = new Set(elementsOf(element, 'itemfeedback').map(({ attributes }) => attributes['ident'] ?? ''));
  if (ids.some((id) => linked.has(id) || linked.has(`${id}_fb`))) losses.add([feedbackLost]);
  const options = labels.map((label, index) => {
    const html = textHtml(label);
    const option = losses.optionOf(readHtml(html === '' ? ids[index]! : eitherOr(html)), index);
    return { ...option, isCorrect: right.has(ids[index]!) };
  });
  const isBoolean = !isMultiple && (isTrueFalse(options.map(({ text }) => text)) || /true.?false/i.test(kind));
  return { type: isMultiple ? 'MULTIPLE_CHOICE' : isBoolean ? 'TRUE_FALSE' : 'SINGLE_CHOICE', options };
}

const isNumber = (kind: string, response: XmlElement): boolean =>
  /numeric/i.test(kind) ||
  response.name === 'response_num' ||
  descendantsOf(response, 'render_fib').some(({ attributes }) =>
    /^(?:decimal|integer|scientific)$/i.test(attributes['fibtype'] ?? ''),
  );

function written({ kind, scoring, losses }: Item, response: XmlElement): Answers | string {
  const [rule] = scoring.rules();
  if (rule) return /^var[gl]t/.test(rule.name) ? 'A number with a tolerance or a range' : 'An answer by a rule';
  const texts = [...new Set(scoring.accepted().flat())].filter((text) => text !== '');
  if (texts.length === 0) return { type: 'TEXT' };
  const scores = texts.map((text) => scoring.of(new Set([text])).score);
  const most = Math.max(...scores);
  losses.addPartialAnswers(texts.filter((_, at) => scores[at]! < most && scores[at]! > scoring.base));
  if (scoring.isCaseSensitive()) losses.add([caseLost]);
  const full = texts.filter((_, at) => scores[at] === most);
  return { type: 'SHORT_ANSWER', answerKey: answerLines(isNumber(kind, response) ? full.flatMap(spellingsOf) : full) };
}

/** Feedback that is shown whatever was answered, and solutions; the rest is named. */
function explanationOf({ element, scoring, losses }: Item, { options, answerKey }: Answers, ids: readonly string[]) {
  const right = new Set(answerKey?.split('\n').slice(0, 1) ?? ids.filter((_, at) => options?.[at]?.isCorrect));
  const [whenRight, whenWrong] = [right, new Set([''])].map((one) => scoring.of(one).feedback);
  const all = elementsOf(element, 'itemfeedback').map((one) => ({ one, id: one.attributes['ident'] ?? '' }));
  const isAlways = (id: string) => id === 'general_fb' || (whenRight!.has(id) && whenWrong!.has(id));
  const isOfOption = (id: string) => ids.some((own) => id === own || id === `${own}_fb`);
  const solutions = all.filter(({ id }) => !isOfOption(id)).flatMap(({ one }) => descendantsOf(one, 'solution'));
  const general = all.filter(({ id }) => isAlways(id) && !isOfOption(id)).map(({ one }) => one);
  const parts = [...general.map((one) => textHtml(one, isAside)), ...solutions.map((one) => textHtml(one))];
  const rest = all.filter(({ id }) => !isAlways(id) && !isOfOption(id)).map(({ one }) => textHtml(one, isAside));
  if (rest.some(isWritten)) losses.add([answerFeedbackLost]);
  if (all.some(({ one }) => descendantsOf(one, 'hint').some((hint) => isWritten(textHtml(hint)))))
    losses.add([leftOut('A hint')]);
  return losses.explanationOf(...parts.filter(isWritten).map(readHtml));
}

const isAside = (name: string) => name === 'solution' || name === 'hint';
const isWritten = (html: string) => /<(?:img|object)\b/i.test(html) || html.replace(/<[^<>]*>|&nbsp;|\s/g, '') !== '';

/** Points of an item; a highest score of 100 without any other is a percentage. */
function scoreOf({ element, scoring, losses }: Item, right: number): number {
  const points = metadataOf(
    element,
    'points_possible',
    'respondusapi_qpoints',
    'cc_weighting',
    'qmd_absolutescore_max',
  );
  if (Number(points) > 0) return losses.scoreOf(points);
  const most = [scoring.most, right - scoring.base].find((score) => score > 0 && score !== 100);
  return most === undefined ? 1 : losses.scoreOf(String(most));
}

/** Items are tried with each of their choices, so that their number is bounded; far above real ones. */
const isExcessive = (item: XmlElement, response: XmlElement) =>
  descendantsOf(response, 'response_label').length > 100 || descendantsOf(item, 'respcondition').length > 500;

const only = 'Leave one response with choices or a short answer in it, or take it out';

function readItem(element: XmlElement, line: number, findFile?: FindFile): ReadResult {
  const kind = metadataOf(
    element,
    'question_type',
    'bbmd_questiontype',
    'respondusapi_qtype',
    'wct_questiontype',
    'cc_profile',
    'qmd_itemtype',
  );
  const presentation = elementOf(element, 'presentation');
  const parts = presentation ? partsOf(presentation) : [];
  const responses = parts.filter(({ name }) => isResponse(name));
  const unknown = unknownKinds.find(([pattern]) => pattern.test(kind))?.[1] ?? unknownOf(responses);
  if (unknown !== undefined) return fault(line, `${unknown} cannot be asked here`, only);
  const [response, ...more] = responses;
  const isEssay = /essay|short response/i.test(kind);
  if (!response && !isEssay) return fault(line, 'The item asks nothing', only);
  if (more.length > 0) return fault(line, 'The item asks several things at once', 'Make an item of each');
  if (response && isExcessive(element, response))
    return fault(line, 'The item has far too many choices or conditions', 'Give it 2 to 6 options');
  const losses = new Losses(findFile);
  const item = { element, kind, scoring: new Scoring(element), losses };
  const isChoice = response !== undefined && descendantsOf(response, 'render_choice').length > 0;
  const answers =
    isEssay || !response ? { type: 'TEXT' as const } : isChoice ? chosen(item, response) : written(item, response);
  if (typeof answers === 'string') return fault(line, `${answers} cannot be asked here`, only);
  const question = losses.promptOf(readHtml(promptOf(parts, answers.type === 'SHORT_ANSWER')));
  const ids = isChoice
    ? descendantsOf(response, 'response_label').map(({ attributes }) => attributes['ident'] ?? '')
    : [];
  const explanation = explanationOf(item, answers, ids);
  if (elementsOf(element, 'rubric').some((one) => isWritten(textHtml(one))))
    losses.add([leftOut('A note for those who grade')]);
  // Canvas refers to a text that stands above several questions.
  if (metadataOf(element, 'parent_stimulus_item_ident') !== '') losses.add([leftOut('The text above the question')]);
  const right = ids.filter((_, at) => 'options' in answers && answers.options?.[at]?.isCorrect);
  const best = item.scoring.of(new Set(isChoice ? right : [answers.answerKey?.split('\n')[0] ?? '']));
  return losses.resultOf(line, { ...answers, ...question, ...explanation, score: scoreOf(item, best.score) });
}

/** References to banks of questions, from which Canvas draws some or takes one. */
function bankReferences(root: XmlElement): Map<string, XmlElement> {
  const drawn = descendantsOf(root, 'sourcebank_ref').map((one) => [textOf(one).trim(), one] as const);
  const single = descendantsOf(root, 'bankentry_item').map(
    (one) => [one.attributes['sourcebank_ref'] ?? '', one] as const,
  );
  return new Map([...drawn, ...single]);
}

/** Reads up to `max` items of a file; `lineOf`: place of an item in messages; `banks`: those of the other files. */
export function readQti1(
  root: XmlElement,
  max: number,
  lineOf: (item: XmlElement, index: number) => number,
  findFile?: FindFile,
  banks: readonly string[] = [],
): ReadResult[] {
  const items = descendantsOf(root, 'item').slice(0, max);
  const own = descendantsOf(root, 'objectbank').map(({ attributes }) => attributes['ident'] ?? '');
  const known = new Set([...banks, ...own]);
  const missing = [...bankReferences(root)].filter(([name]) => !known.has(name));
  return [
    ...items.map((item, index) => readItem(item, lineOf(item, index), findFile)),
    ...missing.map(([, element], index) =>
      fault(
        lineOf(element, items.length + index),
        'Questions are taken from a bank that is not in this file',
        'Export the bank, or the whole course, and import that',
      ),
    ),
  ];
}
