import { Button, Callout, DialogBody, DialogFooter, ProgressBar } from '@blueprintjs/core'
import { useState } from 'react'
import type { ImportState, TableModel } from '../../../../protocol/index.ts'
import { recordsChanged } from '../../../core/api/records-changed.ts'
import { undoOperation } from '../../../identity/profile/calls.ts'
import { useListActions } from '../context/contexts.ts'
import { saveErrors } from './calls.ts'
import { Counts } from './Counts.tsx'
import { useT } from './texts.ts'
import { doneRows, percentOf } from './use-import-run.ts'

interface ResultStepProps {
  readonly model: TableModel
  /** Null while nothing is known yet. */
  readonly state: ImportState | null
  readonly onAgain: () => void
  readonly onClose: () => void
}

/** How far the import is, and what can be done with its result. */
export function ResultStep({ model, state, onAgain, onClose }: ResultStepProps) {
  const t = useT()
  const { narrow } = useListActions()
  const isRunning = state === null || state.state === 'running'
  const show = (ids: readonly number[]): void => {
    narrow({ quickSearch: '', search: [{ field: 'id', operator: 'IN', val: ids.join(',') }] })
    onClose()
  }
  return (
    <>
      <DialogBody>
        {isRunning ? (
          <>
            <p role="status">{t('running', { done: state ? doneRows(state) : 0, count: state?.count ?? 0 })}</p>
            <ProgressBar
              value={state ? percentOf(state) / 100 : 0}
              aria-label={t('progress')}
              aria-valuenow={state ? percentOf(state) : 0}
            />
            <p className="import-hint">{t('runs-on')}</p>
          </>
        ) : (
          <Callout role="status" intent={state.state === 'done' ? 'success' : 'danger'}>
            <strong>{t(state.state === 'done' ? 'done' : 'failed', { name: state.name })}</strong>
            {state.error !== '' && <p>{state.error}</p>}
          </Callout>
        )}
        {state && <Counts counts={state} />}
        {state && !isRunning && (
          <div className="import-actions">
            {state.refused > 0 && (
              <Button
                text={t('save-errors', { count: state.refused })}
                onClick={() =>
                  void saveErrors(model, state.run, `${t('errors-name')} ${state.name}.csv`).catch(() => {})
                }
              />
            )}
            {state.ids.length > 0 && <Button text={t('show')} onClick={() => show(state.ids)} />}
            {state.entry !== null && state.ids.length > 0 && <UndoButton model={model} state={state} />}
          </div>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            {!isRunning && <Button text={t('again')} onClick={onAgain} />}
            <Button intent="primary" text={t('close')} autoFocus onClick={onClose} />
          </>
        }
      />
    </>
  )
}

function UndoButton({ model, state }: { readonly model: TableModel; readonly state: ImportState }) {
  const t = useT()
  const { reload } = useListActions()
  const [left, setLeft] = useState<number | null>(null)
  const [outcome, setOutcome] = useState<string | null>(null)
  const undo = async (): Promise<void> => {
    const count = state.created + state.updated
    setLeft(count)
    try {
      const operation = {
        entries: [state.entry ?? 0],
        count,
        title: '',
        time: 0,
        controller: model.controller,
        names: [],
      }
      const { done, kept: keptCount, reason } = await undoOperation(operation, setLeft)
      setOutcome(keptCount > 0 ? t('undo-kept', { done, kept: keptCount, reason }) : t('undone', { done }))
      recordsChanged(model.controller)
      void reload()
    } catch {
      // The reason was shown as a toast.
    } finally {
      setLeft(null)
    }
  }
  if (outcome !== null) return <p role="status">{outcome}</p>
  return (
    <Button
      text={left === null ? t('undo') : t('undoing', { left })}
      disabled={left !== null}
      onClick={() => void undo()}
    />
  )
}
