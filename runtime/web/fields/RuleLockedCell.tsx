import type { ComponentType } from 'react'
import { useSnapshot } from 'valtio'
import { canEvaluate, evaluateRule, type RuleModel, type TableModel } from '../../protocol/index.ts'
import { factsOf, isJudgeable } from './rule-facts.ts'
import { useMinute } from '../core/react/use-minute.ts'
import { session } from '../core/auth/session.ts'
import type { CellProps } from './renderer.ts'
import { useT } from './rule-locked-texts.ts'

export interface RuleLockedCellProps extends CellProps {
  readonly model: TableModel
  readonly rule: RuleModel
  readonly Cell: ComponentType<CellProps>
}

/** A cell that can be changed in place unless a rule of the record forbids it; then it explains why. */
export function RuleLockedCell({ model, rule, Cell: Renderer, ...props }: RuleLockedCellProps) {
  const t = useT()
  const { id, super: isSuper } = useSnapshot(session).admin
  const facts = factsOf(model, props.row, { id, super: isSuper }, useMinute())
  const isFixed = isJudgeable(model, props.row, rule) && canEvaluate(rule, facts) && evaluateRule(rule, facts)
  return (
    <Renderer
      {...props}
      lockedReason={isFixed ? t('fixed', { field: props.field.label[props.locale.language] }) : undefined}
    />
  )
}
