import { Button } from '@blueprintjs/core'
import { Archive } from '@blueprintjs/icons'
import { useListData } from '../context/contexts.ts'
import { useT } from '../texts/index.ts'

/** Leads to what was deleted, and back. */
export function DeletedButton() {
  const { deleted } = useListData()
  const t = useT()
  if (!deleted) return null
  const text = t(deleted.isShown ? 'deletedLeave' : 'deletedRecords')
  return (
    <Button
      icon={<Archive />}
      variant="minimal"
      active={deleted.isShown}
      aria-pressed={deleted.isShown}
      aria-label={t('deletedRecords')}
      data-tip={text}
      data-tip-below
      onClick={deleted.toggle}
    />
  )
}
