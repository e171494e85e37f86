/** The parts of a list that know states and actions. They load for tables that have them. */
import type { RuledCellProps } from '../../fields/ruled/RuledCell.tsx'
import { later } from '../../loading/lazy-component.tsx'

const load = () => import('./index.ts')

export const RowMachine = later(async () => (await load()).RowMachine)
export const BatchMachine = later(async () => (await load()).BatchMachine)
export const ListStage = later(async () => (await load()).ListStage)

/** A cell of a field that a rule may lock. */
export const RuledCell = later(async () => (await import('../../fields/ruled/RuledCell.tsx')).RuledCell, FixedCell)

/** Until the rule can be judged nothing is changed. */
function FixedCell({ look: Look, model: _model, rule: _rule, ...props }: RuledCellProps) {
  return <Look {...props} change={null} />
}
