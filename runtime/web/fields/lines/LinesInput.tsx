import { Spinner } from '@blueprintjs/core'
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import type { InputProps } from '../input-props.ts'

/** Only forms with lines load the grid. */
const Grid = lazyComponent(
  async () => (await import('./LinesGrid.tsx')).LinesGrid,
  () => <Spinner size={20} />,
)

/** The lines of a record as a grid. */
export function LinesInput(props: InputProps) {
  return props.linesContext ? <Grid {...props} linesContext={props.linesContext} /> : null
}
