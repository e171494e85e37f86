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
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(true)
  const [isSent, setSent] = useState(false)
  const csv = draft.csv ?? linesOf(model).length > 0
  const content = { note: draft.note, language, csv }
  const preview = useMailPreview(model, row, content)
  const shown = preview.value
  const { isBusy, problems, setProblems, footer, deliver } = useDelivery(model, row, preview, () => {
    setSent(true)
    setOpen(false)
  })
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
    await deliver({ ...content, to: all, version: shown?.version ?? null })
  }
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!isBusy && shown) void send()
  }
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
            <MailCallouts isOnlyStored={shown?.is_delivered === false} isDirty={isDirty} problem={problems.whole} />
            <MailFields
              id={id}
              to={to}
              toProblem={toProblem}
              maxAddresses={shown?.max_addresses ?? null}
              noteProblem={problems.note}
              typed={typed}
              onTyped={setTyped}
              content={content}
              disabled={isBusy}
              onChange={change}
            />
          </div>
          <Preview preview={preview} />
        </div>
      </DialogBody>
      <div ref={footer}>
        <MailFooter
          count={joinAddresses(to, typed).length}
          isBusy={isBusy}
          canSend={shown !== null}
          onSend={() => void send()}
          onCancel={() => setOpen(false)}
        />
      </div>
    </Dialog>
  )
}

/** Sends the mail; the server's problems are shown until the input changes. */
function useDelivery(
  model: MailDialogProps['model'],
  row: MailDialogProps['row'],
  preview: ReturnType<typeof useMailPreview>,
  onSent: () => void,
) {
  const [key] = useState(() => new IdempotencyKey())
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [footer, rememberFocus] = useKeptFocus(isBusy)
  const deliver = async (mail: Parameters<typeof sendMail>[2]): Promise<void> => {
    rememberFocus()
    setBusy(true)
    try {
      const text = await sendMail(model, row, mail, key.keyFor(JSON.stringify(mail)))
      key.callEnded(null)
      notify({ text, tone: preview.value?.is_delivered === false ? 'warning' : 'success' })
      recordsChanged(model.controller)
      onSent()
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
  return { isBusy, problems, setProblems, footer, deliver }
}

interface MailCalloutsProps {
  /** The mail is stored, and no server delivers it. */
  readonly isOnlyStored: boolean
  readonly isDirty: boolean
  /** Belongs to no field. */
  readonly problem: string | undefined
}

function MailCallouts({ isOnlyStored, isDirty, problem }: MailCalloutsProps) {
  const t = useT()
  return (
    <>
      {isOnlyStored && (
        <Callout compact intent="warning" className="mail-callout">
          {t('stored')}
        </Callout>
      )}
      {isDirty && (
        <Callout compact intent="primary" className="mail-callout">
          {t('unsaved')}
        </Callout>
      )}
      {problem !== undefined && (
        <Callout compact intent="danger" role="alert" className="mail-callout">
          {problem}
        </Callout>
      )}
    </>
  )
}

interface MailFieldsProps {
  /** Prefix of the inputs. */
  readonly id: string
  readonly to: readonly string[]
  readonly toProblem: string | undefined
  /** Null until the preview has arrived. */
  readonly maxAddresses: number | null
  readonly noteProblem: string | undefined
  /** The address that is being typed. */
  readonly typed: string
  readonly onTyped: (typed: string) => void
  readonly content: { readonly note: string; readonly language: Language; readonly csv: boolean }
  readonly disabled: boolean
  readonly onChange: (part: Partial<MailDraft>) => void
}

function MailFields(props: MailFieldsProps) {
  const { id, to, toProblem, maxAddresses, noteProblem, typed, onTyped, content, disabled, onChange } = props
  const t = useT()
  return (
    <>
      <Field
        id={`${id}-to`}
        label={t('to')}
        problem={toProblem}
        help={maxAddresses === null ? '' : t('to-help', { limit: maxAddresses })}
      >
        <Addresses
          id={`${id}-to`}
          describedBy={toProblem !== undefined || maxAddresses !== null ? `${id}-to-note` : undefined}
          isInvalid={toProblem !== undefined}
          disabled={disabled}
          addresses={to}
          typed={typed}
          onTyped={onTyped}
          onChange={(addresses) => onChange({ to: addresses })}
        />
      </Field>
      <Field id={`${id}-language`} label={t('language')}>
        <HTMLSelect
          id={`${id}-language`}
          fill
          disabled={disabled}
          value={content.language}
          onChange={(event) => onChange({ language: event.currentTarget.value as Language })}
          options={languages.map((value) => ({ value, label: t(value) }))}
        />
      </Field>
      <Field id={`${id}-note`} label={t('note')} problem={noteProblem}>
        <TextArea
          id={`${id}-note`}
          className="mail-note"
          fill
          autoResize
          disabled={disabled}
          maxLength={maxNote}
          value={content.note}
          placeholder={t('note-hint')}
          aria-invalid={noteProblem !== undefined || undefined}
          aria-describedby={noteProblem === undefined ? undefined : `${id}-note-note`}
          onChange={(event) => onChange({ note: event.currentTarget.value })}
        />
      </Field>
      <Checkbox
        className="mail-csv"
        disabled={disabled}
        checked={content.csv}
        onChange={(event) => onChange({ csv: event.currentTarget.checked })}
      >
        {t('csv')}
      </Checkbox>
    </>
  )
}

interface MailFooterProps {
  /** Addresses that the mail goes to. */
  readonly count: number
  readonly isBusy: boolean
  readonly canSend: boolean
  readonly onSend: () => void
  readonly onCancel: () => void
}

function MailFooter({ count, isBusy, canSend, onSend, onCancel }: MailFooterProps) {
  const t = useT()
  return (
    <DialogFooter
      actions={
        <>
          <Button text={t('cancel')} disabled={isBusy} onClick={onCancel} />
          <Button
            intent="primary"
            icon={<SendMessage />}
            title={t('shortcut')}
            text={count > 1 ? t('submit-many', { count }) : t('submit')}
            loading={isBusy}
            disabled={!canSend}
            onClick={onSend}
          />
        </>
      }
    />
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
