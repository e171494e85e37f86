import { isEmpty } from '../../../protocol/index.ts'
import { NamedIcon } from '../../core/NamedIcon.tsx'
import { Blank } from '../Blank.tsx'
import type { CellProps } from '../renderer.ts'

/** The icon itself; its name is the tooltip and what screen readers announce. */
export function IconCell({ value }: CellProps) {
  if (isEmpty(value)) return <Blank />
  const name = String(value)
  return (
    <span role="img" aria-label={name} title={name}>
      <NamedIcon name={name} />
    </span>
  )
}
