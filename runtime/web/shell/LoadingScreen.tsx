/** Fills the window until the first screen stands. It appears only when that takes a while. */
import { useTexts } from '../i18n/shell-texts.ts'
import { Mark } from '../theme/Mark.tsx'

export function Boot() {
  const say = useTexts()
  return (
    <div className="tw-boot" role="status" aria-label={say('shell.loading')}>
      <Mark size={48} />
    </div>
  )
}
