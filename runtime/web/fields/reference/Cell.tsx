import { Tag } from '@blueprintjs/core'
import { isEmpty } from '../../../protocol/index.ts'
import { Blank } from '../Blank.tsx'
import { useCellT } from '../cell-texts.ts'
import type { CellProps, ListRow } from '../renderer.ts'

/** The name of the referenced record, marked when the record has been deleted. */
export function ReferenceCell({ value, field, row }: CellProps) {
  const t = useCellT()
  const { relation } = field
  const target = relation ? (row[relation.as] as ListRow | null | undefined) : null
  if (!target && (isEmpty(value) || value === 0)) return <Blank />
  const name = target && relation ? String(target[relation.show] ?? '') : ''
  const text = name === '' ? `#${String(value)}` : name
  return (
    <span className="cell-reference" title={text}>
      <span className="cell-text">{text}</span>
      {target?.['deleted'] ? (
        <Tag minimal intent="warning">
          {t('deleted')}
        </Tag>
      ) : null}
    </span>
  )
}
