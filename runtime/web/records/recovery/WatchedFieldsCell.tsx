import type { CellProps } from '../../fields/renderer.ts'

/** The titles of the fields that a rule watches. */
export function WatchedFieldsCell({ value, locale }: CellProps) {
  const titles = Object.values((value ?? {}) as Readonly<Record<string, string>>)
  const text = titles.join(locale.language === 'en' ? ', ' : '、')
  return (
    <span className="cell-text" title={text}>
      {text}
    </span>
  )
}
