/** A value that is taken back is written into its table, so it takes the right to write there and that of the log. */
import { actionOf, nodeOf, type ActionName, type TableModel } from '../../../protocol/index.ts'
import { pageActionTitle, t } from '../../../i18n/i18n.ts'
import { grantedAccess } from '../../operation/access/access.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Scope } from '../../operation/scope.ts'
import { canUse, isRestricted } from '../policy/policy.ts'

/**
 * Throws an OperationError `bad_state` that names the first of the rights when the caller has none of them. A table
 * without these operations is left to super administrators.
 */
export function requireTableRight(
  { actor, language }: Pick<Scope, 'actor' | 'language'>,
  model: TableModel,
  actions: readonly [ActionName, ...ActionName[]],
): void {
  if (!isRestricted({ actor }) || actions.some((action) => actor && canUse(actor, model, action))) return
  const title = pageActionTitle(language, model.label[language], t(language, `action.${actions[0]}`))
  throw new OperationError('bad_state', { text: 'problem.forbidden_named', params: { title } })
}

/** Throws an OperationError `bad_state` that names the action of the machine when the caller has no right to it. */
export function requireActionRight(
  { actor, language }: Pick<Scope, 'actor' | 'language'>,
  model: TableModel,
  name: string,
): void {
  if (actor === null || grantedAccess.can(actor, nodeOf(model, name))) return
  const action = actionOf(model.machine, name)
  const title = pageActionTitle(language, model.label[language], action?.label[language] ?? name)
  throw new OperationError('bad_state', { text: 'problem.forbidden_named', params: { title } })
}
