/** Cards that modules add below the fields of a record. One that fails leaves the record as it is. */
import { useId } from 'react'
import { PartBoundary } from '../../core/contributions/PartBoundary.tsx'
import { useContributions, type ShownPart, type Slot } from '../../core/contributions/use-contributions.ts'
import type { PanelProps, RecordPanel } from '../../define-module.ts'
import { useLabel } from '../../core/i18n/language.ts'

const slot: Slot<RecordPanel, PanelProps> = { name: 'panels', loaderOf: ({ panel }) => panel }

export function RecordPanels(props: PanelProps) {
  const parts = useContributions(props.model, slot)
  return parts.map((panel) => <Panel key={`${panel.key} ${String(props.row['id'])}`} shown={panel} props={props} />)
}

interface ShownPanelProps {
  readonly shown: ShownPart<RecordPanel, PanelProps>
  readonly props: PanelProps
}

function Panel({ shown: { part, Component }, props }: ShownPanelProps) {
  const label = useLabel()
  const heading = useId()
  return (
    <section className="record-panel tw-card" aria-labelledby={heading}>
      <h3 id={heading}>{label(part.label)}</h3>
      <PartBoundary>{Component && <Component {...props} />}</PartBoundary>
    </section>
  )
}
