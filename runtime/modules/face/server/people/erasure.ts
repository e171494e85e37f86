/** Erasure of people: nothing of the face is left, here and after a backup was restored. */
import {
  lockRows,
  nowSeconds,
  removeRows,
  type ContractCall,
  type MemberErasure,
  type Scope as AnyScope,
} from 'tablewright/server'
import { personOptions } from '#generated/face/options.ts'
import type { Effect, Scope, Transaction } from '#generated/face/server.ts'
import { t } from '../i18n.ts'
import { removeSnapshots, snapshotsOf } from '../records/snapshots.ts'
import { noteErased } from './tombstone-list.ts'

type AnyTransaction = Parameters<MemberErasure['erase']>[0]['trx']

/** The row of an erased person: records lose their person, and the row says that there was one. */
const emptyPerson = (scope: Pick<Scope, 'language'>, id: number) => ({
  name: t(scope.language, 'person.erased', { id }),
  person_no: null,
  department: null,
  consent_time: null,
  consent_by: null,
  consent_version: null,
  templates: 0,
  quality: null,
  enrolled_at: null,
  similar_to_id: null,
  user_id: null,
  erased_at: nowSeconds(),
})

/** Removes what belongs to a person who is locked: templates, pictures, and every reference. In the order of locks. */
async function eraseFace(scope: Scope, trx: Transaction, id: number): Promise<void> {
  // Before their records lose the person.
  const snapshots = await snapshotsOf(trx, [id]).execute()
  const users = await idsOf(trx, 'face_device_user', id)
  if (users.length > 0)
    await trx.updateTable('face_device_user').set({ person_id: null }).where('id', 'in', users).execute()
  const records = await idsOf(trx, 'face_record', id)
  if (records.length > 0)
    await trx.updateTable('face_record').set({ person_id: null, distance: null }).where('id', 'in', records).execute()
  await removeSnapshots(trx, snapshots)
  await removeTemplates(trx, id)
  const views = await idsOf(trx, 'face_view_log', id)
  if (views.length > 0)
    await trx.updateTable('face_view_log').set({ person_id: null }).where('id', 'in', views).execute()
  await removeFormerValues(scope, trx, id)
}

