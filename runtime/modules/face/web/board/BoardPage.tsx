/** The figures as a page of the administration. */
import { useT } from '../texts.ts'
import { Board } from './Board.tsx'

export function BoardPage() {
  const t = useT()
  return (
    <Board
      controls={
        <a className="face-button" href="#/faceid">
          {t('open-display')}
        </a>
      }
    />
  )
}
