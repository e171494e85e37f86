import { Button, Callout, Checkbox, Dialog, DialogBody, DialogFooter, HTMLSelect, TextArea } from '@blueprintjs/core'
import { SendMessage } from '@blueprintjs/icons'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { languages, linesOf, type Language } from '../../../../protocol/index.ts'
import { ApiError, errorText } from '../../../core/api/api-error.ts'
import { IdempotencyKey } from '../../../core/api/idempotency-key.ts'
import { recordsChanged } from '../../../core/api/records-changed.ts'
import { recordName } from '../../../fields/record-names.ts'
import { useLanguage } from '../../../core/i18n/language.ts'
import { useKeptFocus } from '../../../core/react/use-kept-focus.ts'
import { notify } from '../../../core/notify.ts'
import { Addresses, isWrongAddress, joinAddresses } from './Addresses.tsx'
import { sendMail } from './calls.ts'
import type { MailDialogProps, MailDraft } from './draft.ts'
import './mail.css'
import { Preview } from './Preview.tsx'
import { useT } from './texts.ts'
import { useMailPreview } from './use-mail-preview.ts'

/** Characters of a note. */
const maxNote = 2000

type Problems = Readonly<Partial<Record<'to' | 'note' | 'whole', string>>>

/** Asks for addresses and a note, shows the mail as it will be, and sends it. */
export function MailDialog({ model, row, isDirty, draft, onDraft, onClosed }: MailDialogProps) {
  const t = useT()
  const id = useId()
  const screenLanguage = useLanguage()
  const language = draft.language ?? screenLanguage
  const [key] = useState(() => new IdempotencyKey())
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(true)
  const [isSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [footer, rememberFocus] = useKeptFocus(isBusy)
  const csv = draft.csv ?? linesOf(model).length > 0
  const content = { note: draft.note, language, csv }
  const preview = useMailPreview(model, row, content)
  const shown = preview.value
  const to = draft.to ?? shown?.to ?? []
  const wrong = to.filter(isWrongAddress)
  const toProblem = wrong.length > 0 ? t('to-wrong', { addresses: wrong.join(', ') }) : problems.to
  const change = (part: Partial<MailDraft>): void => {
    setProblems({})
    onDraft({ ...draft, ...part })
  }
  const send = async (): Promise<void> => {
    const all = joinAddresses(to, typed)
    setTyped('')
    change({ to: all })
    if (all.length === 0) setProblems({ to: t('to-none') })
    if (all.length === 0 || all.some(isWrongAddress)) return document.getElementById(`${id}-to`)?.focus()
    rememberFocus()
    setBusy(true)
    const sending = { ...content, to: all, version: shown?.version ?? null }
    try {
      const text = await sendMail(model, row, sending, key.keyFor(JSON.stringify(sending)))
      key.callEnded(null)
      notify({ text, tone: shown?.is_delivered === false ? 'warning' : 'success' })
      recordsChanged(model.controller)
      setSent(true)
      setOpen(false)
    } catch (error) {
      if (error instanceof ApiError) key.callEnded(error)
      const refusal = error instanceof ApiError ? error.refusal : null
      const { to: ofAddresses, note: ofNote } = refusal?.errors ?? {}
      setProblems({
        ...(ofAddresses !== undefined && { to: ofAddresses }),
        ...(ofNote !== undefined && { note: ofNote }),
        ...(ofAddresses === undefined && ofNote === undefined && { whole: errorText(error) }),
      })
      if (refusal?.reason === 'conflict') preview.reload()
    } finally {
      setBusy(false)
    }
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!isBusy && shown) void send()
  }
  const count = joinAddresses(to, typed).length
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      onClosed={() => onClosed(isSent)}
      canEscapeKeyClose={!isBusy}
      canOutsideClickClose={false}
      isCloseButtonShown={false}
      transitionDuration={100}
      title={t('title', { name: recordName(model, row) })}
      className="mail-dialog"
    >
      <DialogBody>
        <div role="presentation" className="mail-columns" onKeyDown={handleKeyDown}>
          <div>
            {shown?.is_delivered === false && (
              <Callout compact intent="warning" className="mail-callout">
                {t('stored')}
              </Callout>
            )}
            {isDirty && (
              <Callout compact intent="primary" className="mail-callout">
                {t('unsaved')}
              </Callout>
            )}
            {problems.whole !== undefined && (
              <Callout compact intent="danger" role="alert" className="mail-callout">
                {problems.whole}
              </Callout>
            )}
            <Field
              id={`${id}-to`}
              label={t('to')}
              problem={toProblem}
              help={shown ? t('to-help', { limit: shown.max_addresses }) : ''}
            >
              <Addresses
                id={`${id}-to`}
                describedBy={toProblem !== undefined || shown ? `${id}-to-note` : undefined}
                isInvalid={toProblem !== undefined}
                disabled={isBusy}
                addresses={to}
                typed={typed}
                onTyped={setTyped}
                onChange={(addresses) => change({ to: addresses })}
              />
            </Field>
            <Field id={`${id}-language`} label={t('language')}>
              <HTMLSelect
                id={`${id}-language`}
                fill
                disabled={isBusy}
                value={language}
                onChange={(event) => change({ language: event.currentTarget.value as Language })}
                options={languages.map((value) => ({ value, label: t(value) }))}
              />
            </Field>
            <Field id={`${id}-note`} label={t('note')} problem={problems.note}>
              <TextArea
                id={`${id}-note`}
                className="mail-note"
                fill
                autoResize
                disabled={isBusy}
                maxLength={maxNote}
                value={draft.note}
                placeholder={t('note-hint')}
                aria-invalid={problems.note !== undefined || undefined}
                aria-describedby={problems.note === undefined ? undefined : `${id}-note-note`}
                onChange={(event) => change({ note: event.currentTarget.value })}
              />
            </Field>
            <Checkbox
              className="mail-csv"
              disabled={isBusy}
              checked={csv}
              onChange={(event) => change({ csv: event.currentTarget.checked })}
            >
              {t('csv')}
            </Checkbox>
          </div>
          <Preview preview={preview} />
        </div>
      </DialogBody>
      <div ref={footer}>
        <DialogFooter
          actions={
            <>
              <Button text={t('cancel')} disabled={isBusy} onClick={() => setOpen(false)} />
              <Button
                intent="primary"
                icon={<SendMessage />}
                title={t('shortcut')}
                text={count > 1 ? t('submit-many', { count }) : t('submit')}
                loading={isBusy}
                disabled={!shown}
                onClick={() => void send()}
              />
            </>
          }
        />
      </div>
    </Dialog>
  )
}

interface FieldProps {
  readonly id: string
  readonly label: string
  readonly problem?: string | undefined
  readonly help?: string
  readonly children: ReactNode
}

function Field({ id, label, problem, help = '', children }: FieldProps) {
  const note = problem ?? help
  return (
    <div className="mail-field">
      <label htmlFor={id}>{label}</label>
      <div className="record-control">{children}</div>
      {note !== '' && (
        <p
          id={`${id}-note`}
          className="mail-field-note"
          data-wrong={problem !== undefined || undefined}
          role={problem === undefined ? undefined : 'alert'}
        >
          {note}
        </p>
      )}
    </div>
  )
}
