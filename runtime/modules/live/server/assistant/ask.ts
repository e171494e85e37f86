/** Questions to the assistant: answers are sentences of the lesson's material, or there is none. */
import { countTry, hintTopic, limitKey, nowSeconds, OperationError } from 'tablewright/server'
import { answerOptions, roomOptions } from '#generated/live/options.ts'
import type { NewRow, Reading, Scope } from '#generated/live/server.ts'
import { deskTopic, type Citation } from '../../shared/events.ts'
import { isStaff, readHolder, type Person } from '../../shared/person.ts'
import { t } from '../i18n.ts'
import { statusOf, type Room } from '../room.ts'
import { append, openRoom } from '../store/log.ts'
import { readProfiles } from '../store/profiles.ts'
import { serviceOf } from '../settings.ts'
import { findAnswer, rankPassages, type Answer, type Passage } from './search.ts'
import { askService, ServiceError } from './service.ts'

export const { status: answerStates } = answerOptions

/** Passages of a room that are compared. */
const maxPassages = 5000

async function readPassages(query: Reading, room: number): Promise<readonly Passage[]> {
  const rows = await query
    .selectFrom('live_passage as p')
    .innerJoin('live_material as m', 'm.id', 'p.material_id')
    .select(['p.material_id', 'm.name', 'p.page', 'p.content'])
    .where('p.room_id', '=', room)
    .orderBy('p.id')
    .limit(maxPassages)
    .execute()
  return rows.map(({ material_id, name, page, content }) => ({
    material: material_id,
    name,
    page: page ?? 1,
    text: content,
  }))
}

interface Finding {
  readonly answer: Answer | null
  /** Why the outside service has not answered. */
  readonly serviceError: string | null
}

const day = 86_400

/** Asks the outside service where the site has one; where it does not answer, the site searches by itself. */
async function answerFrom(scope: Scope, question: string, passages: readonly Passage[]): Promise<Finding> {
  const service = serviceOf(scope.settings)
  if (service === null || passages.length === 0) return { answer: findAnswer(question, passages), serviceError: null }
  const rule = { windowSeconds: day, captchaFrom: 0, maxFailures: service.daily, wait: day, maxWait: day }
  // Guard T35: questions to a service that costs money are limited for the whole site.
  const { wait } = await countTry(scope.database, [limitKey('questions to the live service')], rule)
  if (wait > 0)
    return { answer: findAnswer(question, passages), serviceError: t(scope.language, 'assistant.service.limit') }
  try {
    return { answer: await askService(service, question, rankPassages(question, passages)), serviceError: null }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { answer: findAnswer(question, passages), serviceError: error.message }
  }
}

/** @throws an OperationError where questions cannot be asked now */
export async function askAssistant(scope: Scope, room: Room, person: Person, text: string) {
  const { language, database, settings, wordFilter } = scope
  const question = text.trim()
  const refuse = (key: 'assistant.off' | 'refusal.not.live' | 'refusal.words' | 'refusal.malformed'): never => {
    throw new OperationError('bad_state', { sentence: t(language, key) })
  }
  if (question === '') refuse('refusal.malformed')
  if (wordFilter && wordFilter.check(settings, question).level !== null) refuse('refusal.words')
  if (statusOf(room) !== 'live') refuse('refusal.not.live')
  if (!isStaff(person) && room.assistant !== roomOptions.assistant.yes) refuse('assistant.off')
  const { answer, serviceError } = await answerFrom(scope, question, await readPassages(database.query, room.id))
  const isReviewed = room.review === roomOptions.review.yes && !isStaff(person)
  const status = answer === null ? answerStates.absent : isReviewed ? answerStates.draft : answerStates.shown
  const citations: readonly Citation[] = answer ? [answer.passage] : []
  const name = (await readProfiles(database.query, [person.holder])).get(person.holder)?.name ?? ''
  const holder = readHolder(person.holder)
  await database.write(async (trx) => {
    const open = await openRoom(scope, trx, room.id)
    if (!open || open.state.status !== 'live') refuse('refusal.not.live')
    const values: NewRow<'live/answer'> = {
      room_id: room.id,
      session_id: room.session_id,
      question,
      content: answer?.text ?? null,
      status,
      name,
      user_id: holder?.kind === 'user' ? holder.id : null,
      admin_id: holder?.kind === 'admin' ? holder.id : null,
      passages: JSON.stringify(citations),
      score: answer ? Math.round(answer.score * 100) : null,
      service_error: serviceError,
      create_time: nowSeconds(),
      version: 1,
    }
    const { id } = await trx.insertInto('live_answer').values(values).returning('id').executeTakeFirstOrThrow()
    if (open && answer && status === answerStates.shown) {
      const payload = { answer: id, question, text: answer.text, passages: citations }
      await append(open, { kind: 'answer.show', person: null, payload })
    }
    hintTopic(deskTopic(room.id))
  })
  return { status: stateName(status) }
}

export type AnswerState = 'waiting' | 'shown' | 'hidden' | 'absent'

const stateName = (status: number | null): AnswerState =>
  status === answerStates.shown
    ? 'shown'
    : status === answerStates.hidden
      ? 'hidden'
      : status === answerStates.absent
        ? 'absent'
        : 'waiting'

const maxAnswers = 50

/** Teachers see all questions of a room; pupils their own, without answers that nobody has approved. */
export async function readAnswers({ database }: Scope, room: Room, person: Person) {
  const rows = await database.query
    .selectFrom('live_answer')
    .select(['id', 'question', 'content', 'status', 'name', 'passages'])
    .where('room_id', '=', room.id)
    // Guard T12: pupils see their own questions.
    .$if(!isStaff(person), (query) => query.where('user_id', '=', readHolder(person.holder)?.id ?? 0))
    .orderBy('id', 'desc')
    .limit(maxAnswers)
    .execute()
  return rows.map(({ id, question, content, status, name, passages }) => {
    const state = stateName(status)
    // Guard T12: an answer is for teachers until one of them has approved it.
    const isOpen = isStaff(person) || state === 'shown'
    return {
      id,
      question,
      name: name ?? '',
      state,
      text: isOpen ? (content ?? '') : '',
      passages: isOpen ? (JSON.parse(passages ?? '[]') as readonly Citation[]) : [],
    }
  })
}
