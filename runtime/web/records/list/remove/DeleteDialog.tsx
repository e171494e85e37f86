import { Button, Callout, Classes, Dialog } from '@blueprintjs/core'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { keepsDeleted, type RecordReference } from '../../../../protocol/index.ts'
import { ApiError, isCancelled, errorText } from '../../../core/api/api-error.ts'
import { notify, undoDurationMs } from '../../../core/notify.ts'
import { pageOf, recordName } from '../../../fields/record-names.ts'
import { useListActions, useListData } from '../context/contexts.ts'
import { flatRows } from '../tree.ts'
import { recordNouns, useLanguage } from '../../../core/i18n/language.ts'
import { useKeptFocus } from '../../../core/react/use-kept-focus.ts'
import { useT } from '../texts/index.ts'

export interface DeleteDialogProps {
  readonly ids: readonly number[]
  /** Called when it has closed. */
  readonly onClose: () => void
}

/** Asks before records are deleted, says how many, and shows what still refers to them when the server refuses. */
export function DeleteDialog({ ids, onClose }: DeleteDialogProps) {
  const { model, loaded } = useListData()
  const t = useT()
  const language = useLanguage()
  // Closed first and taken away after, so that the focus returns to where it was.
  const [isOpen, setOpen] = useState(true)
  const leave = () => setOpen(false)
  const { isBusy, problem, run } = useDelete(ids, leave)
  // Without the focus inside, Escape would not reach the dialog after a refusal.
  const [footer, rememberFocus] = useKeptFocus(isBusy)
  const isSoftDelete = keepsDeleted(model)
  const only = ids.length === 1 ? flatRows(loaded.rows).find((row) => row.id === ids[0]) : undefined
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      onClosed={onClose}
      canEscapeKeyClose={!isBusy}
      canOutsideClickClose={false}
      isCloseButtonShown={!isBusy}
      transitionDuration={100}
      title={t('deleteTitle', { count: ids.length, ...recordNouns(model, language) })}
      className="list-delete"
      role="alertdialog"
    >
      <div className={Classes.DIALOG_BODY}>
        <p>
          {only
            ? t(isSoftDelete ? 'deleteOneKept' : 'deleteOne', { name: recordName(model, only) })
            : t(isSoftDelete ? 'deleteManyKept' : 'deleteMany', { count: ids.length })}
        </p>
        {problem && <Refusal problem={problem} onLeave={leave} />}
      </div>
      <div ref={footer} className={Classes.DIALOG_FOOTER}>
        <div className={Classes.DIALOG_FOOTER_ACTIONS}>
          <Button text={t('cancel')} disabled={isBusy} onClick={leave} autoFocus />
          <Button
            intent="danger"
            text={problem ? t('retry') : t('deleteConfirm', { count: ids.length })}
            loading={isBusy}
            onClick={() => {
              rememberFocus()
              void run()
            }}
          />
        </div>
      </div>
    </Dialog>
  )
}

/** Ids in one call: more would not fit an address. Each call is one transaction. */
const batchSize = 200

function useDelete(ids: readonly number[], onDone: () => void) {
  const { model, api, deleted } = useListData()
  const { reload, announce, deselect } = useListActions()
  const t = useT()
  const language = useLanguage()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<ApiError | null>(null)
  // What an earlier try deleted is not asked for again.
  const left = useRef(ids)
  const run = async () => {
    setIsBusy(true)
    setProblem(null)
    try {
      while (left.current.length > 0) {
        const some = left.current.slice(0, batchSize)
        await api.del(some, { quiet: true, notifySuccess: false })
        left.current = left.current.slice(batchSize)
        deselect(some)
      }
      const text = t('deleted', { count: ids.length, ...recordNouns(model, language) })
      notify({
        tone: 'success',
        text,
        ...(deleted && {
          durationMs: undoDurationMs,
          action: { text: t('undo'), run: () => void deleted.restore(ids) },
        }),
      })
      announce(text)
      onDone()
    } catch (error) {
      if (!isCancelled(error))
        setProblem(error instanceof ApiError ? error : new ApiError(errorText(error), { kind: 'network' }))
    } finally {
      setIsBusy(false)
      void reload()
    }
  }
  return { isBusy, problem, run }
}

function Refusal({ problem, onLeave }: { readonly problem: ApiError; readonly onLeave: () => void }) {
  const t = useT()
  const references = problem.refusal?.references ?? []
  return (
    <div role="alert">
      <Callout intent="danger">
        <p>
          <b>{problem.message}</b>
        </p>
        {references.length > 0 && (
          <>
            <p>{t('inUse')}</p>
            <ul className="list-references">
              {references.map((reference) => (
                <li key={`${reference.table} ${reference.id}`}>
                  <ReferenceLink reference={reference} onLeave={onLeave} />
                </li>
              ))}
            </ul>
          </>
        )}
        {problem.requestId && <p className={Classes.TEXT_MUTED}>{t('requestId', { id: problem.requestId })}</p>}
      </Callout>
    </div>
  )
}

function ReferenceLink({ reference, onLeave }: { readonly reference: RecordReference; readonly onLeave: () => void }) {
  const t = useT()
  const { table, page = pageOf(table), label, id, title } = reference
  return (
    <Link to={`/admin/${page}?edit=${id}`} onClick={onLeave} aria-label={t('openRecord', { table: label, title })}>
      <span className="list-reference-table">{label}</span> {title}
    </Link>
  )
}
