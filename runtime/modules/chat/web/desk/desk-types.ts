/** Types of the service desk, and its one question about keys. */
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

/** Whether a key belongs to a text, or to a shortcut of the browser. */
export function isWriting(event: KeyboardEvent): boolean {
  const { target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  return target instanceof HTMLElement && target.closest('input, textarea, select, [role=dialog], [role=menu]') !== null
}
