import { Spinner } from '@blueprintjs/core'
import { lazy, Suspense } from 'react'
import type { InputProps } from '../input.ts'

/** Only forms with lines load the grid. */
const Grid = lazy(async () => ({ default: (await import('./LinesGrid.tsx')).LinesGrid }))

/** The lines of a record as a grid. */
export function LinesInput(props: InputProps) {
  return props.inside ? <Suspense fallback={<Spinner size={20} />}><Grid {...props} inside={props.inside} /></Suspense> : null
}
