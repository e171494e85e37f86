/** Makes the items of an attempt: copies of the questions, which later edits of the bank do not change. */
import { paperOptions, questionOptions } from '#generated/exam/options.ts'
import type { Reading, Row } from '#generated/exam/server.ts'
import {
  judgeKeys,
  type FrozenKey,
  type FrozenOptions,
  type Kind,
  type QuestionDetails,
} from '../../shared/question.ts'
import { drawQuestions } from '../papers/draw.ts'
import { readAskable, readPaperLines, type Paper, type PaperLines } from '../papers/paper.ts'
import { readCategories, readPool, type PoolQuestion } from '../papers/pool.ts'
import { createRandom, shuffle, type Random } from '../random.ts'

type Query = Pick<Reading, 'selectFrom'>
type Question = Pick<
  Row<'exam/question'>,
  'kind' | 'title' | 'options_json' | 'explain' | 'edition' | 'material_id'
> & { readonly id: number }

/** An item that is about to be stored. */
export interface NewItem {
  readonly seq: number
  readonly question_id: number
  readonly question_version: number
  readonly parent_seq: number | null
  readonly kind: Kind
  readonly title: string
  readonly options: string
  readonly key: string
  readonly explain: string | null
  readonly score: number
}

/** The lines of a paper, and the questions of the bank that they may take. */
export interface PaperSource extends PaperLines {
  readonly isRandom: boolean
  readonly askable: ReadonlySet<number>
  readonly pool: readonly PoolQuestion[]
  readonly categories: ReadonlyMap<number, ReadonlySet<number>>
}

export async function readSource(query: Query, paper: Paper): Promise<PaperSource> {
  const lines = await readPaperLines(query, paper.id)
  const isRandom = paper.mode === paperOptions.mode.random
  return {
    ...lines,
    isRandom,
    askable: await readAskable(query, isRandom ? [] : lines.questions.map(({ question }) => question)),
    pool: isRandom ? await readPool(query, paper.subject_id) : [],
    categories: isRandom ? await readCategories(query) : new Map(),
  }
}

/** Questions with their points. */
type Selection = readonly { readonly question: number; readonly score: number }[]

/** Null where the bank is too small. */
export function selectQuestions(source: PaperSource, random: Random): Selection | null {
  const { isRandom, questions, rules, askable, pool, categories } = source
  if (!isRandom)
    return questions.length > 0 && questions.every(({ question }) => askable.has(question)) ? questions : null
  const draw = drawQuestions(rules, pool, categories, random)
  if (!draw || rules.length === 0) return null
  return draw.flatMap((ids, index) => ids.map((question) => ({ question, score: rules[index]?.score ?? 0 })))
}

/**
 * The items of an attempt at a paper: the same seed and bank give the same items. Materials keep their questions.
 * @returns null where the bank has not enough questions
 */
export async function freezeItems(query: Query, paper: Paper, seed: number): Promise<readonly NewItem[] | null> {
  const random = createRandom(seed)
  const selection = selectQuestions(await readSource(query, paper), random)
  if (!selection) return null
  const questions = await readQuestions(
    query,
    selection.map(({ question }) => question),
  )
  return buildItems(paper, selection, questions, random)
}

export function buildItems(
  paper: Pick<Paper, 'shuffle_questions' | 'shuffle_options'>,
  selection: Selection,
  { byId, partsOf }: Questions,
  random: Random,
): readonly NewItem[] | null {
  const { yes } = paperOptions.shuffle_questions
  const ordered = paper.shuffle_questions === yes ? shuffle(selection, random) : selection
  const isShuffled = paper.shuffle_options === paperOptions.shuffle_options.yes
  const items: NewItem[] = []
  for (const { question: id, score } of ordered) {
    const question = byId.get(id)
    if (!question) return null
    const parent = items.length + 1
    const isMaterial = question.kind === questionOptions.kind.material
    items.push(freeze(question, { seq: parent, parent: null, score: isMaterial ? 0 : score }, isShuffled, random))
    if (!isMaterial) continue
    const parts = partsOf.get(id) ?? []
    const scores = splitScore(score, parts.length)
    for (const [index, part] of parts.entries())
      items.push(freeze(part, { seq: items.length + 1, parent, score: scores[index] ?? 0 }, isShuffled, random))
  }
  return items
}

