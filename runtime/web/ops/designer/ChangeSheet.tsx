/** The sheet of a change: its words first, then the database, then the files. The account's password applies it. */
import {
  Button,
  Callout,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  InputGroup,
  Spinner,
  Tag,
} from '@blueprintjs/core'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../core/api/api-error.ts'
import { saveBlob } from '../../core/api/save-blob.ts'
import { useStaleWhileRevalidate } from '../../core/api/stale-while-revalidate.ts'
import { useLanguage } from '../../core/i18n/language.ts'
import { notifySuccess } from '../../core/notify.ts'
import { applyChange, patchOf, previewChange, type Change, type PlanStep, type Preview } from './calls.ts'
import { useT } from './texts.ts'
import { whenServerAnswers } from './when-server-answers.ts'

interface ChangeSheetProps {
  readonly change: Change
  /** The change takes an undo back. */
  readonly isRedo?: boolean
  readonly onClose: () => void
  readonly onApplied: () => void
}

const order: readonly PlanStep['class'][] = ['safe', 'guarded', 'destructive']

export function ChangeSheet({ change, isRedo = false, onClose, onApplied }: ChangeSheetProps) {
  const t = useT()
  const [password, setPassword] = useState('')
  const [confirmed, setConfirmed] = useState('')
  const { preview, problem, isBusy, apply } = useApply(change, onApplied)
  const steps = preview?.plan?.steps ?? []
  const loss = steps.find((step) => step.isOpen && step.class === 'destructive')
  const isBlocked = steps.some((step) => step.isOpen && !step.canAgree)
  const mayApply = preview?.hash != null && !isBlocked && (loss === undefined || confirmed === loss.table)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!mayApply || password === '' || isBusy) return
    void apply(password)
    setPassword('')
  }
  const download = async (): Promise<void> =>
    saveBlob(new Blob([await patchOf(change)], { type: 'text/x-patch' }), 'design.patch')
  return (
    <Dialog isOpen title={t('sheet-title')} onClose={onClose} className="designer-sheet">
      <form onSubmit={submit}>
        <DialogBody>
          {preview && <SheetContent preview={preview} steps={steps} isBlocked={isBlocked} />}
          {loss && !isBlocked && (
            <FormGroup label={t('confirm-name', { name: loss.table })} labelFor="sheet-confirm">
              <InputGroup
                id="sheet-confirm"
                autoComplete="off"
                value={confirmed}
                onChange={(event) => setConfirmed(event.currentTarget.value)}
              />
            </FormGroup>
          )}
          {mayApply && <PasswordInput value={password} onChange={setPassword} />}
          {problem !== null && (
            <Callout role="alert" intent="danger" compact>
              {problem}
            </Callout>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('download-patch')} variant="minimal" onClick={() => void download()} />
              <Button text={t('cancel')} onClick={onClose} />
              <Button
                type="submit"
                intent={loss ? 'danger' : 'primary'}
                icon={isBusy && <Spinner size={16} />}
                text={
                  'undo' in change
                    ? t(isRedo ? 'apply-redo' : 'apply-undo')
                    : t('apply', { count: change.operations.length })
                }
              />
            </>
          }
        />
      </form>
    </Dialog>
  )
}

/** Previews a change, and applies what the preview showed. */
function useApply(change: Change, onApplied: () => void) {
  const t = useT()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [round, setRound] = useState(0)
  const { value: preview, error } = useStaleWhileRevalidate(`sheet ${round}`, () => previewChange(change, null, true))
  const apply = async (password: string): Promise<void> => {
    if (preview?.hash == null) return
    setBusy(true)
    setRefusal(null)
    try {
      const { restarts } = await applyChange(change, preview.hash, password)
      if (restarts) await whenServerAnswers()
      notifySuccess(t('applied'))
      onApplied()
      // The page is of the build before.
      if (restarts) location.reload()
    } catch (problem) {
      setRefusal(errorText(problem))
      setRound((count) => count + 1)
    } finally {
      setBusy(false)
    }
  }
  return { preview, problem: error === null ? refusal : errorText(error), isBusy, apply }
}

interface PasswordInputProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

function PasswordInput({ value, onChange }: PasswordInputProps) {
  const t = useT()
  return (
    <FormGroup label={t('password')} labelFor="sheet-password">
      <InputGroup
        id="sheet-password"
        type="password"
        autoComplete="current-password"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </FormGroup>
  )
}

const linesOf = (text: string) => text.split('\n').map((line, number) => ({ text: line, number }))

interface SheetContentProps {
  readonly preview: Preview
  readonly steps: readonly PlanStep[]
  readonly isBlocked: boolean
}

function SheetContent({ preview, steps, isBlocked }: SheetContentProps) {
  const t = useT()
  const language = useLanguage()
  const { problems, words, diffs } = preview
  if (problems.length > 0)
    return (
      <Callout intent="danger" title={t('has-problems')}>
        <ul>
          {problems.map(({ code, file, line, message }) => (
            <li key={`${code} ${file}:${line}`}>
              <code>
                {file}:{line}
              </code>{' '}
              {message[language]}
            </li>
          ))}
        </ul>
      </Callout>
    )
  const sorted = steps.toSorted((step, other) => order.indexOf(step.class) - order.indexOf(other.class))
  return (
    <>
      <h3>{t('sheet-words')}</h3>
      <ul>
        {words.map((text) => (
          <li key={text.en}>{text[language]}</li>
        ))}
      </ul>
      <h3>{t('sheet-data')}</h3>
      {isBlocked && (
        <Callout intent="warning" compact>
          {t('blocked')}
        </Callout>
      )}
      {steps.length === 0 && <p>{t('no-steps')}</p>}
      {preview.plan && preview.plan.keeps !== 'plain' && (
        <Callout intent={preview.plan.keeps === 'lost' ? 'warning' : 'primary'} compact>
          {t(`keeps.${preview.plan.keeps}`)}
        </Callout>
      )}
      <ul className="designer-steps">
        {sorted.map((step) => (
          <li key={`${step.kind} ${step.table} ${step.reason.en}`}>
            <Tag minimal intent={step.class === 'safe' ? 'success' : step.class === 'guarded' ? 'warning' : 'danger'}>
              {t(step.class)}
            </Tag>{' '}
            {step.reason[language]}
            {step.rows !== null && ` ${t('rows', { count: step.rows })}`}
            {step.sql.length > 0 && (
              <details>
                <summary>{t('sql')}</summary>
                <pre>{step.sql.join('\n')}</pre>
              </details>
            )}
          </li>
        ))}
      </ul>
      <h3>{t('sheet-files')}</h3>
      {diffs.map(({ path, patch }) => (
        <details key={path} open={diffs.length === 1}>
          <summary>
            <code>{path}</code>
          </summary>
          <pre>
            {linesOf(patch).map(({ text, number }) => (
              <span key={number} data-line={text[0]}>{`${text}\n`}</span>
            ))}
          </pre>
        </details>
      ))}
    </>
  )
}
