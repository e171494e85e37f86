/** Attachments of short answers: only of an open attempt, and nobody opens one but its member and markers. */
import { randomBytes } from 'node:crypto'
import { discardFiles, lockRows, nowSeconds, OperationError, type UploadLimits } from 'tablewright/server'
import { questionOptions } from '#generated/exam/options.ts'
import type { Reading, Scope } from '#generated/exam/server.ts'
import { attachmentTypes, maxAttachmentBytes, maxAttachments, removeFile } from '../../shared/attachment-routes.ts'
import { findOwnAttempt, isOverdue, isWorking, type Attempt } from '../attempts/attempt.ts'
import { t } from '../i18n.ts'
import { defineExamRoute, idOf, refuseMissing } from './define-route.ts'

interface UploadRequest {
  readonly attempt: number
  readonly lease: string
  readonly seq: number
}

/** @throws an OperationError where the member cannot change the files of this item now */
async function requireItem(
  { language }: Scope,
  query: Reading,
  user: number,
  { attempt: id, lease, seq }: UploadRequest,
): Promise<Attempt> {
  const attempt = (await findOwnAttempt(query, id, user)) ?? refuseMissing({ language })
  if (!isWorking(attempt) || isOverdue(attempt))
    throw new OperationError('bad_state', { sentence: t(language, 'save.over') })
  if (attempt.lease !== lease) throw new OperationError('bad_state', { sentence: t(language, 'save.lease') })
  const item = await query
    .selectFrom('exam_attempt_item')
    .select('kind')
    .where('attempt_id', '=', id)
    .where('seq', '=', seq)
    .executeTakeFirst()
  if (item?.kind !== questionOptions.kind.short)
    throw new OperationError('invalid', { errors: { seq: t(language, 'file.item') } })
  return attempt
}

/** @throws an OperationError where the member cannot add one more file to this item now */
async function requirePlace(scope: Scope, query: Reading, user: number, request: UploadRequest): Promise<Attempt> {
  const { language } = scope
  const { attempt: id, seq } = request
  const attempt = await requireItem(scope, query, user, request)
  const { count } = await query
    .selectFrom('exam_file')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('attempt_id', '=', id)
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow()
  // Guard T52: an answer has so many files, and no more.
  if (Number(count) >= maxAttachments)
    throw new OperationError('invalid', { sentence: t(language, 'file.many', { max: maxAttachments }) })
  return attempt
}

export const uploadRoute = defineExamRoute({
  kind: 'upload',
  path: 'exam.Attempt/upload',
  login: 'member',
  label: { 'zh-cn': '上传答题附件', en: 'Upload an attachment of an answer' },
  input: {
    type: 'object',
    properties: {
      attempt: { type: 'integer', minimum: 1 },
      lease: { type: 'string', maxLength: 64 },
      seq: { type: 'integer', minimum: 1 },
    },
    required: ['attempt', 'lease', 'seq'],
  },
  maxPerMinute: 30,
  maxBytes: maxAttachmentBytes,
  admit: async ({ scope, member, input }): Promise<UploadLimits> => {
    // Guard T50: only an own open attempt takes files, of these types.
    await requirePlace(scope, scope.database.query, idOf(member), input)
    return { types: attachmentTypes, maxBytes: maxAttachmentBytes, topic: 'exam' }
  },
  handler: async ({ scope, member, input, file }) => {
    const code = randomBytes(16).toString('hex')
    const name = [...file.name].slice(0, 100).join('')
    await scope.database.write(async (trx) => {
      // The file is deleted again when the attempt has ended meanwhile.
      const attempt = await requirePlace(scope, trx, idOf(member), input)
      await trx
        .insertInto('exam_file')
        .values({
          attempt_id: attempt.id,
          seq: input.seq,
          code,
          url: file.url,
          name,
          size: file.size,
          create_time: nowSeconds(),
          version: 1,
        })
        .execute()
    })
    return { code, name, size: file.size }
  },
})

export const removeFileRoute = defineExamRoute(removeFile, {
  login: 'member',
  right: null,
  label: { 'zh-cn': '删除答题附件', en: 'Delete an attachment of an answer' },
  maxPerMinute: 60,
  transaction: 'own',
  handler: ({ scope, member, input }) =>
    scope.database.write(async (trx) => {
      await lockRows(scope, trx, 'exam/attempt', [input.attempt], 'write')
      const attempt = await requireItem(scope, trx, idOf(member), input)
      const row = await trx
        .selectFrom('exam_file')
        .select(['id', 'url'])
        .where('attempt_id', '=', attempt.id)
        .where('seq', '=', input.seq)
        .where('code', '=', input.code)
        .executeTakeFirst()
      if (row) {
        await trx.deleteFrom('exam_file').where('id', '=', row.id).execute()
        await discardFiles(scope, trx, [row.url])
      }
      return { code: input.code }
    }),
})
