/** Files that members offer with their texts: private from the start, and a member offers none but own uploads. */
import { sql, type SqlBool } from 'kysely'
import {
  countTry,
  createJobDefinition,
  createRouteDefinition,
  discardFiles,
  limitKey,
  nowSeconds,
  OperationError,
  type LimitRule,
  type ModuleRoute,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { fileTypes, maxFileBytes, uploadPath } from '../../shared/site/user-routes.ts'
import { t } from '../i18n.ts'
import { readChannels } from '../site/places.ts'
import { requireMember } from './caller.ts'
import type { Reading, Scope } from '#generated/cms/server.ts'

const defineRoute = createRouteDefinition<Database>()

/** The purpose of these attachments. */
const topic = 'cms'

const kilobyte = 1024
/** Kilobytes that a member uploads in an hour. */
const perHour: LimitRule = {
  windowSeconds: 3600,
  captchaFrom: 0,
  maxFailures: 100 * kilobyte,
  wait: 3600,
  maxWait: 3600,
}

/** The channels to which this member can contribute. */
export const openChannels = async (scope: Scope, userId: number) =>
  (await readChannels(scope, { id: userId })).filter(
    ({ takesContributions, type }) => takesContributions && type !== 'link',
  )

/** Whether the member has anything that files belong to. */
async function takesFiles(scope: Scope, userId: number): Promise<boolean> {
  if ((await openChannels(scope, userId)).some(({ model }) => model === 'downloads')) return true
  const own = await scope.database.query
    .selectFrom('cms_content')
    .select('id')
    .where('user_id', '=', userId)
    .where('model', '=', 'downloads')
    .where('delete_time', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return own !== undefined
}

const uploadRoute = defineRoute({
  kind: 'upload',
  path: uploadPath,
  login: 'member',
  label: { 'zh-cn': '上传下载文件', en: 'Upload a file to download' },
  input: { type: 'object', properties: {} },
  maxPerMinute: 30,
  maxBytes: maxFileBytes,
  async admit({ scope, member }, bytes) {
    const { id } = requireMember(member)
    if (!(await takesFiles(scope, id)))
      throw new OperationError('bad_state', { sentence: t(scope.language, 'files.channel') })
    // Guard T52: files of a member in an hour have a limit.
    const { wait } = await countTry(
      scope.database,
      [limitKey('cms files', { kind: 'user', id })],
      perHour,
      Math.max(1, Math.ceil(bytes / kilobyte)),
    )
    if (wait > 0)
      throw new OperationError('bad_state', {
        sentence: t(scope.language, 'files.wait', { minutes: Math.ceil(wait / 60) }),
      })
    return { types: fileTypes, maxBytes: maxFileBytes, topic }
  },
  handler: async ({ file: { url, name } }) => ({ url, name }),
})

export const fileRoutes: readonly ModuleRoute[] = [uploadRoute]

/**
 * Checks the files of a contribution.
 * @param former those that the text has
 * @throws an OperationError `invalid` for a file that this member has not uploaded for it
 */
export async function refuseForeignFiles(
  { database: { query }, language }: Scope,
  userId: number,
  addresses: readonly string[],
  former: readonly string[],
): Promise<void> {
  const added = addresses.filter((address) => !former.includes(address))
  if (added.length === 0) return
  const own = await query
    .selectFrom('attachment')
    .select('url')
    .where('url', 'in', added)
    .where('user_id', '=', userId)
    .where('topic', '=', topic)
    .execute()
  const urls = new Set(own.map(({ url }) => url))
  // Guard T20: nobody offers the private file of somebody else, and would then be handed a ticket for it.
  // Without: const isOwn = (address: string): boolean => address !== ''
  const isOwn = (address: string): boolean => urls.has(address)
  if (!added.every(isOwn)) throw new OperationError('invalid', { errors: { downloads: t(language, 'files.own') } })
}

/** The names of files as they were uploaded; of one that is not known the end of its address. */
export async function namesOfFiles(query: Reading, addresses: readonly string[]): Promise<readonly string[]> {
  if (addresses.length === 0) return []
  const rows = await query
    .selectFrom('attachment')
    .select(['url', 'name'])
    .where('url', 'in', [...addresses])
    .execute()
  const names = new Map(rows.map(({ url, name }) => [url, name]))
  return addresses.map((address) => names.get(address) ?? address.split('/').at(-1) ?? '')
}

/** Seconds after which an upload that no text and no revision has is deleted. */
const unusedFor = 86_400

/** No row of the table names the address of the attachment `a`. */
const isMissing = (table: string, column: string) => {
  const isEqual = sql`${sql.ref(`t.${column}`)} like '%' || a.url || '%'`
  return sql<SqlBool>`not exists (select 1 from ${sql.table(table)} t where ${isEqual})`
}

/** Deletes uploads that no text has taken, at most so many at once. */
export const discardUploads = createJobDefinition<Database>()({
  name: 'cms/discardUploads',
  label: { 'zh-cn': '清除未使用的投稿文件', en: 'Delete unused files of contributions' },
  schedule: { cron: '20 4 * * *', payload: null },
  handler: async ({ scope, complete }) => {
    const unused = await scope.database.query
      .selectFrom('attachment as a')
      .select('a.url')
      .where('a.topic', '=', topic)
      .where('a.user_id', 'is not', null)
      .where('a.create_time', '<', nowSeconds() - unusedFor)
      .where(isMissing('cms_content', 'downloads'))
      .where(isMissing('cms_content_revision', 'data'))
      .limit(500)
      .execute()
    await complete((trx) =>
      discardFiles(
        scope,
        trx,
        unused.map(({ url }) => url),
      ),
    )
  },
})
