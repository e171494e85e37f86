/** The thin line on top that tells that something is on its way. Decoration: screen readers hear what arrives. */
import { useSnapshot } from 'valtio'
import { progress } from '../loading/progress.ts'

export function ProgressLine() {
  const { share } = useSnapshot(progress)
  if (share === null) return null
  return (
    <div className="tw-progress" aria-hidden="true">
      <div className="tw-progress-bar" style={{ transform: `scaleX(${share})` }} />
    </div>
  )
}
