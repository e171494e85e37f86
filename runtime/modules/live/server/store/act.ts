/** The doings of people in a lesson: each of their intents becomes an event, or is refused with a reason. */
import { countTry, limitKey, nowMilliseconds, undoTry } from 'tablewright/server'
import type { Scope, Transaction } from '#generated/live/server.ts'
import type { Intent } from '../../shared/events.ts'
import { isStaff, readHolder, type Person } from '../../shared/person.ts'
import { readIntent } from '../../shared/read-intent.ts'
import { judge, type Refusal } from '../../shared/rights.ts'
import { t } from '../i18n.ts'
import { statusOf } from '../room.ts'
import { noteTeacher } from './presence.ts'
import { append, openRoom, type OpenRoom } from './log.ts'
import { afterIntent } from './after-intent.ts'

/** As a client sends it. */
export interface SentIntent {
  readonly kind: string
  readonly client: string
  readonly payload: unknown
}

type Reason = Refusal | 'words' | 'fast' | 'malformed'

export interface IntentResult {
  readonly client: string
  /** Number of its event; null = refused. */
  readonly seq: number | null
  readonly reason: Reason | null
  /** For people. */
  readonly message: string
}

/** Messages of one person in a minute. */
const maxMessages = 30

interface Prepared {
  readonly client: string
  readonly intent: Intent | null
  readonly reason: Reason | null
}

/** Does the intents in their order. @returns null when there is no such room */
export async function performIntents(
  scope: Scope,
  room: number,
  person: Person,
  intents: readonly SentIntent[],
): Promise<readonly IntentResult[] | null> {
  const prepared: Prepared[] = []
  for (const { kind, client, payload } of intents) {
    const intent = readIntent(kind, payload)
    prepared.push({ client, intent, reason: intent === null ? 'malformed' : await refuseText(scope, person, intent) })
  }
  return scope.database.write(async (trx) => {
    const open = await openRoom(scope, trx, room)
    if (!open) return null
    // A teacher who does something is there.
    if (isStaff(person)) await noteTeacher(trx, room, nowMilliseconds())
    const results: IntentResult[] = []
    for (const entry of prepared) results.push(await perform(scope, open, person, entry))
    return results
  })
}

async function refuseText(scope: Scope, person: Person, intent: Intent): Promise<Reason | null> {
  if (intent.kind !== 'chat') return null
  const { database, settings, wordFilter } = scope
  if (wordFilter && wordFilter.check(settings, intent.payload.text).level !== null) return 'words'
  const holder = readHolder(person.holder)
  if (holder?.kind !== 'user') return null
  const rule = { windowSeconds: 60, captchaFrom: 0, maxFailures: maxMessages, wait: 60, maxWait: 60 }
  const key = limitKey('live messages', holder)
  // Guard T35: a member sends a number of messages in a minute.
  const { wait } = await countTry(database, [key], rule)
  return wait > 0 ? 'fast' : null
}

async function perform(scope: Scope, open: OpenRoom, person: Person, prepared: Prepared): Promise<IntentResult> {
  const { client, intent } = prepared
  const refused = (reason: Reason): IntentResult => ({
    client,
    seq: null,
    reason,
    message: t(scope.language, `refusal.${reason}`),
  })
  // A repetition is stored once.
  const own = `${person.holder}/${client}`
  const twin = await findSent(open.trx, open.room.id, own)
  if (twin !== null) {
    if (intent?.kind === 'chat' && prepared.reason === null) await uncount(open.trx, person)
    return { client, seq: twin, reason: null, message: '' }
  }
  if (intent === null || prepared.reason !== null) return refused(prepared.reason ?? 'malformed')
  // A lesson that its teacher has left is over before that has been noted.
  const isOver = open.state.status === 'live' && statusOf(open.room) !== 'live'
  const verdict = isOver ? 'not.live' : judge(open.state, person, intent)
  if (verdict === 'stored') return { client, seq: open.state.seq, reason: null, message: '' }
  if (verdict !== 'allowed') return refused(verdict)
  if (intent.kind === 'page.add' && !(await hasPicture(open, intent.payload.picture))) return refused('no.page')
  const { seq } = await append(open, { ...intent, person: person.holder, client: own })
  await afterIntent(scope, open, intent)
  return { client, seq, reason: null, message: '' }
}

/** Guard T12: a page shows an image of its own room, or none. */
async function hasPicture({ trx, room }: OpenRoom, code: string | null): Promise<boolean> {
  if (code === null) return true
  const row = await trx
    .selectFrom('live_page')
    .select('id')
    .where('room_id', '=', room.id)
    .where('code', '=', code)
    .executeTakeFirst()
  return row !== undefined
}

async function findSent(trx: Transaction, room: number, client: string): Promise<number | null> {
  const row = await trx
    .selectFrom('live_event')
    .select('seq')
    .where('room_id', '=', room)
    .where('client', '=', client)
    .executeTakeFirst()
  return row?.seq ?? null
}

async function uncount(trx: Transaction, person: Person): Promise<void> {
  const holder = readHolder(person.holder)
  if (holder?.kind === 'user') await undoTry(trx, [limitKey('live messages', holder)])
}
