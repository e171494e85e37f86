/** What can be done in the recycle bin and in the log of sensitive data: look at an entry, and take it back. */
import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { EyeOpen, History } from '@blueprintjs/icons'
import { Fragment, useState, type ReactNode } from 'react'
import { ApiError, errorText, isCancelled } from '../../../core/api/api-error.ts'
import { call, getData } from '../../../core/api/client.ts'
import type { Row } from '../../../core/api/table.ts'
import { useCan } from '../../../core/auth/permissions.ts'
import { useLoaded } from '../../../core/loading/use-loaded.ts'
import '../../recovery/security.css'
import { useT } from '../../recovery/texts.ts'
import { notifySuccess, notifyError } from '../../../core/notify.ts'
import { useListActions, useListData } from '../context/contexts.ts'
import { SelectionButton } from '../toolbar/SelectionButton.tsx'

interface Result {
  readonly id: number
  readonly ok: boolean
  readonly msg: string
}

/** How the two logs differ. */
const logs = {
  'system/data_recycle_log': {
    action: 'restore',
    done: 'is_restore',
    text: 'restore',
    of: 'restore-record',
    result: 'restore-result',
  },
  'system/sensitive_data_log': {
    action: 'rollback',
    done: 'is_rollback',
    text: 'roll-back',
    of: 'roll-back-record',
    result: 'roll-back-result',
  },
} as const

const logOf = (id: string) => (Object.hasOwn(logs, id) ? logs[id as keyof typeof logs] : null)

/** Takes entries back and reports what became of each. */
function useTakeBack() {
  const { model } = useListData()
  const { reload, deselect, announce } = useListActions()
  const [isBusy, setBusy] = useState(false)
  const [results, setResults] = useState<readonly Result[] | null>(null)
  const start = async (ids: readonly number[]): Promise<void> => {
    setBusy(true)
    try {
      const path = `/admin/${model.controller}/${logOf(model.id)?.action}`
      const { data, msg } = await call<{ readonly results: readonly Result[] }>({
        method: 'POST',
        path,
        body: { ids },
        quiet: true,
      })
      deselect(data.results.filter(({ ok }) => ok).map(({ id }) => id))
      announce(msg)
      if (data.results.every(({ ok }) => ok)) notifySuccess(msg)
      else setResults(data.results)
    } catch (error) {
      const refused = error instanceof ApiError ? (error.data as { readonly results?: readonly Result[] } | null) : null
      if (refused?.results && refused.results.length > 1) setResults(refused.results)
      else if (!isCancelled(error)) notifyError(errorText(error))
    } finally {
      setBusy(false)
      await reload()
    }
  }
  return { isBusy, start, results, close: () => setResults(null) }
}

/** Of one entry. */
export function RowRecovery({ record, name }: { readonly record: Row; readonly name: string }) {
  const { model } = useListData()
  const t = useT()
  const can = useCan()
  const { isBusy, start } = useTakeBack()
  const [isShown, setShown] = useState(false)
  const log = logOf(model.id)
  if (!log) return null
  return (
    <>
      {can(model.page, 'info') && (
        <Button
          variant="minimal"
          size="small"
          icon={<EyeOpen />}
          data-tip={t('details')}
          aria-label={t('details-of', { name })}
          onClick={() => setShown(true)}
        />
      )}
      {can(model.page, log.action) && record[log.done] !== 1 && (
        <Button
          variant="minimal"
          size="small"
          icon={<History />}
          data-tip={t(log.text)}
          aria-label={t(log.of, { name })}
          loading={isBusy}
          onClick={() => void start([record.id])}
        />
      )}
      {isShown && <EntryDialog id={record.id} onClose={() => setShown(false)} />}
    </>
  )
}

/** Of the selected entries. */
export function SelectedRecovery({ ids, isNarrow }: { readonly ids: readonly number[]; readonly isNarrow: boolean }) {
  const { model, loaded } = useListData()
  const t = useT()
  const can = useCan()
  const { isBusy, start, results, close } = useTakeBack()
  const log = logOf(model.id)
  if (!log || !can(model.page, log.action)) return null
  const text = t(log.text)
  return (
    <>
      <SelectionButton
        text={text}
        icon={<History />}
        count={ids.length}
        isBusy={isBusy}
        isNarrow={isNarrow}
        onClick={() => void start(ids)}
      />
      {results && <ResultsDialog title={t(log.result)} rows={loaded.rows} results={results} onClose={close} />}
    </>
  )
}

interface InfoDialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog that only tells something. */
function InfoDialog({ title, onClose, children }: InfoDialogProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(true)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      onClosed={onClose}
      transitionDuration={100}
      title={title}
      isCloseButtonShown={false}
      className="profile-dialog"
    >
      <DialogBody>{children}</DialogBody>
      <DialogFooter actions={<Button text={t('close')} onClick={() => setOpen(false)} />} />
    </Dialog>
  )
}

interface ResultsDialogProps {
  readonly title: string
  readonly rows: readonly Row[]
  readonly results: readonly Result[]
  readonly onClose: () => void
}

function ResultsDialog({ title, rows, results, onClose }: ResultsDialogProps) {
  const t = useT()
  const nameOf = (id: number): string => String(rows.find((row) => row.id === id)?.['title'] || `#${id}`)
  return (
    <InfoDialog title={title} onClose={onClose}>
      <ul className="security-results">
        {results.map(({ id, ok, msg }) => (
          <li key={id}>
            <strong>{nameOf(id)}</strong>
            {': '}
            {ok ? t('done') : msg}
          </li>
        ))}
      </ul>
    </InfoDialog>
  )
}

interface Value {
  readonly name: string
  readonly label: string
  readonly text: string
}

interface Entry {
  /** The table, who, when and from where. */
  readonly facts: readonly Value[]
  readonly values?: readonly Value[]
  readonly hasSecrets?: boolean
  readonly data_comment?: string
  readonly before?: string
  readonly after?: string
}

function EntryDialog({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { model } = useListData()
  const t = useT()
  const loadState = useLoaded(`entry ${model.id} ${id}`, () =>
    getData<{ readonly row: Entry }>(`/admin/${model.controller}/info`, `id=${id}`, { quiet: true }),
  )
  const entry = loadState.state === 'ready' ? loadState.value.row : null
  const values =
    entry?.values ??
    (entry && [
      { name: 'field', label: t('field'), text: entry.data_comment ?? '' },
      { name: 'before', label: t('before'), text: entry.before ?? '' },
      { name: 'after', label: t('after'), text: entry.after ?? '' },
    ])
  return (
    <InfoDialog
      title={t(model.id === 'system/data_recycle_log' ? 'what-was-deleted' : 'what-changed')}
      onClose={onClose}
    >
      {loadState.state === 'failed' && <p role="alert">{errorText(loadState.error)}</p>}
      {entry && <Values list={entry.facts} />}
      {values?.length === 0 && <p className="tw-muted">{t('no-values')}</p>}
      {values && values.length > 0 && <Values list={values} />}
      {entry?.hasSecrets && <p className="tw-muted">{t('has-secrets')}</p>}
    </InfoDialog>
  )
}

function Values({ list }: { readonly list: readonly Value[] }) {
  const t = useT()
  return (
    <dl className="security-values">
      {list.map(({ name, label, text }) => (
        <Fragment key={name}>
          <dt className="tw-muted">{label}</dt>
          <dd>{text === '' ? <span className="tw-muted">{t('empty')}</span> : text}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
