import { Button, Callout, DialogBody, DialogFooter, ProgressBar, Switch } from '@blueprintjs/core'
import { useEffect, useState } from 'react'
import type { FieldModel, ImportPreview, TableModel } from '../../../../protocol/index.ts'
import { errorText } from '../../../core/api/api-error.ts'
import { useKeptFocus } from '../../../core/react/use-kept-focus.ts'
import { previewImport, startImport, type CellEdit } from './calls.ts'
import { Counts } from './Counts.tsx'
import type { OpenFile } from './open-file.ts'
import { PreviewTable } from './PreviewTable.tsx'
import { useT } from './texts.ts'

interface PreviewStepProps {
  readonly model: TableModel
  readonly fields: readonly FieldModel[]
  readonly open: OpenFile
  readonly onBack: () => void
  readonly onStarted: (run: number) => void
}

/** Shows what will happen to every row. Cells of rejected rows can be corrected here. */
export function PreviewStep({ model, fields, open, onBack, onStarted }: PreviewStepProps) {
  const { draft, plan } = open
  const t = useT()
  const { preview, error, isChecking, check } = usePreview(model, open)
  const [edits, setEdits] = useState<ReadonlyMap<string, CellEdit>>(new Map())
  const [isOnlyRefused, setOnlyRefused] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isStarting, setStarting] = useState(false)
  const isBusy = isChecking || isStarting
  const [footer, rememberFocus] = useKeptFocus(isBusy)
  const checkAgain = (): void => {
    rememberFocus()
    check([...edits.values()], () => setEdits(new Map()))
  }
  const start = async (): Promise<void> => {
    rememberFocus()
    setStarting(true)
    setProblem(null)
    try {
      onStarted((await startImport(model, draft.run, plan)).run)
    } catch (failure) {
      setProblem(errorText(failure))
      setStarting(false)
    }
  }
  const importable = preview ? preview.created + preview.updated : 0
  return (
    <>
      <DialogBody>
        {isChecking && <ProgressBar aria-label={t('checking')} />}
        <p className="tw-visually-hidden" role="status">
          {isChecking ? t('checking') : ''}
        </p>
        <Problem title={t('check-failed')} text={error} />
        <Problem title={t('start-failed')} text={problem} />
        {preview && (
          <>
            <Counts counts={preview} />
            {importable === 0 && <Callout>{t('nothing')}</Callout>}
            <Reasons reasons={preview.reasons} />
            {preview.refused > 0 && (
              <Switch
                checked={isOnlyRefused}
                label={t('only-refused')}
                onChange={({ currentTarget }) => setOnlyRefused(currentTarget.checked)}
              />
            )}
            <PreviewTable
              fields={fields}
              columns={plan.columns}
              rows={isOnlyRefused ? preview.refusedRows : preview.rows}
              count={isOnlyRefused ? preview.refused : preview.count}
              edits={edits}
              disabled={isBusy}
              onEdit={(edit) => setEdits((before) => new Map(before).set(`${edit.line} ${edit.column}`, edit))}
            />
          </>
        )}
      </DialogBody>
      <div ref={footer}>
        <DialogFooter
          actions={
            <>
              <Button text={t('back')} disabled={isStarting} onClick={onBack} />
              {edits.size > 0 ? (
                <Button intent="primary" text={t('check-again')} loading={isChecking} onClick={checkAgain} />
              ) : (
                <StartButton preview={preview} isBusy={isBusy} onStart={() => void start()} />
              )}
            </>
          }
        >
          {edits.size > 0 ? t('edited', { count: edits.size }) : undefined}
        </DialogFooter>
      </div>
    </>
  )
}

function Problem({ title, text }: { readonly title: string; readonly text: string | null }) {
  if (text === null) return null
  return (
    <Callout intent="danger" role="alert" className="import-problem">
      <strong>{title}</strong>
      <p>{text}</p>
    </Callout>
  )
}

interface StartButtonProps {
  readonly preview: ImportPreview | null
  readonly isBusy: boolean
  readonly onStart: () => void
}

function StartButton({ preview, isBusy, onStart }: StartButtonProps) {
  const t = useT()
  const count = preview ? preview.created + preview.updated : 0
  const refused = preview?.refused ?? 0
  return (
    <Button
      intent="primary"
      text={refused > 0 ? t('import-rest', { count, refused }) : t('import-rows', { count })}
      loading={isBusy}
      disabled={count === 0}
      onClick={onStart}
    />
  )
}

function Reasons({ reasons }: Pick<ImportPreview, 'reasons'>) {
  const t = useT()
  const entries = Object.entries(reasons).toSorted((left, right) => right[1] - left[1])
  if (entries.length === 0) return null
  return (
    <section className="import-reasons" aria-label={t('reasons')}>
      <ul>
        {entries.slice(0, 20).map(([reason, count]) => (
          <li key={reason}>{t('reason-count', { count, reason })}</li>
        ))}
      </ul>
    </section>
  )
}

/** Checks the file when the step opens, and again with changed cells. */
function usePreview(model: TableModel, { draft, plan }: OpenFile) {
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [request, setRequest] = useState<{ readonly edits: readonly CellEdit[]; readonly onDone: () => void }>({
    edits: [],
    onDone: () => {},
  })
  const [checked, setChecked] = useState<object | null>(null)
  useEffect(() => {
    const abort = new AbortController()
    previewImport(model, draft.run, plan, request.edits, abort.signal).then(
      (answer) => {
        if (abort.signal.aborted) return
        setPreview(answer)
        setError(null)
        setChecked(request)
        request.onDone()
      },
      (failure: unknown) => {
        if (abort.signal.aborted) return
        setError(errorText(failure))
        setChecked(request)
      },
    )
    return () => abort.abort()
  }, [model, draft.run, plan, request])
  return {
    preview,
    error,
    isChecking: checked !== request,
    check: (edits: readonly CellEdit[], onDone: () => void) => setRequest({ edits, onDone }),
  }
}
