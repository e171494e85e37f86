/**
 * Calls of clients of other products. They know a questionnaire by its number, name options by their texts and send the
 * questions back; of those, only the answers count here.
 */
import { createHash, randomUUID } from 'node:crypto'
import { codes } from 'tablewright/protocol'
import { OperationError, RouteReply } from 'tablewright/server'
import {
  defaultFileSize,
  isText,
  isUpload,
  keysOf,
  kindNames,
  labelOf,
  maxFileSize,
  typesOf,
  type Item,
} from '../../shared/item.ts'
import { t } from '../i18n.ts'
import { findQuestionnaire, readVersion, type Questionnaire } from '../questionnaires/questionnaire.ts'
import type { SentAnswer } from './answers.ts'
import { countUpload } from './limits.ts'
import { reasonFor, reasonText, type Reason } from './reason.ts'
import { defineQuestionnaireRoute } from './routes.ts'
import { submitSheet } from './submit.ts'
import { megabyte, openUploadItems, storeFile } from './upload.ts'

/** The numbers that such clients know. */
const stateOf: { readonly [name in Reason | 'none' | 'open']: number } = {
  none: 0,
  open: 1,
  done: 2,
  before: 3,
  after: 3,
  off: 4,
  full: 4,
  password: 4,
  members: 4,
}

const anyJson = ['string', 'number', 'boolean', 'array', 'object', 'null'] as const
const number = { type: ['string', 'integer'], maxLength: 32 } as const

/** Such a client names its user; here that is a device. */
function deviceOf(user: unknown): string | undefined {
  if ((typeof user !== 'string' && typeof user !== 'number') || user === '') return undefined
  return createHash('sha256').update(String(user)).digest('hex')
}

const questionOf = (item: Item) => ({
  key: item.key,
  title: item.title,
  must: item.must ? 1 : 0,
  type: kindNames.indexOf(item.kind),
  options: isUpload(item) ? [] : keysOf(item).map((key) => ({ key, name: labelOf(item, key) })),
  file_num: item.fileNum ?? 1,
  file_size: item.fileSize ?? defaultFileSize,
  file_suffix: isUpload(item) ? typesOf(item).join() : '',
})

const examinationRoute = defineQuestionnaireRoute({
  path: 'questionnaire.Examination/getExamination',
  area: 'api',
  method: 'POST',
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '打开问卷（旧客户端）', en: 'Open a questionnaire (old clients)' },
  input: { type: 'object', properties: { id: number, user: { type: anyJson } } },
  maxPerMinute: 120,
  transaction: 'own',
  handler: async ({ scope, member, input: { id, user } }) => {
    const { language, settings } = scope
    const { query } = scope.database
    const questionnaire = id === undefined ? null : await findQuestionnaire(query, String(id))
    if (!questionnaire) return { status: stateOf.none, msg: t(language, 'missing') }
    const device = deviceOf(user)
    const reason = await reasonFor(query, settings, questionnaire, { member, ...(device && { device }) })
    if (reason !== null) return { status: stateOf[reason], msg: reasonText(language, questionnaire, reason) }
    const version = await readVersion(query, questionnaire.id, questionnaire.version_no ?? 0)
    const { title, description, begin_time, end_time, status } = questionnaire
    const questions = (version?.items ?? []).map(questionOf)
    const row = { id: questionnaire.id, title, description: description ?? '', begin_time, end_time, status, questions }
    return { status: stateOf.open, msg: '', row }
  },
})

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Texts, numbers, and addresses of files, one or several. */
const valuesIn = (checked: unknown): readonly string[] =>
  (Array.isArray(checked) ? checked : [checked]).flatMap((value: unknown) => {
    const text = isObject(value) ? value['url'] : value
    return (typeof text === 'string' || typeof text === 'number') && text !== '' ? [String(text)] : []
  })

