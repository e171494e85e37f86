import { Tag } from '@blueprintjs/core'
import { Blank } from '../Blank.tsx'
import type { CellProps, ListRow } from '../renderer.ts'

/** The names of the referenced records; a text that the server built from them is shown unchanged. */
export function ReferencesCell({ value, field, row }: CellProps) {
  if (typeof value === 'string')
    return value === '' ? (
      <Blank />
    ) : (
      <span className="cell-text" title={value}>
        {value}
      </span>
    )
  const { relation } = field
  const items = Array.isArray(value) ? value.map(String) : []
  if (items.length === 0) return <Blank />
  const targets = relation ? ((row[relation.as] as readonly ListRow[] | undefined) ?? []) : []
  const nameOf = (id: string): string =>
    String(
      targets.find((target) => String(target['id']) === id)?.[relation?.show ?? ''] ?? (id === '*' ? '*' : `#${id}`),
    )
  return (
    <span className="cell-tags" title={items.map(nameOf).join(', ')}>
      {items.map((id) => (
        <Tag key={id} minimal>
          {nameOf(id)}
        </Tag>
      ))}
    </span>
  )
}
