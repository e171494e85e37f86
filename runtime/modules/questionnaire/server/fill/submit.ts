/** Handing a sheet in: counted, stored and told once, however often it is sent. */
import { randomBytes } from 'node:crypto'
import { dayOf, startOfDay } from 'tablewright/protocol'
import { insertMany, lockRows, nowSeconds, OperationError, RouteReply, type Member } from 'tablewright/server'
import { questionnaireOptions, sheetOptions } from '#generated/questionnaire/options.ts'
import type { Scope, Transaction } from '#generated/questionnaire/server.ts'
import { isAnswered, isChoice, isUpload, type Answers, type Item } from '../../shared/item.ts'
import { t } from '../i18n.ts'
import { readVersion, type Questionnaire, type StoredItem, type Version } from '../questionnaires/questionnaire.ts'
import { countAnswers } from '../results/counters.ts'
import { answersOf, checkAnswers, findForeignFiles, textOf, type SentAnswer } from './answers.ts'
import { saveDraft } from './draft.ts'
import { countSheet } from './limits.ts'
import { holderOf, limiterOf, personOf, type Person } from './person.ts'
import { closedReason, reasonFor, refuse, type Reason } from './reason.ts'

export interface Submission {
  readonly client: string
  readonly device?: string
  readonly pass?: string
  readonly version: number
  readonly answers: readonly SentAnswer[]
  readonly times?: number
  readonly platform?: number
  readonly captchaId?: string
  readonly captchaInfo?: string
}

interface Sender {
  readonly member: Pick<Member, 'id'> | null
  readonly ip: string
  readonly agent: string
}

/** A sheet that is ready to be stored. */
interface Sheet {
  readonly questionnaire: Questionnaire
  readonly version: Version
  readonly person: Person
  readonly submission: Submission
  readonly platform: (typeof sheetOptions.platform)[keyof typeof sheetOptions.platform]
  readonly items: readonly Item[]
  readonly answers: Answers
}

interface StoredSheet extends Sheet {
  readonly id: number
}

/** Refuses inside the transaction, which is rolled back. */
class ClosedError extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason)
    this.reason = reason
  }
}

/** Seconds for which a version may still be handed in after the next one was made: somebody was filling it in. */
const formerVersionLife = 86_400

export async function submitSheet(
  scope: Scope,
  questionnaire: Questionnaire,
  submission: Submission,
  { member, ip, agent }: Sender,
): Promise<RouteReply> {
  const { language, database } = scope
  const thanks = new RouteReply({ thanks: questionnaire.thanks ?? t(language, 'thanks') })
  if (await isStored(scope, questionnaire.id, submission.client)) return thanks
  const filling = { member, ...submission }
  const reason = await reasonFor(database.query, scope.settings, questionnaire, filling)
  const person = personOf(questionnaire, member, submission.device)
  const keep = () => saveDraft(scope, questionnaire, person, { ...submission, ip })
  if (reason !== null) {
    // People who were too late lose nothing.
    if (reason === 'full') await keep()
    return refuse(language, questionnaire, reason)
  }
  if (questionnaire.limit_by === questionnaireOptions.limit_by.device && person.device === null)
    throw new OperationError('invalid', { errors: { device: t(language, 'device') } })
  const version = await versionOf(scope, questionnaire, submission.version)
  const { items, answers, errors } = checkAnswers(language, version.items, answersOf(submission.answers))
  const foreign = await findForeignFiles(database.query, questionnaire.id, { items, answers })
  const missing = Object.fromEntries(foreign.map((key) => [key, t(language, 'file.missing')]))
  const all = { ...errors, ...missing }
  if (Object.keys(all).length > 0) throw new OperationError('invalid', { errors: all })
  const undo = member ? null : await countSheet(scope, ip, submission)
  const platform = platformOf(agent, submission.platform)
  const sheet: Sheet = { questionnaire, version, person, submission, platform, items, answers }
  try {
    await database.write((trx) => storeSheet(scope, trx, sheet))
    return thanks
  } catch (error) {
    await undo?.()
    if (error instanceof ClosedError) {
      await keep()
      return refuse(language, questionnaire, error.reason)
    }
    if (database.adapter.problemOf(error)?.kind !== 'unique') throw error
    // Another request was faster: the same sheet, or another one of the same person.
    return (await isStored(scope, questionnaire.id, submission.client))
      ? thanks
      : refuse(language, questionnaire, 'done')
  }
}

async function isStored({ database }: Scope, questionnaire: number, client: string): Promise<boolean> {
  const sheet = await database.query
    .selectFrom('questionnaire_sheet')
    .select('id')
    .where('questionnaire_id', '=', questionnaire)
    .where('client_id', '=', client)
    .executeTakeFirst()
  return sheet !== undefined
}

/** @throws an OperationError `conflict` for versions that nobody can be filling in any more */
async function versionOf(
  { database, language }: Scope,
  { id, version_no }: Questionnaire,
  no: number,
): Promise<Version> {
  const version = await readVersion(database.query, id, no)
  const next = no === version_no ? null : await readVersion(database.query, id, no + 1)
  const isFormer = no !== version_no && (next === null || next.time < nowSeconds() - formerVersionLife)
  if (!version || isFormer) throw new OperationError('conflict', { sentence: t(language, 'version.former') })
  return version
}

/** Clients of WeChat say so in their name; others may say what they are. */
function platformOf(agent: string, hint = 0): Sheet['platform'] {
  const { web, official, mini } = sheetOptions.platform
  if (/miniProgram/i.test(agent)) return mini
  if (/MicroMessenger/i.test(agent)) return official
  return hint === mini ? mini : web
}

