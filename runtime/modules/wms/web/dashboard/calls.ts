/** What the dashboard's routes answer. */
import { getData } from 'tablewright/web'
import type { Filter } from 'tablewright/protocol'

export type TileName =
  | 'inboundToAudit'
  | 'outboundToAudit'
  | 'relocationToAudit'
  | 'toShip'
  | 'toMove'
  | 'lowStock'
  | 'expiring'
  | 'expired'

export interface Tile {
  readonly name: TileName
  readonly entity: string
  readonly search: readonly Filter[]
  /** Null = counting took too long. */
  readonly count: number | null
}

export interface Figures {
  readonly as_of: string
  readonly tiles: readonly Tile[]
  /** Yuan; null = not for this account. */
  readonly stock_value: string | null
}

export type Unit = 'day' | 'month' | 'year'

export interface Period {
  readonly name: string
  readonly in_quantity: string
  readonly out_quantity: string
  readonly in_amount: string
  readonly out_amount: string
}

export interface Movements {
  readonly as_of: string
  readonly periods: readonly Period[]
}

export interface TopProduct {
  readonly product_id: number
  readonly product_no: string
  readonly name: string
  readonly quantity: string
}

// A failure is shown in place of what failed.
const ask = <Data>(action: string, query = ''): Promise<Data> =>
  getData<Data>(`/admin/wms.Dashboard/${action}`, query, { quiet: true })

export const loadFigures = (): Promise<Figures> => ask('index')

/** Null = not for this account; so is the answer of `loadTop`. */
export const loadMovements = (unit: Unit): Promise<Movements | null> => ask('movements', `unit=${unit}`)

export const loadTop = (): Promise<{ readonly products: readonly TopProduct[] } | null> => ask('top')
