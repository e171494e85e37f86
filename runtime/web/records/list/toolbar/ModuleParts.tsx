import type { ComponentType } from 'react'
import { useContributions, type Slot } from '../../../core/contributions/use-contributions.ts'
import type { ToolbarButton, ToolbarControl, ToolbarPartProps } from '../../../define-module.ts'
import { lazyComponent } from '../../../core/loading/lazy-component.tsx'
import { useListActions, useListData } from '../context/contexts.ts'
import type { ToolbarPartsProps } from './ToolbarParts.tsx'

const ToolbarParts = lazyComponent<ToolbarPartsProps>(async () => (await import('./ToolbarParts.tsx')).ToolbarParts)

type Loader = () => Promise<ComponentType<ToolbarPartProps & { readonly onClose: () => void }>>

const slot: Slot<ToolbarButton | ToolbarControl, ToolbarPartProps & { readonly onClose: () => void }> = {
  name: 'toolbar',
  loaderOf: (part) => {
    // A control is given one prop more than it asks for.
    if ('control' in part) return part.control as unknown as Loader
    return 'dialog' in part ? part.dialog : null
  },
}

interface ModulePartsProps {
  /** The selected records. */
  readonly ids: readonly number[]
  readonly isNarrow: boolean
}

/** What modules add to the toolbar of this list. Deleted records are shown without it. */
export function ModuleParts({ ids, isNarrow }: ModulePartsProps) {
  const { model, query, state } = useListData()
  const { reload, deselect, announce, focusActiveRow } = useListActions()
  const parts = useContributions(model, slot)
  if (state.deleted || parts.length === 0) return null
  return (
    <ToolbarParts
      parts={parts}
      list={{ model, ids, query, isNarrow, reload, deselect, announce }}
      takeFocus={focusActiveRow}
    />
  )
}
