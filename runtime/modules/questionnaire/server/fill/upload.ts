/** Files as answers: the stored item decides what may be uploaded, and nobody opens one but administrators. */
import { randomBytes } from 'node:crypto'
import { nowSeconds, OperationError, type UploadCall, type UploadLimits } from 'tablewright/server'
import { itemOptions, questionnaireOptions } from '#generated/questionnaire/options.ts'
import type { Scope } from '#generated/questionnaire/server.ts'
import { defaultFileSize, isUpload, maxFileSize, typesOf, type Item } from '../../shared/item.ts'
import { t } from '../i18n.ts'
import { itemOf, readVersion, type Questionnaire } from '../questionnaires/questionnaire.ts'
import { countUpload } from './limits.ts'
import { reasonFor, reasonText, type Filling } from './reason.ts'
import { defineQuestionnaireRoute, requireQuestionnaire } from './routes.ts'

export const megabyte = 1024 * 1024

interface UploadRequest extends Filling {
  readonly version: number
  readonly item: string
}

/** The item that takes the file. @throws an OperationError where the person cannot answer it */
async function requireItem(scope: Scope, questionnaire: Questionnaire, request: UploadRequest): Promise<Item> {
  const { database, settings, language } = scope
  const reason = await reasonFor(database.query, settings, questionnaire, request)
  if (reason !== null) throw new OperationError('bad_state', { sentence: reasonText(language, questionnaire, reason) })
  const version = await readVersion(database.query, questionnaire.id, request.version)
  const item = version?.items.find(({ key }) => key === request.item)
  if (!item || !isUpload(item)) throw new OperationError('invalid', { errors: { item: t(language, 'file.item') } })
  return item
}

/** Questions of open questionnaires that take files. */
export async function openUploadItems({ database }: Scope): Promise<readonly Item[]> {
  const { image, video, file } = itemOptions.kind
  const rows = await database.query
    .selectFrom('questionnaire_item as i')
    .innerJoin('questionnaire_version as v', 'v.id', 'i.questionnaire_version_id')
    .innerJoin('questionnaire_questionnaire as q', 'q.id', 'v.questionnaire_id')
    .selectAll('i')
    .where('i.kind', 'in', [image, video, file])
    .whereRef('v.no', '=', 'q.version_no')
    .where('q.status', '=', questionnaireOptions.status.open)
    .where('q.delete_time', 'is', null)
    .limit(500)
    .execute()
  return rows.map(itemOf)
}

/** Notes an upload that no sheet has so far. @returns the code by which a sheet names it */
export async function storeFile(
  { database }: Scope,
  file: UploadCall<unknown>['file'],
  { questionnaire, item }: { readonly questionnaire: number | null; readonly item: string | null },
): Promise<string> {
  const code = randomBytes(16).toString('hex')
  const row = {
    questionnaire_id: questionnaire,
    item_key: item,
    code,
    url: file.url,
    name: [...file.name].slice(0, 100).join(''),
    size: file.size,
    create_time: nowSeconds(),
    version: 1,
  }
  await database.write((trx) => trx.insertInto('questionnaire_file').values(row).execute())
  return code
}

export const uploadRoute = defineQuestionnaireRoute({
  kind: 'upload',
  path: 'questionnaire.Index/upload',
  login: 'visitor',
  label: { 'zh-cn': '上传问卷文件', en: 'Upload an answer' },
  input: {
    type: 'object',
    properties: {
      link: { type: 'string', maxLength: 32 },
      item: { type: 'string', maxLength: 16 },
      version: { type: 'integer', minimum: 1 },
      device: { type: 'string', maxLength: 64 },
      pass: { type: 'string', maxLength: 1000 },
    },
    required: ['link', 'item', 'version'],
  },
  maxPerMinute: 30,
  maxBytes: maxFileSize * megabyte,
  admit: async ({ scope, member, visitor, input }, bytes): Promise<UploadLimits> => {
    const questionnaire = await requireQuestionnaire(scope, input.link)
    // Guard T50: size and type are those of the stored item.
    const item = await requireItem(scope, questionnaire, { member, ...input })
    if (!member) await countUpload(scope, visitor.ip, bytes)
    return {
      types: typesOf(item),
      maxBytes: (item.fileSize ?? defaultFileSize) * megabyte,
      topic: 'questionnaire',
    }
  },
  handler: async ({ scope, input, file }) => {
    const questionnaire = await requireQuestionnaire(scope, input.link)
    const code = await storeFile(scope, file, { questionnaire: questionnaire.id, item: input.item })
    return { code, name: file.name, size: file.size }
  },
})
