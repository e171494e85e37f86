import { Button, Spinner } from '@blueprintjs/core'
import { Import } from '@blueprintjs/icons'
import { useState } from 'react'
import { recordsChanged } from '../../../core/api/records-changed.ts'
import { lazyComponent } from '../../../core/loading/lazy-component.tsx'
import { notify } from '../../../core/notify.ts'
import { isWideWidth } from '../columns/available-width.ts'
import { useListActions, useListData, useListLayout } from '../context/contexts.ts'
import type { ImportDialogProps } from './ImportDialog.tsx'
import { useT } from '../texts/index.ts'
import { percentOf, useImportRun } from './use-import-run.ts'

const ImportDialog = lazyComponent<ImportDialogProps>(async () => (await import('./ImportDialog.tsx')).ImportDialog)

/** Opens the dialog of imports. While an import runs it shows how far it is, also when the dialog is closed. */
export function ImportButton() {
  const { model } = useListData()
  const { reload } = useListActions()
  const { availableWidth } = useListLayout()
  const [isOpen, setOpen] = useState(false)
  const t = useT()
  const watch = useImportRun(model, ({ state, name }) => {
    recordsChanged(model.controller)
    void reload()
    notify(
      state === 'done'
        ? { tone: 'success', text: t('importDone', { name }) }
        : { tone: 'danger', text: t('importFailed', { name }) },
    )
  })
  const isRunning = watch.state?.state === 'running'
  const text = isRunning && watch.state ? t('importing', { percent: percentOf(watch.state) }) : t('import')
  const isWide = isWideWidth(availableWidth)
  return (
    <>
      <Button
        icon={isRunning ? <Spinner size={16} /> : <Import />}
        variant="minimal"
        aria-label={text}
        text={isWide || isRunning ? text : undefined}
        data-tip={isWide ? undefined : text}
        data-tip-below
        onClick={() => setOpen(true)}
      />
      {isOpen && <ImportDialog model={model} watch={watch} onClosed={() => setOpen(false)} />}
    </>
  )
}
