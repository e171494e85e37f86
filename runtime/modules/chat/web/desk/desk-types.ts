/** Types of the service desk. */
import type { AnswerOf } from 'tablewright/protocol'
import type { deskActions, deskStateRoute, queueRoute } from '../../shared/desk-routes.ts'

export type Queue = AnswerOf<(typeof queueRoute)['answer']>
export type DeskState = AnswerOf<(typeof deskStateRoute)['answer']>

export interface ActionRequest {
  readonly action: (typeof deskActions)[number]
  readonly agent?: number
  readonly until?: number
  readonly note?: string
}
