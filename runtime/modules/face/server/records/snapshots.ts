/** Pictures of faces: small, encrypted, with an end; a view of one is logged. */
import { nowSeconds } from 'tablewright/server'
import type { Scope, Transaction } from '#generated/face/server.ts'
import { encodeFace, type Pixels } from '../engine/picture.ts'
import { snapshotDays } from '../library/settings.ts'

type Secrets = Pick<Scope, 'settings'>

const nameOf = (subject: string): string => `face picture ${subject}`

/** The picture of an enrolment has no end of its own: it goes with the person. */
const never = 253_402_300_799

/** A picture of a record, or of a person's enrolment. */
export type Subject = { readonly record: number; readonly person: number | null } | { readonly person: number }

const keyOf = (subject: Subject): string =>
  'record' in subject ? `record ${subject.record}` : `person ${subject.person}`

/** Stores the picture of a face. */
export async function addSnapshot(scope: Scope, trx: Transaction, subject: Subject, jpeg: Buffer): Promise<void> {
  const now = nowSeconds()
  const isRecord = 'record' in subject
  await trx
    .insertInto('face_snapshot')
    .values({
      record_id: isRecord ? subject.record : null,
      person_id: subject.person,
      subject: keyOf(subject),
      // Guard T10: pictures of faces are encrypted.
      picture: scope.settings.secrets.seal(nameOf(keyOf(subject)), jpeg.toString('base64')),
      expires: isRecord ? now + snapshotDays(scope) * 86_400 : never,
      create_time: now,
      version: 1,
    })
    .execute()
}

/** The picture as an address of data; "" where there is none any more. */
export async function readSnapshot(
  { settings, database }: Secrets & Pick<Scope, 'database'>,
  subject: Subject,
): Promise<string> {
  const query = database.query.selectFrom('face_snapshot').select('picture').where('expires', '>=', nowSeconds())
  const row = await (
    'record' in subject
      ? query.where('record_id', '=', subject.record)
      : query.where('person_id', '=', subject.person).where('record_id', 'is', null)
  )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return ''
  return `data:image/jpeg;base64,${settings.secrets.open(nameOf(keyOf(subject)), row.picture)}`
}

/** Logs that an administrator has seen a picture. */
export async function logView(
  { actor, origin }: Pick<Scope, 'actor' | 'origin'>,
  trx: Transaction,
  view: { readonly kind: 1 | 2; readonly record: number | null; readonly person: number | null },
): Promise<void> {
  await trx
    .insertInto('face_view_log')
    .values({
      admin_id: actor?.id ?? null,
      kind: view.kind,
      record_id: view.record,
      person_id: view.person,
      ip: origin?.ip ?? null,
      create_time: nowSeconds(),
      version: 1,
    })
    .execute()
}

export const jpegOf = (aligned: Pixels): Promise<Buffer> => encodeFace(aligned)

/**
 * Pictures of a person: of the enrolment, and of records. A record may have been assigned to the person after its
 * picture was stored.
 */
export const snapshotsOf = (trx: Transaction, people: readonly number[]) =>
  trx
    .selectFrom('face_snapshot')
    .select(['id', 'picture'])
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('person_id', 'in', people),
        eb('record_id', 'in', selectFrom('face_record').select('id').where('person_id', 'in', people)),
      ]),
    )
    .orderBy('id')

/** Pictures whose time is over. */
export const expiredSnapshots = (trx: Transaction) =>
  trx.selectFrom('face_snapshot').select(['id', 'picture']).where('expires', '<', nowSeconds()).orderBy('id').limit(500)

/** Overwrites pictures and deletes them: a file of the database keeps deleted bytes until they are used again. */
export async function removeSnapshots(
  trx: Transaction,
  rows: readonly { readonly id: number; readonly picture: string }[],
): Promise<void> {
  for (const { id, picture } of rows)
    await trx
      .updateTable('face_snapshot')
      .set({ picture: '0'.repeat(picture.length) })
      .where('id', '=', id)
      .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await trx.deleteFrom('face_snapshot').where('id', 'in', ids).execute()
}