/** Options are named by their text or key; what is neither stays, and is refused. */
function answerOf(item: Item, question: Fields): SentAnswer {
  const { key } = item
  const values = valuesIn(question['checked'])
  if (isText(item)) return { key, text: values.join('\n') }
  if (isUpload(item)) return { key, files: values }
  const keys = keysOf(item)
  const keyNamed = (value: string): string =>
    keys.find((own) => labelOf(item, own) === value) ?? keys.find((own) => own === value) ?? value
  const { text } = question
  return { key, keys: values.map(keyNamed), ...(typeof text === 'string' && { text }) }
}

/** A question is known by the key that it was sent out with, else by its place. */
function answersIn(items: readonly Item[], questions: readonly unknown[]): readonly SentAnswer[] {
  return questions.filter(isObject).flatMap((question, index) => {
    const { key } = question
    const item = typeof key === 'string' ? items.find((own) => own.key === key) : items[index]
    return item ? [answerOf(item, question)] : []
  })
}

async function itemsOf({ query }: { readonly query: Parameters<typeof readVersion>[0] }, questionnaire: Questionnaire) {
  return (await readVersion(query, questionnaire.id, questionnaire.version_no ?? 0))?.items ?? []
}

const answerRoute = defineQuestionnaireRoute({
  path: 'questionnaire.AnswerSheet/submitAnswer',
  area: 'api',
  method: 'POST',
  login: 'visitor',
  right: null,
  label: { 'zh-cn': '提交答卷（旧客户端）', en: 'Hand in a sheet (old clients)' },
  input: {
    type: 'object',
    properties: {
      id: number,
      user: { type: anyJson },
      platform: { type: anyJson },
      questions: { type: 'array', items: { type: anyJson }, maxItems: 200 },
      captchaId: { type: 'string', maxLength: 64 },
      captchaInfo: { type: 'string', maxLength: 200 },
    },
    required: ['id', 'questions'],
  },
  maxPerMinute: 600,
  transaction: 'own',
  maxBodyBytes: 262_144,
  handler: async ({ scope, member, visitor, input }) => {
    const { id, user, platform, questions, captchaId, captchaInfo } = input
    const questionnaire = await findQuestionnaire(scope.database.query, String(id))
    if (!questionnaire) throw new OperationError('not_found', { sentence: t(scope.language, 'missing') })
    const device = deviceOf(user)
    const submission = {
      client: randomUUID(),
      version: questionnaire.version_no ?? 0,
      answers: answersIn(await itemsOf(scope.database, questionnaire), questions),
      ...(device && { device }),
      ...(typeof platform === 'number' && { platform }),
      ...(captchaId !== undefined && { captchaId }),
      ...(captchaInfo !== undefined && { captchaInfo }),
    }
    const sender = { member, ip: visitor.ip, agent: visitor.device }
    const reply = await submitSheet(scope, questionnaire, submission, sender)
    if (reply.code !== codes.ok) return reply
    return new RouteReply(reply.data, { msg: questionnaire.thanks ?? t(scope.language, 'thanks') })
  },
})

/** Such a client does not say which question a file is for: the sheet that names the file does. */
const fileRoute = defineQuestionnaireRoute({
  kind: 'upload',
  path: 'questionnaire.AnswerSheet/upFile',
  login: 'visitor',
  label: { 'zh-cn': '上传问卷文件（旧客户端）', en: 'Upload an answer (old clients)' },
  input: { type: 'object', properties: {} },
  maxPerMinute: 30,
  maxBytes: maxFileSize * megabyte,
  admit: async ({ scope, member, visitor }, bytes) => {
    const items = await openUploadItems(scope)
    if (items.length === 0) throw new OperationError('bad_state', { sentence: t(scope.language, 'file.closed') })
    if (!member) await countUpload(scope, visitor.ip, bytes)
    // Guard T50: no file that no open questionnaire asks for, whatever size and endings the client sends.
    return {
      types: [...new Set(items.flatMap(typesOf))],
      maxBytes: Math.max(...items.map(({ fileSize = defaultFileSize }) => fileSize)) * megabyte,
      topic: 'questionnaire',
    }
  },
  handler: async ({ scope, file }) => {
    const code = await storeFile(scope, file, { questionnaire: null, item: null })
    return { url: code, code, name: file.name, size: file.size }
  },
})

export const oldClientRoutes = [examinationRoute, answerRoute, fileRoute]
