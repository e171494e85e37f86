/** In the record of a room: the way into its classroom. */
import type { PanelProps } from 'tablewright/web'
import { useT } from '../texts.ts'

export function RoomPanel({ row }: PanelProps) {
  const t = useT()
  return (
    <p>
      <a className="bp6-button bp6-intent-primary" href={`#/ailive/${Number(row['id'])}`}>
        {t('enter-classroom')}
      </a>
    </p>
  )
}
