import { Th } from '@blueprintjs/icons'
import { lazyComponent } from '../../../core/loading/lazy-component.tsx'
import { PopoverButton } from '../../../core/popover/PopoverButton.tsx'
import { isWideWidth } from './available-width.ts'
import { useListLayout } from '../context/contexts.ts'
import { useT } from '../texts/index.ts'

const ColumnChoice = lazyComponent(async () => (await import('./ColumnChoice.tsx')).ColumnChoice)

/** Which columns are shown, and in which order; kept in this browser until the defaults are asked for again. */
export function ColumnPanel() {
  const { availableWidth } = useListLayout()
  const isWide = isWideWidth(availableWidth)
  const t = useT()
  return (
    <PopoverButton
      kind="dialog"
      renderPanel={() => <ColumnChoice />}
      preload={ColumnChoice.preload}
      icon={<Th />}
      variant="minimal"
      aria-label={t('columns')}
      text={isWide ? t('columns') : undefined}
      data-tip={isWide ? undefined : t('columns')}
      data-tip-below
    />
  )
}
