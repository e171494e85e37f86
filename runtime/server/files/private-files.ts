/**
 * Private files: those that a private field of any record has had. Their own addresses lead nowhere; they are opened by
 * a ticket, which the server gives to those to whom it sends the record. A file that public records have as well stays
 * private.
 */
import { isStoredAddress } from '../../protocol/index.ts'
import { nowSeconds } from '../core/clock.ts'
import { CommitCache, type Transaction } from '../db/index.ts'
import { insertMissing } from '../db/insert-missing.ts'
import type { SecretBox } from '../settings/secret-box.ts'
import type { SystemDatabase, SystemTransaction } from '../operation/access/system-tables.ts'

/** Makes the files of these addresses private, for good. Addresses of other sites are none of ours. */
export async function makePrivate(trx: Transaction, addresses: Iterable<string>): Promise<void> {
  // In one order, so that no two transactions wait for each other.
  const urls = [...new Set(addresses)].filter(isStoredAddress).sort()
  const create_time = nowSeconds()
  await insertMissing(
    // Every database has the system's tables.
    trx as unknown as SystemTransaction,
    'private_file',
    urls.map((url) => ({ url, create_time, version: 1 })),
  )
}

/** Addresses whose state is kept until the next commit: pictures of a page are asked for one by one. */
const maxKnown = 2000

/** @returns whether the file of an address is private */
export function createPrivacyTest(database: SystemDatabase): (url: string) => Promise<boolean> {
  const states = new CommitCache<{ readonly isPrivate: boolean }>(() => database.version(), { max: maxKnown })
  return async (url) => {
    const { isPrivate } = await states.of(url, async () => {
      const row = await database.query.selectFrom('private_file').select('id').where('url', '=', url).executeTakeFirst()
      return { isPrivate: row !== undefined }
    })
    return isPrivate
  }
}

/**
 * The holder of a ticket, who may open its file: an administrator in a session, a member, or whoever has the address,
 * for files that a module shows to visitors.
 */
export type TicketOwner =
  | { readonly kind: 'admin'; readonly id: number; readonly session: number }
  | { readonly kind: 'user'; readonly id: number }
  | { readonly kind: 'visitor' }

/** The account of a request, as tickets know it; null for those that have no session. */
export function ticketOwnerOf({
  actor,
  member,
}: {
  readonly actor: { readonly id: number | null; readonly account?: { readonly session: number | null } } | null
  readonly member?: { readonly id: number } | null
}): TicketOwner | null {
  if (member) return { kind: 'user', id: member.id }
  const session = actor?.account?.session ?? null
  return actor && actor.id !== null && session !== null ? { kind: 'admin', id: actor.id, session } : null
}

/** Seconds for which a ticket is good. */
export const ticketLife = 600

const ticketName = (file: number): string => `file ticket ${file}`

/**
 * The address under which the owner can open the file for ten minutes.
 * @param file id of the attachment
 */
export function ticketAddress({ secrets }: { readonly secrets: SecretBox }, file: number, owner: TicketOwner): string {
  const { kind } = owner
  const id = 'id' in owner ? owner.id : null
  const session = 'session' in owner ? owner.session : null
  const sealed = secrets.seal(ticketName(file), JSON.stringify([kind, id, session, nowSeconds() + ticketLife]))
  return `/file/${file}?ticket=${Buffer.from(sealed, 'base64').toString('base64url')}`
}

/** Longest ticket, in characters. */
const maxTicket = 400

/** Whose ticket it is; null when it is none for this file, or its time is over. */
export function readTicket(
  { secrets }: { readonly secrets: SecretBox },
  file: number,
  ticket: string,
): TicketOwner | null {
  const bytes = Buffer.from(ticket.slice(0, maxTicket), 'base64url')
  // Other spellings of the same bytes are none.
  if (bytes.toString('base64url') !== ticket) return null
  try {
    const sealed = bytes.toString('base64')
    const [kind, id, session, expires] = JSON.parse(secrets.open(ticketName(file), sealed)) as [
      TicketOwner['kind'],
      number | null,
      number | null,
      number,
    ]
    const now = nowSeconds()
    // Guard T74: a ticket of a private file is good for ten minutes.
    // Without: void [now, ticketLife, expires]
    if (expires <= now || expires > now + ticketLife) return null
    if (kind === 'visitor') return { kind }
    return kind === 'admin' ? { kind, id: id ?? 0, session: session ?? 0 } : { kind, id: id ?? 0 }
  } catch {
    return null
  }
}

/**
 * The address under which the owner can open a stored file for ten minutes, for modules that decide who may: buyers of
 * a download, participants of a lesson, visitors who listen to it.
 * @param url the stored address
 * @returns null when there is no such file
 */
export async function fileTicket(
  { database, settings }: { readonly database: SystemDatabase; readonly settings: { readonly secrets: SecretBox } },
  url: string,
  owner: TicketOwner,
): Promise<string | null> {
  const row = await database.query.selectFrom('attachment').select('id').where('url', '=', url).executeTakeFirst()
  return row ? ticketAddress(settings, row.id, owner) : null
}
