/** Consequences of some events beside the state: columns of the room, and topics that are closed for somebody. */
import { recheckTopic } from 'tablewright/server'
import { roomOptions } from '#generated/live/options.ts'
import type { Scope } from '#generated/live/server.ts'
import { mediaTopic, peopleTopic, privateTopic, roomTopic, type Intent } from '../../shared/events.ts'
import type { OpenRoom } from './log.ts'

const { yes, no } = roomOptions.chat

export async function afterIntent(_scope: Scope, { trx, room }: OpenRoom, intent: Intent): Promise<void> {
  if (intent.kind === 'policy') {
    // The next session begins with the rules of this one.
    const columns = Object.fromEntries(Object.entries(intent.payload).map(([name, isOn]) => [name, isOn ? yes : no]))
    await trx.updateTable('live_room').set(columns).where('id', '=', room.id).execute()
  }
  if (intent.kind === 'remove')
    for (const topic of [
      roomTopic(room.id),
      peopleTopic(room.id),
      mediaTopic(room.id),
      privateTopic(room.id, intent.payload.person),
    ])
      recheckTopic(topic)
}
