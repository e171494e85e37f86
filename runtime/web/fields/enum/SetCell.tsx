import { Tag } from '@blueprintjs/core'
import { optionOf } from '../../../protocol/index.ts'
import { Blank } from '../Blank.tsx'
import type { CellProps } from '../renderer.ts'

/** Several options or free texts as tags. */
export function SetCell({ value, field, locale }: CellProps) {
  const items = Array.isArray(value) ? (value as readonly unknown[]) : []
  if (items.length === 0) return <Blank />
  return (
    <span
      className="cell-tags"
      title={items.map((item) => optionOf(field, item)?.label[locale.language] ?? String(item)).join(', ')}
    >
      {items.map((item) => {
        const option = optionOf(field, item)
        const needsAttention = option?.tone === 'warning' || option?.tone === 'danger'
        return (
          <Tag key={String(item)} minimal intent={needsAttention ? option.tone : 'none'}>
            {option?.label[locale.language] ?? String(item)}
          </Tag>
        )
      })}
    </span>
  )
}
