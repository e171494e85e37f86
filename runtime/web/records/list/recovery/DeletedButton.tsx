import { Button } from '@blueprintjs/core'
import { Archive } from '@blueprintjs/icons'
import { isWideWidth } from '../columns/available-width.ts'
import { useListData, useListLayout } from '../context/contexts.ts'
import { useT } from '../texts/index.ts'

/** Leads to what was deleted, and back. */
export function DeletedButton() {
  const { deleted } = useListData()
  const { availableWidth } = useListLayout()
  const t = useT()
  if (!deleted) return null
  const tip = t(deleted.isShown ? 'deletedLeave' : 'deletedRecords')
  const isWide = isWideWidth(availableWidth)
  return (
    <Button
      icon={<Archive />}
      variant="minimal"
      active={deleted.isShown}
      aria-pressed={deleted.isShown}
      aria-label={t('deletedRecords')}
      text={isWide ? t('deletedRecords') : undefined}
      data-tip={isWide && !deleted.isShown ? undefined : tip}
      data-tip-below
      onClick={deleted.toggle}
    />
  )
}
