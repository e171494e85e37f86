import { Blank } from '../Blank.tsx'
import { useCellT } from '../cell-texts.ts'
import type { CellProps } from '../renderer.ts'

/** A link when the address is http or https; anything else stays text. */
export function UrlCell({ value }: CellProps) {
  const t = useCellT()
  const text = String(value ?? '')
  if (text === '') return <Blank />
  if (!/^https?:\/\//i.test(text))
    return (
      <span className="cell-text" title={text}>
        {text}
      </span>
    )
  return (
    <a className="cell-text" href={text} target="_blank" rel="noopener noreferrer" title={t('openUrl', { url: text })}>
      {text.replace(/^https?:\/\//i, '')}
    </a>
  )
}
