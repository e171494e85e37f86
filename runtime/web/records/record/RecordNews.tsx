import { Button, Callout, Tag } from '@blueprintjs/core'
import { People } from '@blueprintjs/icons'
import { useCallback, useEffect, useRef, useState } from 'react'
import { listTopic, recordTopic, type RecordWatch, type TableModel } from '../../../protocol/index.ts'
import { getData } from '../../core/api/client.ts'
import { useTopic } from '../../core/live/use-topic.ts'
import { useT } from '../../fields/form-texts.ts'
import type { WireRow } from '../../fields/input-props.ts'

interface RecordNewsProps {
  /** The record as it is on the server; null until that is known. */
  readonly watch: RecordWatch | null
  /** As it was loaded. */
  readonly row: WireRow
  /** The form has unsaved input. */
  readonly hasChanges: boolean
  readonly reload: () => Promise<WireRow | null>
}

/** Says that somebody has changed or deleted the record since it was loaded. */
export function RecordNews({ watch, row, hasChanges, reload }: RecordNewsProps) {
  const t = useT()
  const version = watch?.version
  const isChanged = typeof version === 'number' && typeof row['version'] === 'number' && version > row['version']
  return (
    <div className="record-news" role="status">
      {version === null && (
        <Callout compact intent="warning">
          {t('news-deleted')}
        </Callout>
      )}
      {isChanged && (
        <Callout compact intent="warning">
          {t(hasChanges ? 'news-changed-dirty' : 'news-changed')}{' '}
          {!hasChanges && <Button size="small" text={t('news-load')} onClick={() => void reload()} />}
        </Callout>
      )}
    </div>
  )
}

/** The other accounts that have the record open. */
export function Viewers({ names }: { readonly names: readonly string[] }) {
  const t = useT()
  const text = names.slice(0, 5).join(t('names-separator'))
  return (
    <span role="status" className="record-viewers">
      {names.length > 0 && (
        <Tag minimal icon={<People />} title={t('viewers', { names: text })}>
          <span aria-hidden="true">{text}</span>
          <span className="tw-visually-hidden">{t('viewers', { names: text })}</span>
        </Tag>
      )}
    </span>
  )
}

/** Milliseconds in which what this tab saves itself is loaded again. */
const gatherMs = 800
/** The same where only the list says that something has changed, which may be another record. */
const listGatherMs = 5000

/** A look at the record that is due. */
interface PlannedRead {
  readonly of: number
  readonly dueAt: number
  readonly handle: ReturnType<typeof setTimeout>
}

/** The record on the server, and who else has it open; null until that is known, and for a new record. */
export function useRecordWatch(model: TableModel, id: number | null): RecordWatch | null {
  const [watch, setWatch] = useState<{ readonly of: number; readonly answer: RecordWatch } | null>(null)
  const timer = useRef<PlannedRead | null>(null)
  const plan = useCallback(
    (waitMs: number): void => {
      const dueAt = performance.now() + waitMs
      if (id === null || (timer.current?.of === id && timer.current.dueAt <= dueAt)) return
      if (timer.current) clearTimeout(timer.current.handle)
      const handle = setTimeout(() => {
        timer.current = null
        const query = `entity=${encodeURIComponent(model.id)}&id=${id}`
        void getData<RecordWatch>('/admin/Live/record', query, { quiet: true, isBackground: true }).then(
          (answer) => setWatch({ of: id, answer }),
          () => undefined,
        )
      }, waitMs)
      timer.current = { of: id, dueAt, handle }
    },
    [model, id],
  )
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current.handle)
      timer.current = null
    },
    [],
  )
  useTopic(id === null ? null : recordTopic(model.id, id), { onChange: () => plan(gatherMs) })
  // After writes in other processes the list alone may tell.
  useTopic(id === null ? null : listTopic(model.id), { onChange: () => plan(listGatherMs) })
  return watch?.of === id ? watch.answer : null
}
