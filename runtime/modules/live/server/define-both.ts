/** Makes routes that teachers and pupils have alike, for those who may be in the room. */
import type { Member } from 'tablewright/server'
import type { AnswerOf, ApiSchema, InputOf, ObjectSchema, Text } from 'tablewright/protocol'
import type { Scope } from '#generated/live/server.ts'
import type { BothContracts } from '../shared/for-both.ts'
import type { Person } from '../shared/person.ts'
import { defineLiveRoute } from './define-route.ts'
import { missingRoom, teachRight, type Room } from './room.ts'
import { enter } from './topics.ts'

interface Entered<Input> {
  readonly scope: Scope
  readonly room: Room
  readonly person: Person
  readonly input: Input
}

interface Both<Schema extends ObjectSchema, Answer extends ApiSchema> {
  readonly label: Text
  readonly maxPerMinute: number
  readonly handler: (call: Entered<InputOf<Schema>>) => Promise<AnswerOf<Answer>>
}

/** A route of teachers and pupils, for those who may be in the room. */
export function defineBoth<Schema extends ObjectSchema, Answer extends ApiSchema, Sending extends 'GET' | 'POST'>(
  { staff, pupil }: BothContracts<Schema, Answer, Sending>,
  { label, maxPerMinute, handler }: Both<Schema, Answer>,
) {
  const run = async (call: { scope: Scope; member: Member | null; input: unknown }): Promise<AnswerOf<Answer>> => {
    const input = call.input as InputOf<Schema> & { readonly room: number }
    const entered = await enter(call, input.room)
    if (!entered) throw missingRoom(call.scope)
    return handler({ scope: call.scope, input, ...entered })
  }
  const rest = { label, maxPerMinute, handler: run, ...(staff.method === 'POST' && { transaction: 'own' as const }) }
  return [
    // The handler takes what the contract of both routes declares.
    defineLiveRoute(staff, { ...rest, login: 'admin', right: teachRight } as never),
    // As above.
    defineLiveRoute(pupil, { ...rest, login: 'member', right: null } as never),
  ]
}
