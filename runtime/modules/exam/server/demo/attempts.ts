/** Papers of the demo, and attempts at them, which are drawn, frozen and marked by the functions of the module. */
import type { Language } from 'tablewright/protocol'
import { dayOf } from 'tablewright/protocol'
import { insertMany, nowSeconds } from 'tablewright/server'
import { attemptItemOptions, attemptOptions, paperOptions } from '#generated/exam/options.ts'
import type { DemoWork, Scope, Transaction } from '#generated/exam/server.ts'
import type { Answer } from '../../shared/question.ts'
import type { Item } from '../attempts/attempt.ts'
import { buildItems, readQuestions, readSource, selectQuestions, type NewItem } from '../attempts/freeze.ts'
import { keyOf, markItem, optionsOf, resultOf } from '../attempts/mark.ts'
import { newAttempt, newItem } from '../attempts/start.ts'
import { wrongRows } from '../attempts/wrong-book.ts'
import { findPaper, type Paper } from '../papers/paper.ts'
import { createRandom, type Random } from '../random.ts'
import { demoSubjects, inLanguage, type Wording } from './wording.ts'

const day = 86_400

interface DemoPaper {
  readonly subject: string
  readonly title: Wording
  readonly isRandom: boolean
  readonly attempts: number
  /** Attempts that wait at the marking desk, in addition. */
  readonly waiting?: number
  readonly state: 'draft' | 'published' | 'released'
  /** Rules of its own. */
  readonly rules?: object
}

const papers: readonly DemoPaper[] = [
  {
    subject: 'storage',
    title: ['上岗安全考试', 'Safety test for new colleagues'],
    isRandom: false,
    attempts: 24,
    waiting: 6,
    state: 'published',
    rules: { points: 20, switch_limit: 5 },
  },
  {
    subject: 'fire',
    title: ['消防随机测验', 'Fire safety quiz'],
    isRandom: true,
    attempts: 20,
    state: 'published',
    rules: { day_limit_count: 3, multi_mode: paperOptions.multi_mode.half },
  },
  {
    subject: 'quality',
    title: ['质量管理年度考试', 'Yearly quality exam'],
    isRandom: false,
    attempts: 16,
    state: 'released',
    rules: { hide_names: paperOptions.hide_names.yes },
  },
  { subject: 'quality', title: ['质量管理模拟卷', 'Quality mock exam'], isRandom: true, attempts: 0, state: 'draft' },
]

const rules = [
  { kind: 'JUDGE', quantity: 4, score: '5' },
  { kind: 'SINGLE', quantity: 5, score: '8' },
  { kind: 'MULTI', quantity: 2, score: '10' },
  { kind: 'FILL', quantity: 1, score: '10' },
  { kind: 'SHORT', quantity: 1, score: '10' },
] as const

/** Questions of a fixed paper: the first of each kind. */
const fixed = [...rules.slice(0, 3), { kind: 'MATERIAL', quantity: 1, score: '10' }, ...rules.slice(4)] as const

export async function addDemoAttempts(work: DemoWork): Promise<void> {
  const { scope } = work
  const existing = await scope.database.query.selectFrom('exam_paper').select('id').limit(1).executeTakeFirst()
  // Another demo is there already.
  if (existing) return
  const random = createRandom(11)
  const ids: number[] = []
  for (const paper of papers) ids.push(await addPaper(work, paper))
  const members = await readMembers(scope)
  await scope.database.write(async (trx) => {
    for (const [index, { attempts, waiting = 0 }] of papers.entries()) {
      const paper = await findPaper(trx, ids[index] ?? 0)
      if (paper && members.length > 0)
        await addAttempts(scope, trx, paper, { count: attempts + waiting, waiting, members, index, random })
    }
  })
  for (const [index, { state }] of papers.entries()) {
    if (state !== 'released') continue
    await work.runAction('exam/paper', 'close', { id: ids[index] ?? 0 })
    await work.runAction('exam/paper', 'release', { id: ids[index] ?? 0 })
  }
}

