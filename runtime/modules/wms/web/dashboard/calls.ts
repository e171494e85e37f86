/** The requests of the dashboard. A failure is shown in place of what failed. */
import { callRoute } from 'tablewright/web'
import {
  figures,
  movements,
  topProducts,
  type Figures,
  type Movements,
  type TopProduct,
  type Unit,
} from '../../shared/dashboard.ts'

export const loadFigures = (): Promise<Figures> => callRoute(figures, null, { quiet: true })

/** Null = not for this account; so is the answer of `loadTop`. */
export const loadMovements = (unit: Unit): Promise<Movements | null> => callRoute(movements, { unit }, { quiet: true })

export const loadTop = (): Promise<{ readonly products: readonly TopProduct[] } | null> =>
  callRoute(topProducts, null, { quiet: true })
