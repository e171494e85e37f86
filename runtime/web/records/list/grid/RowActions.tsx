import { Button } from '@blueprintjs/core'
import { Edit, Trash } from '@blueprintjs/icons'
import type { Row } from '../../../core/api/table.ts'
import { lazyComponent } from '../../../core/loading/lazy-component.tsx'
import { RowMachine } from '../actions/lazy.tsx'
import { isRecoveryLog, RowRecovery } from '../recovery/lazy-recovery.tsx'
import { DeleteButton } from '../remove/DeleteButton.tsx'
import { RestoreButton } from '../recovery/RestoreButton.tsx'
import { MovementsLink } from './MovementsLink.tsx'
import { isAccounts } from '../columns/columns.ts'
import { useListActions, useListData } from '../context/contexts.ts'
import { useT } from '../texts/index.ts'
import type { RequestDelete } from '../remove/focus.ts'

const AccountActions = lazyComponent(async () => (await import('./AccountActions.tsx')).AccountActions)

/** Handed on, so that they stay in this piece of code. */
const icons = { edit: <Edit />, remove: <Trash /> }

interface RowActionsProps {
  readonly record: Row
  readonly name: string
  readonly onDelete: RequestDelete
}

/** What can be done with one record. The tooltip opens next to the button, not over the next row. */
export function RowActions({ record, name, onDelete }: RowActionsProps) {
  const { model, permissions } = useListData()
  const { openForm } = useListActions()
  const t = useT()
  if (model.machine)
    return (
      <span className="list-row-actions">
        <MovementsLink record={record} name={name} />
        <RowMachine {...{ record, name, onDelete, icons }} />
      </span>
    )
  return (
    <span className="list-row-actions">
      <MovementsLink record={record} name={name} />
      {permissions.has('restore') && <RestoreButton ids={[record.id]} name={name} />}
      {permissions.has('edit') && (
        <Button
          variant="minimal"
          size="small"
          icon={<Edit />}
          data-tip={t('edit')}
          aria-label={t('editRecord', { name })}
          onClick={() => openForm(record.id)}
        />
      )}
      {isAccounts(model) && <AccountActions account={record} name={name} />}
      {isRecoveryLog(model) && <RowRecovery record={record} name={name} />}
      {permissions.has('del') && <DeleteButton name={name} icon={icons.remove} onPress={() => onDelete([record.id])} />}
    </span>
  )
}
