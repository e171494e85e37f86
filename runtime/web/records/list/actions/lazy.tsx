/** The parts of a list that know states and actions. They load for tables that have them. */
import type { RuleLockedCellProps } from '../../../fields/RuleLockedCell.tsx'
import { lazyComponent } from '../../../core/loading/lazy-component.tsx'
import type { RowMachineProps } from './RowMachine.tsx'

const load = () => import('./index.ts')

export const RowMachine = lazyComponent<RowMachineProps>(async () => (await load()).RowMachine)
export const BatchMachine = lazyComponent(async () => (await load()).BatchMachine)
export const ListActionHost = lazyComponent(async () => (await load()).ListStage)

/** A cell of a field that a rule may lock. */
export const RuleLockedCell = lazyComponent(
  async () => (await import('../../../fields/RuleLockedCell.tsx')).RuleLockedCell,
  FixedCell,
)

/** Until the rule can be judged nothing is changed. */
function FixedCell({ Cell: Renderer, model: _model, rule: _rule, ...props }: RuleLockedCellProps) {
  return <Renderer {...props} change={null} />
}
