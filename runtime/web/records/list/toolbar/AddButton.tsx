import { Button } from '@blueprintjs/core'
import { Add } from '@blueprintjs/icons'
import { useRef, useState } from 'react'
import {
  actionOf,
  requireField,
  requireRelation,
  type MachineActionModel,
  type TableModel,
} from '../../../../protocol/index.ts'
import { errorText } from '../../../core/api/api-error.ts'
import { lazyComponent } from '../../../core/loading/lazy-component.tsx'
import { loadModel } from '../../../core/module-registry.ts'
import { notify } from '../../../core/notify.ts'
import { useListActions, useListData } from '../context/contexts.ts'
import { useEntryAction } from '../permissions.ts'
import { useT } from '../texts/index.ts'

const EntryDialog = lazyComponent(async () => (await import('../../actions/EntryDialog.tsx')).EntryDialog)

/** Opens the form of a new record, in a ledger the dialog that adds to it. Nothing for those who may do neither. */
export function AddButton({ isNarrow }: { readonly isNarrow: boolean }) {
  const { model, permissions } = useListData()
  const { openForm } = useListActions()
  const entry = useEntryAction(model)
  const t = useT()
  const text = t('add')
  const style = {
    icon: <Add />,
    intent: 'primary',
    'aria-label': text,
    text: isNarrow ? undefined : text,
    'data-tip': isNarrow ? text : undefined,
    'data-tip-below': true,
  } as const
  if (entry) return <EntryButton entry={entry} look={style} />
  return permissions.has('add') ? <Button {...style} onClick={() => openForm('new')} /> : null
}

interface EntryButtonProps {
  readonly entry: NonNullable<ReturnType<typeof useEntryAction>>
  readonly look: object
}

/** Where the list shows the rows of one record, that one is chosen. */
function EntryButton({ entry, look: style }: EntryButtonProps) {
  const { model, state } = useListData()
  const { reload } = useListActions()
  const [isLoading, setLoading] = useState(false)
  const [opened, setOpened] = useState<{ readonly model: TableModel; readonly action: MachineActionModel } | null>(null)
  const open = async (): Promise<void> => {
    setLoading(true)
    try {
      const [target] = await Promise.all([loadModel(entry.page), EntryDialog.preload()])
      const action = actionOf(target?.machine, entry.name)
      if (target && action) setOpened({ model: target, action })
    } catch (error) {
      notify({ tone: 'danger', text: errorText(error) })
    } finally {
      setLoading(false)
    }
  }
  const button = useRef<HTMLButtonElement>(null)
  const field = requireField(model, entry.field)
  const only = state.search.find((filter) => filter.field === field.name && filter.operator === 'eq')
  return (
    <>
      <Button {...style} ref={button} loading={isLoading} onClick={() => void open()} />
      {opened && (
        <EntryDialog
          {...opened}
          field={field}
          relation={requireRelation(field)}
          first={typeof only?.val === 'string' ? only.val : null}
          onChanged={reload}
          onClosed={() => {
            setOpened(null)
            button.current?.focus()
          }}
        />
      )}
    </>
  )
}
