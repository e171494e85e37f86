/** The form of a block beside the page that it is shown on, with the time in which it is. */
import { Callout } from '@blueprintjs/core'
import { useState } from 'react'
import { formatSeconds } from 'tablewright/protocol'
import { callRoute, type FormProps } from 'tablewright/web'
import { FormFields } from 'tablewright/web/parts'
import { previewBlock } from '../../shared/drafts.ts'
import { PagePreview } from '../preview/PagePreview.tsx'
import { useT } from './texts.ts'
import './blocks.css'

/** The fields that the page shows. */
const pageFields = ['name', 'title', 'type', 'image', 'link', 'target', 'rich_text'] as const

export function BlockForm(props: FormProps) {
  const { draft, base } = props.form
  const t = useT()
  const [knownPlaces, setKnownPlaces] = useState<readonly string[] | null>(null)
  const values = JSON.stringify(Object.fromEntries(pageFields.map((name) => [name, draft[name] ?? null])))
  const id = base === null ? {} : { id: Number(base['id']) }
  return (
    <div className="cms-block">
      <FormFields {...props} />
      <div className="cms-block-page">
        <ShownTime form={props.form} />
        {knownPlaces !== null && (
          <Callout compact intent="warning">
            {t('no-place', { place: String(draft['name'] ?? ''), places: knownPlaces.join(', ') })}
          </Callout>
        )}
        <PagePreview
          values={values}
          width="desktop"
          load={async (latest, signal) => {
            const page = await callRoute(previewBlock, { values: latest, ...id }, { quiet: true, signal })
            setKnownPlaces(page.hasPlace ? null : page.places)
            return page
          }}
        />
      </div>
    </div>
  )
}

const secondsOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Whether the block is shown now, and a bar from its start to its end. */
function ShownTime({ form: { draft, locale } }: Pick<FormProps, 'form'>) {
  const t = useT()
  const [now] = useState(() => Math.floor(Date.now() / 1000))
  const [start, end] = [secondsOf(draft['start_time']), secondsOf(draft['end_time'])]
  const text = (seconds: number): string => formatSeconds(seconds, locale.timeZone)
  const isOff = Number(draft['status'] ?? 1) === 0
  const isOver = end !== null && end <= now
  const isEarly = start !== null && start > now
  const state = isOff
    ? t('off')
    : isOver
      ? t('over', { time: text(end) })
      : isEarly
        ? t('early', { time: text(start) })
        : end === null
          ? t('shown')
          : t('shown-until', { time: text(end) })
  const passed = isOver ? 1 : isEarly ? 0 : passedPart(start, end, now)
  return (
    <div className="cms-block-time" data-shown={!(isOff || isOver || isEarly) || undefined}>
      <p role="status">{state}</p>
      <div aria-hidden className="cms-block-bar">
        <span style={{ inlineSize: `${Math.round(passed * 100)}%` }} />
      </div>
      <p aria-hidden className="cms-block-ends">
        <span>{start === null ? t('at-once') : text(start)}</span>
        <span>{end === null ? t('no-end') : text(end)}</span>
      </p>
    </div>
  )
}

/** How much of the time has passed; without a start or an end it cannot be said. */
const passedPart = (start: number | null, end: number | null, now: number): number =>
  start === null || end === null ? 0 : Math.min(1, Math.max(0, (now - start) / Math.max(1, end - start)))
