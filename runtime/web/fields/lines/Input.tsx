import { Spinner } from '@blueprintjs/core'
import { later } from '../../loading/lazy-component.tsx'
import type { InputProps } from '../input.ts'

/** Only forms with lines load the grid. */
const Grid = later(
  async () => (await import('./LinesGrid.tsx')).LinesGrid,
  () => <Spinner size={20} />,
)

/** The lines of a record as a grid. */
export function LinesInput(props: InputProps) {
  return props.inside ? <Grid {...props} inside={props.inside} /> : null
}
