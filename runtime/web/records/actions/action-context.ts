/** The `ActionContext` of the signed-in admin, for components. */
import { useSnapshot } from 'valtio'
import type { TableModel } from '../../../protocol/index.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { useCan } from '../../core/auth/permissions.ts'
import { session } from '../../core/auth/session.ts'
import type { ActionContext } from './available-actions.ts'
import { useT } from './texts.ts'

export function useActionContext(model: TableModel): ActionContext {
  const can = useCan()
  const t = useT()
  const language = useLanguage()
  const { id, super: isSuper } = useSnapshot(session).admin
  return { model, isPermitted: (action) => can(model.page, action), actor: { id, super: isSuper }, language, t }
}