async function addPaper(work: DemoWork, paper: DemoPaper): Promise<number> {
  const { language, database } = work.scope
  const name = inLanguage(demoSubjects.find(({ key }) => key === paper.subject)?.name ?? ['', ''], language)
  const subject = await database.query
    .selectFrom('exam_subject')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  const { mode, release } = paperOptions
  const id = await work.add('exam/paper', {
    title: inLanguage(paper.title, language),
    subject_id: subject.id,
    description: inLanguage(
      ['请独立完成，答案会自动保存。', 'Please work on your own. Answers are saved as you go.'],
      language,
    ),
    mode: paper.isRandom ? mode.random : mode.fix,
    limit_time: 30,
    pass_score: '60',
    release: paper.state === 'released' ? release.manual : release.now,
    ...paper.rules,
    ...(paper.isRandom
      ? { rules: rules.map((rule) => ({ ...rule })) }
      : { questions: await fixedQuestions(work.scope, subject.id) }),
  })
  if (paper.state !== 'draft') await work.runAction('exam/paper', 'publish', { id })
  return id
}

async function fixedQuestions({ database }: Scope, subject: number) {
  const rows = await database.query
    .selectFrom('exam_question')
    .select(['id', 'kind'])
    .where('subject_id', '=', subject)
    .where('practice', '=', 0)
    .where('material_id', 'is', null)
    .where('delete_time', 'is', null)
    .orderBy('id')
    .execute()
  return fixed.flatMap(({ kind, quantity, score }) =>
    rows
      .filter((row) => row.kind === kind)
      .slice(0, quantity)
      .map(({ id }) => ({ question_id: id, score })),
  )
}

async function readMembers({ database }: Scope): Promise<readonly number[]> {
  const rows = await database.query.selectFrom('user').select('id').orderBy('id').limit(60).execute()
  return rows.map(({ id }) => id)
}

interface Sitting {
  readonly count: number
  /** The last so many are not marked yet. */
  readonly waiting: number
  readonly members: readonly number[]
  /** Place of the paper in the list. */
  readonly index: number
  readonly random: Random
}

/** Members take a paper: drawn, frozen, answered and marked as everywhere, and stored together. */
async function addAttempts(
  scope: Scope,
  trx: Transaction,
  paper: Paper,
  { count, waiting, members, index, random }: Sitting,
): Promise<void> {
  const source = await readSource(trx, paper)
  const ids = source.isRandom ? source.pool.map(({ id }) => id) : source.questions.map(({ question }) => question)
  const questions = await readQuestions(trx, ids)
  const sittings = Array.from({ length: count }, (_, place) => {
    const seed = 1000 * index + place
    const seeded = createRandom(seed)
    const selection = selectQuestions(source, seeded)
    const items = selection && buildItems(paper, selection, questions, seeded)
    const now = nowSeconds() - 20 * day + Math.floor(((place + 0.5) / count) * 19 * day)
    const user = members[(place * 7 + index) % members.length] ?? 0
    const isMarked = place < count - waiting
    return items
      ? [{ items: answerAll(items, paper, { random, isMarked, scope }), seed, now, user, no: place + 1 }]
      : []
  }).flat()
  const { attempt, item, wrong } = {
    attempt: scope.registry.require('exam/attempt'),
    item: scope.registry.require('exam/attempt_item'),
    wrong: scope.registry.require('exam/wrong'),
  }
  const attemptIds = await insertMany(
    scope.database,
    attempt,
    trx,
    sittings.map(({ items, seed, now, user, no }) => {
      const start = { user, device: 'Demo', day: dayOf(now, scope.settings.timeZone), no, seed, now }
      const end = now + 600 + Math.floor(random() * 900)
      return {
        ...newAttempt(paper, items, start),
        ...resultOf(items, { pass_score: paper.pass_score, grade_time: end }),
        submit_kind: attemptOptions.submit_kind.member,
        submit_time: end,
        limiter: null,
        lease: null,
        answered_count: items.filter(({ answer }) => answer !== null).length,
        told: 1,
      }
    }),
  )
  const rows = sittings.flatMap(({ items, user }, place) =>
    items.map(({ id: _id, ...row }) => ({ row: { ...row, attempt_id: attemptIds[place] ?? 0 }, user })),
  )
  const itemIds = await insertMany(
    scope.database,
    item,
    trx,
    rows.map(({ row }) => row),
  )
  const wrongAnswers = rows.flatMap(({ row, user }, place) =>
    wrongRows(user, [{ ...row, id: itemIds[place] ?? 0 }], nowSeconds()),
  )
  await insertMany(scope.database, wrong, trx, wrongAnswers)
}