async function storeSheet(scope: Scope, trx: Transaction, sheet: Sheet): Promise<void> {
  const { questionnaire, version, person, submission, items, answers } = sheet
  await lockRows(scope, trx, 'questionnaire/questionnaire', [questionnaire.id], 'write')
  await takePlace(trx, questionnaire.id)
  await takeQuotas(trx, questionnaire.id, items, answers)
  const now = nowSeconds()
  const isAnonymous = questionnaire.anonymous === questionnaireOptions.anonymous.yes
  const { timeZone } = scope.settings
  const { id } = await trx
    .insertInto('questionnaire_sheet')
    .values({
      questionnaire_id: questionnaire.id,
      questionnaire_version_id: version.id,
      version_no: version.no,
      title: questionnaire.title,
      platform: sheet.platform,
      user_id: person.userId,
      times: submission.times ?? null,
      limiter: limiterOf(questionnaire, person),
      client_id: submission.client,
      random_key: randomBytes(12).toString('hex'),
      create_time: isAnonymous ? startOfDay(dayOf(now, timeZone), timeZone) : now,
      version: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await storeAnswers(scope, trx, { id, ...sheet })
  await countAnswers(trx, { questionnaire: questionnaire.id, version: version.id }, items, answers, 1)
  const holder = holderOf(person)
  if (holder !== null)
    await trx
      .deleteFrom('questionnaire_draft')
      .where('questionnaire_id', '=', questionnaire.id)
      .where('holder', '=', holder)
      .execute()
  await takeFiles(scope, trx, { id, ...sheet })
}

/** One more sheet, unless the questionnaire is full or closed by now. */
async function takePlace(trx: Transaction, id: number): Promise<void> {
  const now = nowSeconds()
  const counted = await trx
    .updateTable('questionnaire_questionnaire')
    .set(({ eb, ref }) => ({ num: eb(ref('num'), '+', 1) }))
    .where('id', '=', id)
    .where('delete_time', 'is', null)
    .where('status', '=', questionnaireOptions.status.open)
    .where(({ or, eb, ref }) => or([eb('quota', 'is', null), eb('num', '<', ref('quota'))]))
    .where(({ or, eb }) => or([eb('begin_time', 'is', null), eb('begin_time', '<=', now)]))
    .where(({ or, eb }) => or([eb('end_time', 'is', null), eb('end_time', '>=', now)]))
    .returning('id')
    .executeTakeFirst()
  if (counted) return
  const row = await trx.selectFrom('questionnaire_questionnaire').selectAll().where('id', '=', id).executeTakeFirst()
  throw new ClosedError((row && closedReason(row)) ?? 'off')
}

/** Every chosen option that has a quota. @throws a ClosedError once one of them is used up */
async function takeQuotas(trx: Transaction, id: number, items: readonly Item[], answers: Answers): Promise<void> {
  const selected = new Set(
    items.filter(isChoice).flatMap(({ key }) => (answers[key]?.keys ?? []).map((option) => `${key} ${option}`)),
  )
  const rows = await trx
    .selectFrom('questionnaire_answer_quota')
    .select(['id', 'item_key', 'option_key'])
    .where('questionnaire_id', '=', id)
    .orderBy('id')
    .execute()
  for (const row of rows.filter(({ item_key, option_key }) => selected.has(`${item_key} ${option_key}`))) {
    const counted = await trx
      .updateTable('questionnaire_answer_quota')
      .set(({ eb, ref }) => ({ num: eb(ref('num'), '+', 1) }))
      .where('id', '=', row.id)
      .where(({ eb, ref }) => eb('num', '<', ref('quota')))
      .returning('id')
      .executeTakeFirst()
    if (!counted) throw new ClosedError('full')
  }
}

async function storeAnswers(scope: Scope, trx: Transaction, sheet: StoredSheet): Promise<void> {
  const { id, questionnaire, version, answers } = sheet
  const rows = version.items.flatMap((item: StoredItem) => {
    const answer = answers[item.key]
    if (!answer || !isAnswered(answer)) return []
    const keys = isUpload(item) ? answer.files : answer.keys
    return [
      {
        sheet_id: id,
        questionnaire_id: questionnaire.id,
        item_id: item.id,
        item_key: item.key,
        sid: keys && keys.length > 0 ? JSON.stringify(keys) : null,
        checked: textOf(item, answer),
        version: 1,
      },
    ]
  })
  await insertMany(scope.database, scope.registry.require('questionnaire/answer'), trx, rows)
}

/** Last, because attachments and files come after everything else in the order of locks. */
async function takeFiles(scope: Scope, trx: Transaction, { id, questionnaire, answers }: StoredSheet): Promise<void> {
  const codes = Object.values(answers).flatMap(({ files = [] }) => files)
  if (codes.length === 0) return
  const rows = await trx.selectFrom('questionnaire_file').select('id').where('code', 'in', codes).execute()
  const ids = rows.map((row) => row.id)
  await lockRows(scope, trx, 'questionnaire/file', ids, 'write')
  for (const [key, { files = [] }] of Object.entries(answers)) {
    if (files.length === 0) continue
    const used = await trx
      .updateTable('questionnaire_file')
      .set({ sheet_id: id, questionnaire_id: questionnaire.id, item_key: key })
      .where((eb) => eb.or([eb('questionnaire_id', '=', questionnaire.id), eb('questionnaire_id', 'is', null)]))
      .where('sheet_id', 'is', null)
      .where('code', 'in', files)
      .returning('id')
      .execute()
    // Another sheet was handed in with the same file a moment ago.
    if (used.length !== files.length)
      throw new OperationError('invalid', { sentence: t(scope.language, 'file.missing') })
  }
}
