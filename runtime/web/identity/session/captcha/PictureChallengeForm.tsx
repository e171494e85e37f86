import { Button, Tag } from '@blueprintjs/core'
import { Undo } from '@blueprintjs/icons'
import { useState, type MouseEvent } from 'react'
import { infoOf, type PictureChallenge, type Point } from './calls.ts'
import { useT } from './texts.ts'

interface PictureChallengeFormProps {
  readonly challenge: PictureChallenge
  readonly isBusy: boolean
  readonly onAnswer: (info: string) => void
}

/** The picture with numbered marks at the clicked points. Clicking a mark removes it and those after it. */
export function PictureChallengeForm({ challenge, isBusy, onAnswer }: PictureChallengeFormProps) {
  const t = useT()
  const [points, setPoints] = useState<readonly Point[]>([])
  const { text, width, height, base64 } = challenge
  const isFull = points.length === text.length
  const set = (event: MouseEvent<HTMLImageElement>): void => {
    if (isBusy || isFull) return
    const rectangle = event.currentTarget.getBoundingClientRect()
    // The picture may be shown smaller than it is.
    setPoints([
      ...points,
      {
        x: ((event.clientX - rectangle.left) / rectangle.width) * width,
        y: ((event.clientY - rectangle.top) / rectangle.height) * height,
      },
    ])
  }
  return (
    <>
      <div className="captcha-order">
        {t('order')}{' '}
        {text.map((name, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the order of the names is the challenge
          <Tag key={index} minimal size="large">
            {index + 1}. {name.replace(/^<(.*)>$/, '$1')}
          </Tag>
        ))}
      </div>
      <div className="captcha-picture">
        {/* oxlint-disable-next-line click-events-have-key-events, no-noninteractive-element-interactions -- pointer */}
        <img src={base64} width={width} height={height} alt={t('picture')} draggable={false} onClick={set} />
        {points.map(({ x, y }, index) => (
          <button
            // oxlint-disable-next-line react/no-array-index-key -- a mark is identified by its number
            key={index}
            type="button"
            className="captcha-mark"
            aria-label={t('point', { number: index + 1 })}
            disabled={isBusy}
            style={{ left: `${(x / width) * 100}%`, top: `${(y / height) * 100}%` }}
            onClick={() => setPoints(points.slice(0, index))}
          >
            {index + 1}
          </button>
        ))}
      </div>
      <p className="tw-visually-hidden" role="status">
        {points.length > 0 && t('point-count', { count: points.length, total: text.length })}
      </p>
      <div className="captcha-send">
        <Button
          icon={<Undo />}
          text={t('undo')}
          disabled={isBusy || points.length === 0}
          onClick={() => setPoints(points.slice(0, -1))}
        />
        <Button
          intent="primary"
          text={t('confirm')}
          loading={isBusy}
          disabled={!isFull}
          onClick={() => onAnswer(infoOf(points, challenge))}
        />
      </div>
    </>
  )
}
