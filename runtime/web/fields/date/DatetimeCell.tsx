import { formatSeconds } from '../../../protocol/index.ts'
import { Blank } from '../Blank.tsx'
import type { CellProps } from '../renderer.ts'

/** `yyyy-mm-dd hh:MM:ss` in the site's time zone. A text is shown as the server sent it. */
export function DatetimeCell({ value, locale }: CellProps) {
  if (typeof value === 'number' && value > 0) {
    return (
      <time className="cell-moment" dateTime={new Date(value * 1000).toISOString()} title={locale.timeZone}>
        {formatSeconds(value, locale.timeZone)}
      </time>
    )
  }
  return typeof value === 'string' && value !== '' ? <span className="cell-moment">{value}</span> : <Blank />
}
