/** The parts of the designer: beside each other in a wide window, else sheets that come from below. */
import { Button, Drawer } from '@blueprintjs/core'
import { Cross } from '@blueprintjs/icons'
import { useId, type ReactNode } from 'react'
import { useIsNarrow } from '../../core/preferences/narrow-window.ts'
import { useT } from './texts.ts'

export type PaneName = 'palette' | 'inspector' | 'changes'

interface PanesProps {
  readonly preview: ReactNode
  readonly palette: ReactNode
  readonly inspector: ReactNode
  readonly changes: ReactNode
  /** Changes that are not applied yet. */
  readonly count: number
  /** The sheet that is open in a narrow window. */
  readonly sheet: PaneName | null
  readonly onSheet: (sheet: PaneName | null) => void
}

export function Panes({ preview, palette, inspector, changes, count, sheet, onSheet }: PanesProps) {
  const t = useT()
  const isNarrow = useIsNarrow()
  const heading = useId()
  if (!isNarrow)
    return (
      <>
        <div className="designer-panes">
          {palette}
          {preview}
          {inspector}
        </div>
        {changes}
      </>
    )
  const sheets = [
    { name: 'palette', title: t('palette'), content: palette, isOff: false },
    { name: 'inspector', title: t('inspector'), content: inspector, isOff: false },
    { name: 'changes', title: t('changes', { count }), content: changes, isOff: count === 0 },
  ] as const
  const current = sheets.find(({ name, isOff }) => name === sheet && !isOff)
  return (
    <>
      {preview}
      <div className="designer-sheets">
        {sheets.map(({ name, title, isOff }) => (
          <Button key={name} fill text={title} disabled={isOff} onClick={() => onSheet(name)} />
        ))}
      </div>
      <Drawer
        className="tw-drawer designer-drawer"
        isOpen={current !== undefined}
        position="bottom"
        size="min(520px, 75%)"
        transitionDuration={150}
        onClose={() => onSheet(null)}
      >
        <div className="designer-sheet-body" role="dialog" aria-modal="true" aria-labelledby={heading}>
          <div className="designer-bar">
            <h3 id={heading}>{current?.title}</h3>
            <Button variant="minimal" icon={<Cross />} aria-label={t('close')} onClick={() => onSheet(null)} />
          </div>
          {current?.content}
        </div>
      </Drawer>
    </>
  )
}
