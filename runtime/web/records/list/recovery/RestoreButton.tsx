import { Button } from '@blueprintjs/core'
import { History } from '@blueprintjs/icons'
import { useState } from 'react'
import { useListData } from '../context/contexts.ts'
import { useT } from '../texts/index.ts'
import { SelectionButton } from '../toolbar/SelectionButton.tsx'

interface RestoreButtonProps {
  readonly ids: readonly number[]
  /** Set for one record: what it is called. Else the button is that of the toolbar. */
  readonly name?: string
  /** Shows its sign only. */
  readonly isNarrow?: boolean
}

/** Brings deleted records back. Nothing is lost by it, so nothing is asked. */
export function RestoreButton({ ids, name, isNarrow = false }: RestoreButtonProps) {
  const { deleted } = useListData()
  const t = useT()
  const [isBusy, setBusy] = useState(false)
  if (!deleted?.isShown) return null
  const text = t('restore')
  const start = async () => {
    setBusy(true)
    await deleted.restore(ids)
    setBusy(false)
  }
  if (name === undefined) {
    return (
      <SelectionButton
        text={text}
        icon={<History />}
        count={ids.length}
        isBusy={isBusy}
        isNarrow={isNarrow}
        onClick={() => void start()}
      />
    )
  }
  return (
    <Button
      variant="minimal"
      size="small"
      icon={<History />}
      data-tip={text}
      aria-label={t('restoreRecord', { name })}
      loading={isBusy}
      onClick={() => void start()}
    />
  )
}
