/** What the signed-in admin has done in the last day and can still undo. */
import { Button } from '@blueprintjs/core'
import { Undo } from '@blueprintjs/icons'
import { useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { formatSeconds, type OwnOperation } from '../../../protocol/index.ts'
import { recordsChanged } from '../../core/api/records-changed.ts'
import { session } from '../../core/auth/session.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { useLoaded } from '../../core/loading/use-loaded.ts'
import { fetchOperations, undoOperation } from './calls.ts'
import { notify } from '../../core/notify.ts'
import { SectionStatus } from './SectionStatus.tsx'
import { useT } from './texts.ts'

/** @param onUndone comes called after each, when the log has one entry more */
export function OwnOperations({ onUndone }: { readonly onUndone: () => void }) {
  const t = useT()
  const language = useLanguage()
  const [round, setRound] = useState(0)
  const { timeZone } = useSnapshot(session).site
  const [busy, setBusy] = useState<{ readonly entry: number; readonly left: number } | null>(null)
  const lead = useRef<HTMLParagraphElement>(null)
  const loadState = useLoaded(`own operations ${language} ${round}`, fetchOperations)
  const undo = (operation: OwnOperation): void => {
    const [entry = 0] = operation.entries
    setBusy({ entry, left: operation.count })
    // A refusal is shown by the call itself; the list then shows what can still be undone.
    void undoOperation(operation, (left) => setBusy({ entry, left }))
      .then(({ msg, ...undone }) =>
        notify(
          undone.kept === 0
            ? { tone: 'success', text: msg }
            : { tone: 'warning', text: t('undo-kept', { ...undone, count: undone.kept }) },
        ),
      )
      .catch(() => undefined)
      .finally(() => {
        setBusy(null)
        setRound((count) => count + 1)
        recordsChanged(operation.controller)
        onUndone()
        // The button is gone with what it undid.
        lead.current?.focus()
      })
  }
  return (
    <>
      <p ref={lead} tabIndex={-1} className="profile-lead tw-muted">
        {t('undo-lead')}
      </p>
      {loadState.state !== 'ready' && <SectionStatus loaded={loadState} />}
      {loadState.state === 'ready' && loadState.value.length === 0 && <p className="tw-muted">{t('undo-empty')}</p>}
      <ul className="profile-sessions">
        {(loadState.state === 'ready' ? loadState.value : []).map((operation) => (
          <OperationItem
            key={operation.entries[0]}
            operation={operation}
            time={formatSeconds(operation.time, timeZone)}
            left={busy?.entry === operation.entries[0] ? busy?.left : undefined}
            isDisabled={busy !== null}
            onUndo={() => undo(operation)}
          />
        ))}
      </ul>
    </>
  )
}

interface OperationItemProps {
  readonly operation: OwnOperation
  readonly time: string
  /** Records that are still to be undone; undefined = it is not being undone. */
  readonly left: number | undefined
  readonly isDisabled: boolean
  readonly onUndo: () => void
}

function OperationItem({ operation, time, left, isDisabled, onUndo }: OperationItemProps) {
  const t = useT()
  const { title, count, names } = operation
  const nameList = names.join(t('undo-comma'))
  const about =
    names.length === count ? nameList : t(names.length > 0 ? 'undo-more' : 'undo-count', { names: nameList, count })
  return (
    <li>
      <div>
        <div>{title}</div>
        <div className="tw-muted">
          {about} · {time}
        </div>
        <div role="status" className="tw-muted">
          {left !== undefined && count > 1 && t('undo-left', { count: left })}
        </div>
      </div>
      <Button
        size="small"
        variant="outlined"
        icon={<Undo />}
        text={t('undo')}
        aria-label={t('undo-of', { title, names: about })}
        loading={left !== undefined}
        disabled={isDisabled}
        onClick={onUndo}
      />
    </li>
  )
}
