/** Images that members send with a request for a refund: nobody opens them but the member and who decides. */
import { randomBytes } from 'node:crypto'
import {
  discardFiles,
  fileTicket,
  nowSeconds,
  OperationError,
  type TicketOwner,
  type UploadCall,
} from 'tablewright/server'
import { refundPictures } from '../../shared/orders.ts'
import { t } from '../i18n.ts'
import type { ShopCall } from '../order.ts'
import type { Reading, Scope, Transaction } from '#generated/shop/server.ts'

export const pictureTypes = ['png', 'jpg', 'jpeg', 'webp', 'gif'] as const
export const pictureBytes = 5 * 1024 * 1024

/** Images of a member that no request has so far. */
const maxFree = refundPictures * 3
/** Seconds after which an image that no request has is deleted. */
const freeLife = 86_400
const maxName = 100
const batch = 500

/** @throws an OperationError once a member has uploaded so many that no request has */
export async function refuseMany({ language }: Pick<Scope, 'language'>, query: Reading, member: number): Promise<void> {
  const { count } = await query
    .selectFrom('shop_refund_file')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', member)
    .where('refund_id', 'is', null)
    .executeTakeFirstOrThrow()
  // Guard T52: a member has so many images that no request has.
  if (Number(count) >= maxFree) throw new OperationError('bad_state', { sentence: t(language, 'refund.files') })
}

/** @returns its code, which goes with the request */
export async function storeFile(
  trx: Transaction,
  member: number,
  { url, name, size }: UploadCall<object>['file'],
): Promise<{ readonly code: string; readonly name: string }> {
  const code = randomBytes(16).toString('hex')
  const short = [...name].slice(0, maxName).join('')
  await trx
    .insertInto('shop_refund_file')
    .values({ user_id: member, refund_id: null, code, url, name: short, size, create_time: nowSeconds(), version: 1 })
    .execute()
  return { code, name: short }
}

/** Makes uploaded images those of a refund. @throws an OperationError `invalid` for codes that are not the member's */
export async function attachFiles(
  { scope, trx }: ShopCall,
  member: number,
  refund: number,
  codes: readonly string[],
): Promise<void> {
  if (codes.length === 0) return
  const { numUpdatedRows } = await trx
    .updateTable('shop_refund_file')
    .set({ refund_id: refund })
    .where('code', 'in', [...new Set(codes)])
    // Guard T20: images of other members do not exist.
    .where('user_id', '=', member)
    .where('refund_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) < new Set(codes).size)
    throw new OperationError('invalid', { errors: { files: t(scope.language, 'refund.file') } })
}

export interface ShownFile {
  readonly url: string
  readonly name: string
}

/** Images of refunds by refund, at addresses that the owner of the request can open for ten minutes. */
export async function filesOf(
  scope: Scope,
  query: Reading,
  refunds: readonly number[],
  owner: TicketOwner | null,
): Promise<ReadonlyMap<number, readonly ShownFile[]>> {
  const files = new Map<number, ShownFile[]>()
  if (refunds.length === 0 || owner === null) return files
  const rows = await query
    .selectFrom('shop_refund_file')
    .select(['refund_id', 'url', 'name'])
    .where('refund_id', 'in', [...refunds])
    .orderBy('id')
    .execute()
  // The scope of any module; only the types of its tables differ.
  const ticketScope = scope as unknown as Parameters<typeof fileTicket>[0]
  for (const { refund_id: refund, url, name } of rows) {
    const address = await fileTicket(ticketScope, url, owner)
    if (refund !== null && address !== null) files.set(refund, [...(files.get(refund) ?? []), { url: address, name }])
  }
  return files
}

/** Deletes images with their files. */
export async function removeFiles({ scope, trx }: ShopCall, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await trx
    .deleteFrom('shop_refund_file')
    .where('id', 'in', [...ids])
    .returning('url')
    .execute()
  await discardFiles(
    scope,
    // Every database has the tables of files.
    trx as never,
    rows.map(({ url }) => url),
  )
}

/** Deletes what nobody sent with a request within a day. */
export async function removeFreeFiles(call: ShopCall): Promise<void> {
  const rows = await call.trx
    .selectFrom('shop_refund_file')
    .select('id')
    .where('refund_id', 'is', null)
    .where('create_time', '<', nowSeconds() - freeLife)
    .orderBy('id')
    .limit(batch)
    .execute()
  await removeFiles(
    call,
    rows.map(({ id }) => id),
  )
}
