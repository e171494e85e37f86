/** Private messages in a lesson: they are no events, so that no log, topic or replay has them. */
import { hintTopic, nowMilliseconds, nowSeconds, OperationError } from 'tablewright/server'
import type { Scope, Transaction } from '#generated/live/server.ts'
import { privateTopic } from '../../shared/events.ts'
import { readHolder, type Person } from '../../shared/person.ts'
import { mayWritePrivately } from '../../shared/rights.ts'
import { t } from '../i18n.ts'
import type { Room } from '../room.ts'
import { currentState } from './log.ts'

const maxMessages = 500

/** Messages that the person wrote or received, in order. */
export async function readPrivate({ database }: Pick<Scope, 'database'>, room: number, { holder }: Person) {
  const rows = await database.query
    .selectFrom('live_private_message')
    .select(['id', 'sender', 'receiver', 'content', 'at_ms', 'client'])
    .where('room_id', '=', room)
    // Guard T12: others do not see what two write to each other.
    .where((eb) => eb.or([eb('sender', '=', holder), eb('receiver', '=', holder)]))
    .orderBy('id', 'desc')
    .limit(maxMessages)
    .execute()
  return rows.toReversed().map(({ id, sender, receiver, content, at_ms, client }) => ({
    id,
    sender: sender ?? '',
    receiver: receiver ?? '',
    text: content,
    time: at_ms ?? 0,
    // Only who has sent it knows it by that number.
    client: sender === holder ? (client ?? '') : '',
  }))
}

interface NewPrivate {
  readonly person: string
  readonly text: string
  readonly client: string
}

async function findReceiver(scope: Scope, room: Room, holder: string): Promise<Person> {
  const row = await scope.database.query
    .selectFrom('live_presence')
    .select('id')
    .where('room_id', '=', room.id)
    .where('holder', '=', holder)
    .limit(1)
    .executeTakeFirst()
  const isTeacher = holder === `admin:${room.teacher_id}`
  // Guard T34: only people of this lesson can be written to, whatever ids there are.
  if (!row && !isTeacher) throw new OperationError('bad_state', { sentence: t(scope.language, 'private.person') })
  const isAdmin = readHolder(holder)?.kind === 'admin'
  return { holder, role: isTeacher ? 'teacher' : isAdmin ? 'assistant' : 'pupil' }
}

export async function sendPrivate(scope: Scope, room: Room, sender: Person, message: NewPrivate): Promise<void> {
  const text = message.text.trim()
  if (text === '' || (scope.wordFilter && scope.wordFilter.check(scope.settings, text).level !== null))
    throw new OperationError('invalid', {
      errors: { text: t(scope.language, text === '' ? 'refusal.malformed' : 'refusal.words') },
    })
  const receiver = await findReceiver(scope, room, message.person)
  const state = await currentState(scope, room)
  // Guard T12: pupils write to each other where the teacher lets them.
  if (!mayWritePrivately(state, sender, receiver))
    throw new OperationError('bad_state', { sentence: t(scope.language, 'private.off') })
  await scope.database.write(async (trx: Transaction) => {
    const added = await trx
      .insertInto('live_private_message')
      .values({
        room_id: room.id,
        session_id: room.session_id,
        sender: sender.holder,
        receiver: receiver.holder,
        content: text,
        client: message.client,
        at_ms: nowMilliseconds(),
        create_time: nowSeconds(),
        version: 1,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (added) for (const { holder } of [sender, receiver]) hintTopic(privateTopic(room.id, holder))
  })
}
