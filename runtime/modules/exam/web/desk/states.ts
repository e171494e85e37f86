/** States of candidates as the desk shows them, and what can be done in each. */
import type { Candidate } from './use-desk.ts'

export const shownStates = ['absent', 'working', 'offline', 'submitted'] as const
type ShownState = (typeof shownStates)[number] | 'void'
export type Filter = 'all' | (typeof shownStates)[number]
export type CandidateAction = 'extend' | 'message' | 'force'
export type Rights = Readonly<Record<CandidateAction | 'invite', boolean>>

/** Offline is a state of its own: it asks for a look. */
export function shownState({ state, isOnline }: Pick<Candidate, 'state' | 'isOnline'>): ShownState {
  if (state === 'void') return 'void'
  if (state === 'working') return isOnline ? 'working' : 'offline'
  return state === 'submitted' ? 'submitted' : 'absent'
}

/** Whether this can be done for the candidate now. */
export const canDo = ({ state, canExtend }: Candidate, action: CandidateAction): boolean =>
  action === 'extend' ? canExtend : state === 'working'
