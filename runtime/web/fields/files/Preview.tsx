import { Button, Classes, Dialog } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons'
import { useState, type KeyboardEvent } from 'react'
import { useReturnFocus } from '../../core/react/use-return-focus.ts'
import { useCellT } from '../cell-texts.ts'

interface PreviewProps {
  readonly urls: readonly string[]
  readonly start: number
  readonly name: string
  readonly onClose: () => void
}

/** One large picture, the others by buttons or arrow keys. */
export function Preview({ urls, start, name, onClose }: PreviewProps) {
  const t = useCellT()
  const giveFocusBack = useReturnFocus()
  const leave = () => {
    onClose()
    giveFocusBack()
  }
  const [index, setIndex] = useState(start)
  const [isBroken, setIsBroken] = useState(false)
  const title = urls.length > 1 ? t('pictureOf', { name, place: index + 1, count: urls.length }) : name
  const step = (by: number) => {
    setIsBroken(false)
    setIndex((index + by + urls.length) % urls.length)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (urls.length > 1 && (event.key === 'ArrowLeft' || event.key === 'ArrowRight'))
      step(event.key === 'ArrowLeft' ? -1 : 1)
  }
  return (
    <Dialog isOpen onClose={leave} title={title} className="cell-preview">
      <div role="presentation" className={Classes.DIALOG_BODY} onKeyDown={handleKeyDown}>
        {isBroken ? (
          <p>{t('pictureBroken')}</p>
        ) : (
          <img src={urls[index]} alt={title} onError={() => setIsBroken(true)} />
        )}
        {urls.length > 1 && (
          <div className="cell-preview-steps">
            <Button icon={<ChevronLeft />} aria-label={t('previousPicture')} onClick={() => step(-1)} />
            <span>
              {index + 1} / {urls.length}
            </span>
            <Button icon={<ChevronRight />} aria-label={t('nextPicture')} onClick={() => step(1)} />
          </div>
        )}
      </div>
    </Dialog>
  )
}
