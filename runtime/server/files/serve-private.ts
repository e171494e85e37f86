/** Opens private files by their tickets. A caller who has none, or that of an account which is gone, finds nothing. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendNotFound } from '../http/errors.ts'
import { encodeFileName } from '../http/file-name.ts'
import type { SystemDatabase } from '../operation/access/system-tables.ts'
import type { Settings } from '../settings/settings.ts'
import { cloudAccount, objectKey } from './cloud/account.ts'
import { signDownload } from './cloud/objects.ts'
import { cloudModeOf } from './cloud-deletion.ts'
import { pictureSuffix } from './file-types.ts'
import { hideObject } from './private-objects.ts'
import { readTicket, ticketLife, type TicketOwner } from './private-files.ts'
import { sendStored } from './serve.ts'

export interface PrivateFileParts {
  readonly database: SystemDatabase
  readonly currentSettings: () => Promise<Settings>
  /** Whether the account may still use the site. */
  readonly isActive: (owner: TicketOwner) => Promise<boolean>
}

export function addPrivateFiles(app: FastifyInstance, parts: PrivateFileParts): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/file/:id',
    handler: async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      const file = await fileOf(request, parts)
      return file === null ? sendNotFound(request, reply) : send(request, reply, file, await parts.currentSettings())
    },
  })
}

interface TicketedFile {
  readonly url: string
  readonly name: string
  readonly storage: string
}

async function fileOf(
  request: FastifyRequest,
  { database, currentSettings, isActive }: PrivateFileParts,
): Promise<TicketedFile | null> {
  const { id } = request.params as { readonly id: string }
  // The server reads queries itself, so this is their text.
  const ticket = new URLSearchParams(String(request.query ?? '')).get('ticket')
  if (!/^[1-9]\d{0,15}$/.test(id) || ticket === null) return null
  const owner = readTicket(await currentSettings(), Number(id), ticket)
  if (
    owner === null ||
    // Guard T74: a ticket ends with the session or the account it was given to.
    !(await isActive(owner))
  )
    return null
  const row = await database.query
    .selectFrom('attachment')
    .select(['url', 'name', 'storage'])
    .where('id', '=', Number(id))
    .executeTakeFirst()
  return row ?? null
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { url, name, storage }: TicketedFile,
  settings: Settings,
): Promise<FastifyReply> {
  const mode = cloudModeOf(storage)
  if (!mode) return sendStored(settings.upload.folder, url, 'no-store', request, reply)
  const object = objectKey(url)
  if (!object) return sendNotFound(request, reply)
  // Never by the public domain, from which everybody could have it.
  const way = pictureSuffix(object.suffix) ? 'inline' : 'attachment'
  const disposition = `${way}; filename*=UTF-8''${encodeFileName(name)}`
  const account = cloudAccount(settings, mode)
  const key = await hideObject(account, object.key)
  return reply.redirect(await signDownload(account, key, { seconds: ticketLife, disposition }), 302)
}