/** The items of somebody who knows more or less, marked by rule and by hand. */
function answerAll(
  items: readonly NewItem[],
  paper: Paper,
  { random, isMarked, scope }: { readonly random: Random; readonly isMarked: boolean; readonly scope: Scope },
) {
  const { language, actor } = scope
  const ability = 0.55 + random() * 0.4
  return items.map((frozen) => {
    const row = {
      ...newItem(frozen, 0, paper.id),
      id: 0,
      answer: null,
      auto_score: null,
      manual_score: null,
      marker_id: null,
      marker_note: null,
      first_score: null,
      first_marker_id: null,
      second_score: null,
      second_marker_id: null,
      seconds: answerSeconds(frozen.seq),
    }
    const answer = answerFor(row, random() < ability, random, language)
    const answered = answer ? { ...row, answer: JSON.stringify(answer), answer_seq: 1 } : row
    const marked: Item = markItem(answered, paper.multi_mode ?? 'all')
    if (!isMarked || marked.mark_state !== attemptItemOptions.mark_state.waiting)
      return { ...marked, score: frozen.score }
    const points = Math.round((frozen.score * (4 + Math.floor(random() * 7))) / 1000) * 100
    return {
      ...marked,
      score: frozen.score,
      manual_score: Math.min(points, frozen.score),
      marker_id: actor?.id ?? null,
      marker_note: points < frozen.score / 2 ? inLanguage(markerNote, language) : null,
      mark_state: attemptItemOptions.mark_state.done,
    }
  })
}

const markerNote: Wording = [
  '要点不全，请再看一遍相关章节。',
  'Important points are missing. Please read the chapter again.',
]

/** Short answers of those who do not know. */
const guesses: readonly Wording[] = [
  ['不清楚。', 'I do not know.'],
  ['因为公司有规定。', 'Because the rules say so.'],
  ['按主管的安排做。', 'I would do what my supervisor says.'],
  ['为了安全。', 'For safety.'],
]

/** Some questions take longer than others. */
const answerSeconds = (seq: number): number => 20 + ((seq * 37) % 70)

function answerFor(item: Item, isRight: boolean, random: Random, language: Language): Answer | null {
  const { right = [], blanks = [], reference = '' } = keyOf(item)
  if (item.kind === 'MATERIAL') return null
  if (item.kind === 'FILL') return { texts: blanks.map(({ answer }) => (isRight ? answer : '99')) }
  if (item.kind === 'SHORT') {
    const guess = guesses[Math.floor(random() * guesses.length)] ?? ['', '']
    return { texts: [isRight ? reference : inLanguage(guess, language)] }
  }
  if (isRight) return { keys: right }
  const ids = item.kind === 'JUDGE' ? ['T', 'F'] : (optionsOf(item).options ?? []).map(({ id }) => id)
  const wrong = ids.filter((id) => !right.includes(id))
  return { keys: item.kind === 'MULTI' ? right.slice(0, 1) : wrong.slice(0, 1) }
}