/** Whole hundredths that add up to the score; the first ones get what is left over. */
export const splitScore = (score: number, parts: number): readonly number[] =>
  Array.from({ length: parts }, (_, index) => Math.floor(score / parts) + (index < score % parts ? 1 : 0))

interface Questions {
  readonly byId: ReadonlyMap<number, Question>
  /** Questions of materials. */
  readonly partsOf: ReadonlyMap<number, readonly Question[]>
}

export async function readQuestions(query: Query, ids: readonly number[]): Promise<Questions> {
  const columns = ['id', 'kind', 'title', 'options_json', 'explain', 'edition', 'material_id'] as const
  const rows: readonly Question[] = await query
    .selectFrom('exam_question')
    .select(columns)
    .where('id', 'in', [...ids])
    .execute()
  const materials = rows.filter(({ kind }) => kind === questionOptions.kind.material).map(({ id }) => id)
  const parts: readonly Question[] =
    materials.length === 0
      ? []
      : await query
          .selectFrom('exam_question')
          .select(columns)
          .where('material_id', 'in', materials)
          .where('status', '=', questionOptions.status.normal)
          .where('delete_time', 'is', null)
          .orderBy('id')
          .execute()
  const partsOf = new Map<number, Question[]>()
  for (const part of parts) partsOf.set(part.material_id ?? 0, [...(partsOf.get(part.material_id ?? 0) ?? []), part])
  return { byId: new Map(rows.map((row) => [row.id, row])), partsOf }
}

interface Place {
  readonly seq: number
  readonly parent: number | null
  readonly score: number
}

function freeze(question: Question, { seq, parent, score }: Place, isShuffled: boolean, random: Random): NewItem {
  const { options, key } = freezeDetails(
    question.kind,
    JSON.parse(question.options_json ?? '{}') as QuestionDetails,
    isShuffled ? random : null,
  )
  return {
    seq,
    question_id: question.id,
    question_version: question.edition ?? 1,
    parent_seq: parent,
    kind: question.kind,
    title: question.title,
    options: JSON.stringify(options),
    key: JSON.stringify(key),
    explain: question.explain,
    score,
  }
}

/**
 * The part of a question that candidates see, and the key it is marked by. Ids follow the order in which options are
 * shown, so that neither order nor ids tell which is right.
 * @param random null keeps the order of the options
 */
export function freezeDetails(
  kind: Kind,
  details: QuestionDetails,
  random: Random | null,
): { readonly options: FrozenOptions; readonly key: FrozenKey } {
  if (kind === 'JUDGE') return { options: {}, key: { right: [details.judge ? judgeKeys.true : judgeKeys.false] } }
  if (kind === 'FILL') {
    const { blanks = [], anyOrder, caseSensitive } = details
    return {
      options: { blanks: blanks.length },
      key: { blanks, ...(anyOrder && { anyOrder }), ...(caseSensitive && { caseSensitive }) },
    }
  }
  if (kind === 'SHORT') return { options: {}, key: { ...(details.reference && { reference: details.reference }) } }
  if (kind === 'MATERIAL') return { options: {}, key: {} }
  const own = details.options ?? []
  const ordered = (random ? shuffle(own, random) : own).map((option, index) => ({
    ...option,
    // Guard T10: ids are those of the order that is shown.
    // Without: id: String.fromCodePoint(97 + own.indexOf(option))
    id: String.fromCodePoint(97 + index),
  }))
  const weights = Object.fromEntries(ordered.flatMap(({ id, weight }) => (weight === undefined ? [] : [[id, weight]])))
  return {
    options: { options: ordered.map(({ id, text }) => ({ id, text })) },
    key: {
      right: ordered.flatMap(({ id, right }) => (right ? [id] : [])),
      ...(Object.keys(weights).length > 0 && { weights }),
    },
  }
}
