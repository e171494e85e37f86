/** The parts of the recycle bin and of the log of sensitive data. They load for these two lists. */
import type { TableModel } from '../../../../protocol/index.ts'
import { lazyComponent } from '../../../core/loading/lazy-component.tsx'

const load = () => import('./RecoveryActions.tsx')

export const RowRecovery = lazyComponent(async () => (await load()).RowRecovery)
export const SelectedRecovery = lazyComponent(async () => (await load()).SelectedRecovery)

/** True for lists of what was deleted or changed, and can be taken back. */
export const isRecoveryLog = ({ id }: Pick<TableModel, 'id'>): boolean =>
  id === 'system/data_recycle_log' || id === 'system/sensitive_data_log'
