/** The parts of a list that know states and actions. They load for tables that have them. */
import { lazy } from 'react'

const load = () => import('../machine/list.ts')

export const RowMachine = lazy(async () => ({ default: (await load()).RowMachine }))
export const BatchMachine = lazy(async () => ({ default: (await load()).BatchMachine }))
export const ListStage = lazy(async () => ({ default: (await load()).ListStage }))

/** A cell of a field that a rule may lock. */
export const RuledCell = lazy(async () => ({ default: (await import('../fields/ruled/RuledCell.tsx')).RuledCell }))
