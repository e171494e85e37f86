/** A radio button for one layout, with a small picture of it. */
import type { LayoutMode } from '../../core/preferences/store.ts'
import { useAdminT } from '../admin/texts.ts'

export interface LayoutChoiceProps {
  readonly mode: LayoutMode
  readonly isChosen: boolean
  readonly isOff: boolean
  readonly choose: () => void
}

export function LayoutChoice({ mode, isChosen, isOff, choose }: LayoutChoiceProps) {
  const t = useAdminT()
  return (
    <label className="tw-layout-choice">
      <input type="radio" name="layout-mode" checked={isChosen} disabled={isOff} onChange={choose} />
      <svg viewBox="0 0 96 60" aria-hidden="true" focusable="false">
        <rect className="tw-layout-background" width="96" height="60" rx="4" />
        {mode === 'Default' ? (
          <>
            <rect className="tw-layout-bar" width="24" height="60" />
            <rect className="tw-layout-soft" x="26" width="70" height="9" />
            <rect className="tw-layout-soft" x="26" y="11" width="70" height="6" />
          </>
        ) : (
          <>
            <rect className="tw-layout-bar" width="96" height="11" />
            <rect className="tw-layout-soft" y="13" width="24" height="47" />
          </>
        )}
      </svg>
      <span>{t(`layout.${mode}`)}</span>
    </label>
  )
}
