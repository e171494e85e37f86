/** Files of a room: images of its board, and materials. Both are private, and opened with tickets. */
import { randomBytes } from 'node:crypto'
import {
  discardFiles,
  fileTicket,
  nowSeconds,
  OperationError,
  ticketOwnerOf,
  type TicketOwner,
  type UploadCall,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Scope } from '#generated/live/server.ts'
import { readHolder, type Person } from '../../shared/person.ts'
import { maxMaterialText } from '../../shared/material-routes.ts'
import { passagesOf } from '../assistant/search.ts'
import { t } from '../i18n.ts'
import { missingRoom, storedStatus, type Room } from '../room.ts'
import { append, currentState, openRoom } from '../store/log.ts'

type StoredFile = UploadCall<unknown, Database>['file']

const newCode = (): string => randomBytes(16).toString('hex')

/** @returns the code by which a page of the board names the image */
export async function storePicture(scope: Scope, room: Room, admin: number, file: StoredFile) {
  const code = newCode()
  await scope.database.write((trx) =>
    trx
      .insertInto('live_page')
      .values({ room_id: room.id, code, url: file.url, admin_id: admin, create_time: nowSeconds(), version: 1 })
      .execute(),
  )
  return { code }
}

/** @throws an OperationError where the room is cancelled */
export function requireTakingPlace({ language }: Scope, room: Room): void {
  if (storedStatus(room) === 'cancelled')
    throw new OperationError('bad_state', { sentence: t(language, 'refusal.not.live') })
}

export async function storeMaterial(scope: Scope, room: Room, person: Person, admin: number, file: StoredFile) {
  const name = [...file.name].slice(0, 100).join('')
  return scope.database.write(async (trx) => {
    const open = await openRoom(scope, trx, room.id)
    if (!open) throw missingRoom(scope)
    const { id } = await trx
      .insertInto('live_material')
      .values({
        room_id: room.id,
        code: newCode(),
        url: file.url,
        name,
        size: file.size,
        mime: file.mimetype,
        admin_id: admin,
        create_time: nowSeconds(),
        version: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await append(open, { kind: 'material', person: person.holder, payload: { material: id, name, size: file.size } })
    return { material: id }
  })
}

/** Adds the text of a page of a material, which replaces what was there. */
export async function storePassages(scope: Scope, room: Room, material: number, page: number, text: string) {
  await scope.database.write(async (trx) => {
    const row = await trx
      .selectFrom('live_material')
      .select('id')
      .where('id', '=', material)
      .where('room_id', '=', room.id)
      .executeTakeFirst()
    if (!row) throw new OperationError('not_found', { sentence: t(scope.language, 'material.missing') })
    const passages = await trx
      .selectFrom('live_passage')
      .select('content')
      .where('material_id', '=', material)
      .execute()
    const length = passages.reduce((sum, { content }) => sum + content.length, text.length)
    if (length > maxMaterialText)
      throw new OperationError('bad_state', { sentence: t(scope.language, 'material.long') })
    const values = passagesOf(text).map((content, place) => ({
      room_id: room.id,
      material_id: material,
      page,
      place,
      content,
      version: 1,
    }))
    if (values.length > 0)
      await trx
        .insertInto('live_passage')
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  })
}

export async function removeMaterial(scope: Scope, room: Room, person: Person, material: number): Promise<void> {
  await scope.database.write(async (trx) => {
    const open = await openRoom(scope, trx, room.id)
    const row = await trx
      .selectFrom('live_material')
      .select(['id', 'url'])
      .where('id', '=', material)
      .where('room_id', '=', room.id)
      .executeTakeFirst()
    if (!open || !row) throw new OperationError('not_found', { sentence: t(scope.language, 'material.missing') })
    await trx.deleteFrom('live_material').where('id', '=', material).execute()
    await trx.deleteFrom('live_passage').where('material_id', '=', material).execute()
    await append(open, { kind: 'material.remove', person: person.holder, payload: { material } })
    // The core knows the tables of a module at run time only.
    await discardFiles(scope, trx as never, [row.url])
  })
}

/** Addresses of the images on the board, for visitors: nothing else of a room is open to them. */
export async function readBoardImages(scope: Scope, room: Room) {
  const { pages } = await currentState(scope, room)
  const codes = pages.flatMap(({ picture }) => picture ?? [])
  if (codes.length === 0) return { pictures: [], materials: [] }
  const rows = await scope.database.query
    .selectFrom('live_page')
    .select(['code', 'url'])
    .where('room_id', '=', room.id)
    // Guard T12: visitors see what is on the board, not what a teacher has uploaded besides.
    .where('code', 'in', codes)
    .execute()
  const pictures = await Promise.all(
    rows.map(async ({ code, url }) => ({
      code: code ?? '',
      // The core knows the tables of a module at run time only.
      address: (await fileTicket(scope as never, url, { kind: 'visitor' })) ?? '',
    })),
  )
  return { pictures, materials: [] }
}

/** Addresses of all files, for somebody who may be in the room. */
export async function readFiles(scope: Scope, room: Room, owner: TicketOwner | null) {
  const { query } = scope.database
  const pages = await query.selectFrom('live_page').select(['code', 'url']).where('room_id', '=', room.id).execute()
  const materials = await query
    .selectFrom('live_material')
    .select(['id', 'url'])
    .where('room_id', '=', room.id)
    .execute()
  // The core knows the tables of a module at run time only.
  const addressOf = async (url: string) => (owner ? ((await fileTicket(scope as never, url, owner)) ?? '') : '')
  return {
    pictures: await Promise.all(
      pages.map(async ({ code, url }) => ({ code: code ?? '', address: await addressOf(url) })),
    ),
    materials: await Promise.all(materials.map(async ({ id, url }) => ({ id, address: await addressOf(url) }))),
  }
}

/** Tickets are for the account that asks. */
export function ticketHolderOf({ actor }: Scope, name: string): TicketOwner | null {
  const holder = readHolder(name)
  return ticketOwnerOf({ actor, member: holder?.kind === 'user' ? { id: holder.id } : null })
}
