import type { ImportOutcome } from '../../../../protocol/index.ts'
import { useT } from './texts.ts'

const kinds = ['created', 'updated', 'unchanged', 'refused'] as const

/** How many rows have which outcome. */
export function Counts({ counts }: { readonly counts: Readonly<Record<ImportOutcome, number>> }) {
  const t = useT()
  return (
    <dl className="import-counts">
      {kinds.map((kind) => (
        <div key={kind} data-kind={kind} data-none={counts[kind] === 0 || undefined}>
          <dt>{t(kind)}</dt>
          <dd>{counts[kind].toLocaleString('en')}</dd>
        </div>
      ))}
    </dl>
  )
}
