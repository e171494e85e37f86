/** Leads from the address of an attachment in the cloud store to the store, which serves it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SystemDatabase } from '../operation/access/system-tables.ts'
import { cloudAccount, objectKey } from './cloud/account.ts'
import { signDownload } from './cloud/objects.ts'
import { sendNotFound } from '../http/errors.ts'
import { encodeFileName } from '../http/file-name.ts'
import type { Settings } from '../settings/settings.ts'
import { cloudModeOf } from './cloud-deletion.ts'
import { pictureSuffix } from './file-types.ts'

/** Seconds for which a signed address is good. */
const signedLife = 3600
/** Seconds for which a browser may use the redirection again: what it leads to lives longer. */
const cacheSeconds = 1800

export interface CloudFileParts {
  readonly database: SystemDatabase
  /** Read for every request. */
  readonly currentSettings: () => Promise<Settings>
  readonly isPrivate: (url: string) => Promise<boolean>
}

export function addCloudFiles(app: FastifyInstance, parts: CloudFileParts): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/cloud/*',
    handler: async (request, reply) => {
      const target = await targetOf(request, parts)
      return target === null ? sendNotFound(request, reply) : redirect(reply, target)
    },
  })
}

/** Only objects that an attachment names are served: others were never looked at. */
async function targetOf(
  request: FastifyRequest,
  { database, currentSettings, isPrivate }: CloudFileParts,
): Promise<string | null> {
  const found = objectKey((request.raw.url ?? '').split('?')[0] ?? '')
  if (
    !found ||
    // Guard T74: the address of a private file leads nowhere, in the cloud store either.
    (await isPrivate(`/${found.key}`))
  )
    return null
  const row = await database.query
    .selectFrom('attachment')
    .select(['name', 'storage'])
    .where('url', '=', `/${found.key}`)
    .executeTakeFirst()
  const mode = row && cloudModeOf(row.storage)
  if (!mode) return null
  const account = cloudAccount(await currentSettings(), mode)
  if (account.domain !== '') return `${account.domain}/${found.key}`
  const way = pictureSuffix(found.suffix) ? 'inline' : 'attachment'
  const disposition = `${way}; filename*=UTF-8''${encodeFileName(row.name)}`
  return signDownload(account, found.key, { seconds: signedLife, disposition })
}

function redirect(reply: FastifyReply, target: string): FastifyReply {
  return reply.header('cache-control', `private, max-age=${cacheSeconds}`).redirect(target, 302)
}
