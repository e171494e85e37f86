/** The states and actions of an open record; they load for tables that have them. */
import { lazy } from 'react'

const load = () => import('../machine/RecordMachine.tsx')

export const RecordMachine = lazy(async () => ({ default: (await load()).RecordMachine }))

/** Begins to load while the record is on its way. */
export const prepareMachine = (): void => void load()

/** What was done to it. */
export const RecordHistory = lazy(async () => ({ default: (await import('./history/RecordHistory.tsx')).RecordHistory }))
