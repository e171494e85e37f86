import { Button } from '@blueprintjs/core'
import { Archive } from '@blueprintjs/icons'
import { useScreen } from '../screen.ts'
import { useTexts } from '../texts/index.ts'

/** Leads to what was deleted, and back. */
export function DeletedButton() {
  const { deleted } = useScreen()
  const say = useTexts()
  if (!deleted) return null
  const text = say(deleted.isShown ? 'deletedLeave' : 'deletedRecords')
  return (
    <Button
      icon={<Archive />}
      variant="minimal"
      active={deleted.isShown}
      aria-pressed={deleted.isShown}
      aria-label={say('deletedRecords')}
      data-tip={text}
      data-tip-below
      onClick={deleted.toggle}
    />
  )
}
