import { Tag } from '@blueprintjs/core'
import { isEmpty, type RelationModel } from '../../../protocol/index.ts'
import { Blank } from '../Blank.tsx'
import { useCellT } from '../cell-texts.ts'
import { recordAddress, RecordLink } from '../RecordLink.tsx'
import { referenceContext, referenceText } from '../record-names.ts'
import type { CellProps, ListRow } from '../renderer.ts'

/**
 * The name of the referenced record, which leads there; marked when the record has been deleted. What else identifies
 * the record is in a second line: cut off, it would look the same on records that differ in their names alone.
 */
export function ReferenceCell({ value, field: { relation }, row }: CellProps) {
  const target = relation ? (row[relation.as] as ListRow | null | undefined) : null
  if (!target && (isEmpty(value) || value === 0)) return <Blank />
  const text = relation && target ? referenceText(relation, target) : ''
  if (!relation || !target || text === '')
    return (
      <span className="cell-reference">
        <span className="cell-text">{`#${String(value)}`}</span>
      </span>
    )
  const context = referenceContext(relation, target)
  return (
    <span className="cell-reference" title={text}>
      <span className="cell-reference-texts" data-short={[...text].length <= maxShared || undefined}>
        <Name relation={relation} target={target} id={value} />
        {/* The space counts where both share a line. */}
        {context !== '' && (
          <>
            {' '}
            <span className="cell-reference-context">{context}</span>
          </>
        )}
      </span>
      {target['deleted'] ? <DeletedTag /> : null}
    </span>
  )
}

/** Characters of a name and its context that may share lines; longer ones are cut line by line. */
const maxShared = 60

interface NameProps {
  readonly relation: RelationModel
  readonly target: ListRow
  readonly id: unknown
}

function Name({ relation, target, id }: NameProps) {
  const name = String(target[relation.show] ?? '')
  const address = target['deleted'] ? null : recordAddress(relation.to, id)
  return address === null ? (
    <span className="cell-text">{name}</span>
  ) : (
    <RecordLink address={address}>{name}</RecordLink>
  )
}

function DeletedTag() {
  const t = useCellT()
  return (
    <Tag minimal intent="warning">
      {t('deleted')}
    </Tag>
  )
}
