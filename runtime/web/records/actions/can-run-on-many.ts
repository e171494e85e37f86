/** Apart from the inputs of actions: lists ask before any form is loaded. */
import { holdsLines } from '../../../protocol/index.ts'
import type { ActionRequest } from './action-host.ts'

/** False for an action that requires lines or one of the postings of each record. */
export function canRunOnMany({ input }: ActionRequest['action']): boolean {
  return !input.some((candidate) => (holdsLines(candidate) || candidate.widget === 'posting') && candidate.required)
}