/** Rows of a person. Where there are none, nothing is written, and therefore nothing locked. */
async function idsOf(
  trx: Transaction,
  table: (typeof owned)[number]['table'],
  person: number,
): Promise<readonly number[]> {
  const rows = await trx.selectFrom(table).select('id').where('person_id', '=', person).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

async function removeTemplates(trx: Transaction, person: number): Promise<void> {
  const templates = await trx
    .selectFrom('face_template')
    .select(['id', 'vector'])
    .where('person_id', '=', person)
    .orderBy('id')
    .execute()
  // A file of the database keeps deleted bytes until they are used again: they are overwritten first.
  for (const { id, vector } of templates)
    await trx
      .updateTable('face_template')
      .set({ vector: '0'.repeat(vector.length) })
      .where('id', '=', id)
      .execute()
  const ids = templates.map(({ id }) => id)
  if (ids.length > 0) await trx.deleteFrom('face_template').where('id', 'in', ids).execute()
}

/** Former values that rules of the site have kept. */
async function removeFormerValues(scope: Scope, trx: Transaction, id: number): Promise<void> {
  // Every database has the system's tables; the core knows those of a module at run time only.
  const system = trx as unknown as SystemTransaction
  for (const table of ['data_recycle_log', 'sensitive_data_log'] as const) {
    // Guard T13: former values of an erased person are not kept.
    const rows = await system
      .selectFrom(table)
      .select('id')
      .where('entity', '=', 'face/person')
      .where('record_id', '=', id)
      .execute()
    const ids = rows.map((row) => row.id)
    await removeRows(scope.database, system, table, ids)
  }
}

interface FormerValue {
  readonly id: number
  readonly entity: string
  readonly record_id: number
}
type SystemTransaction = import('kysely').Transaction<{
  readonly data_recycle_log: FormerValue
  readonly sensitive_data_log: FormerValue
}>

/** The action of the state machine: the row is locked, and its new state is written. */
export const erasePerson: Effect<'face/person', 'erase'> = async ({ scope, trx, row, set, afterCommit }) => {
  // The scope of an effect is that of the module, which its type does not say.
  const own = scope as unknown as Scope
  await eraseFace(own, trx, row.id)
  set(emptyPerson(own, row.id))
  afterCommit(() => noteErasure(own, [row]))
}

/** Follows the erasure of people: the list of the data folder, and people who were said to look like them. */
async function noteErasure(scope: Scope, people: readonly { readonly reference: string | null }[]): Promise<void> {
  const references = people.flatMap(({ reference }) => (reference === null ? [] : [reference]))
  if (references.length > 0) await noteErased(scope.settings, references)
  await scope.database.write((trx) => forgetSimilar(scope, trx))
}

/** Nobody is said to look like somebody who was erased: that is known from both faces. */
export async function forgetSimilar(scope: Scope, trx: Transaction): Promise<void> {
  const rows = await trx
    .selectFrom('face_person as p')
    .innerJoin('face_person as other', 'other.id', 'p.similar_to_id')
    .select('p.id')
    .where('other.status', '=', personOptions.status.erased)
    .orderBy('p.id')
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return
  await lockRows(scope, trx, 'face/person', ids, 'write')
  await trx.updateTable('face_person').set({ similar_to_id: null }).where('id', 'in', ids).execute()
}

/** Erases people outside of the action: with their accounts, or again after a backup was restored. */
export async function eraseRows(scope: Scope, trx: Transaction, ids: readonly number[]): Promise<void> {
  for (const id of [...ids].sort((a, b) => a - b)) {
    await eraseFace(scope, trx, id)
    await trx
      .updateTable('face_person')
      .set(({ eb }) => ({
        ...emptyPerson(scope, id),
        status: personOptions.status.erased,
        version: eb('version', '+', 1),
      }))
      .where('id', '=', id)
      .execute()
  }
}

// The core knows the tables of a module at run time only.
const ownScope = (scope: AnyScope): Scope => scope as unknown as Scope
// As above.
const ownTrx = (trx: AnyTransaction): Transaction => trx as unknown as Transaction

async function personOfMember(query: Pick<Transaction, 'selectFrom'>, members: readonly number[]) {
  return query
    .selectFrom('face_person')
    .select(['id', 'reference', 'status', 'templates', 'consent_time', 'enrolled_at'])
    .where('user_id', 'in', [...members])
    .orderBy('id')
    .execute()
}

async function idsOfMembers(query: Pick<Transaction, 'selectFrom'>, members: readonly number[]): Promise<number[]> {
  return (await personOfMember(query, members)).map(({ id }) => id)
}

/** Tables whose rows belong to a person. */
const owned = [
  { entity: 'face/device_user', table: 'face_device_user' },
  { entity: 'face/record', table: 'face_record' },
  { entity: 'face/snapshot', table: 'face_snapshot' },
  { entity: 'face/template', table: 'face_template' },
  { entity: 'face/view_log', table: 'face_view_log' },
] as const

/** Deleting a member erases the face of the member. */
export const faceErasure: MemberErasure = {
  async describe(scope, member) {
    const rows = await personOfMember(ownScope(scope).database.query, [member])
    return { lines: rows.length > 0 ? [t(scope.language, 'erase.member')] : [], refusals: [] }
  },
  async export(scope, member) {
    const rows = await personOfMember(ownScope(scope).database.query, [member])
    // Guard T10: an export says that there are templates, not what they are.
    const people = rows.map(({ status, templates, consent_time, enrolled_at }) => ({
      status,
      templates,
      consent_time,
      enrolled_at,
    }))
    return people.length > 0 ? [{ name: 'face/person', rows: people }] : []
  },
  locks: [
    {
      entity: 'face/person',
      lock: async ({ scope, trx }, members) =>
        lockRows(scope, trx, 'face/person', await idsOfMembers(ownTrx(trx), members), 'write'),
    },
    ...owned.map(({ entity, table }) => ({
      entity,
      lock: async ({ scope, trx }: ContractCall, members: readonly number[]) => {
        const people = await idsOfMembers(ownTrx(trx), members)
        if (people.length === 0) return
        const rows =
          table === 'face_snapshot'
            ? await snapshotsOf(ownTrx(trx), people).execute()
            : await ownTrx(trx).selectFrom(table).select('id').where('person_id', 'in', people).execute()
        const ids = rows.map(({ id }) => id)
        await lockRows(scope, trx, entity, ids, 'write')
      },
    })),
  ],
  async erase({ scope, trx }, member) {
    const rows = await personOfMember(ownTrx(trx), [member])
    const ids = rows.map(({ id }) => id)
    await eraseRows(ownScope(scope), ownTrx(trx), ids)
    if (ids.length > 0) scope.database.afterCommit(() => noteErasure(ownScope(scope), rows))
  },
}
