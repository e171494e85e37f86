import { Blank } from '../Blank.tsx'
import type { CellProps, OperandProps } from '../renderer.ts'
import { useRegionName } from './regions.ts'

export function RegionCell({ value }: CellProps) {
  const name = useRegionName(typeof value === 'string' ? value : '')
  return name === '' ? <Blank /> : <span className="cell-text">{name}</span>
}

/** The region that the range of codes begins with. */
export function RegionOperand({ text }: OperandProps) {
  return useRegionName(text.split(',')[0] ?? '')
}
