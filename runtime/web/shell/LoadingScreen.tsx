/** Fills the window until the first screen is ready. It becomes visible only when that takes a while. */
import { useT } from '../core/i18n/shell-texts.ts'
import { Mark } from '../core/theme/Mark.tsx'

export function LoadingScreen() {
  const t = useT()
  return (
    <div className="tw-boot" role="status" aria-label={t('shell.loading')}>
      <Mark size={48} />
    </div>
  )
}
