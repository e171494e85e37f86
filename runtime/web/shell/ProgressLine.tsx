/** The thin line at the top while something loads. Decoration: screen readers announce what arrives. */
import { useSnapshot } from 'valtio'
import { progress } from '../core/loading/progress.ts'

export function ProgressLine() {
  const { share } = useSnapshot(progress)
  if (share === null) return null
  return (
    <div className="tw-progress" aria-hidden="true">
      <div className="tw-progress-bar" style={{ transform: `scaleX(${share})` }} />
    </div>
  )
}
