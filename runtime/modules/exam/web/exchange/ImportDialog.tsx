/** Imports questions of a file or of a pasted table: a preview comes first, with a reason for what is refused. */
import { Button, Callout, Dialog, DialogBody, DialogFooter, FormGroup, HTMLSelect, TextArea } from '@blueprintjs/core'
import { Cross, Document, Export } from '@blueprintjs/icons'
import { useRef, useState } from 'react'
import type { AnswerOf } from 'tablewright/protocol'
import { callRoute, can, errorText, type ToolbarPartProps } from 'tablewright/web'
import { importBank, maxImportBytes } from '../../shared/exchange-routes.ts'
import { base64Of, readBytes } from './file-bytes.ts'
import { ImportRows } from './ImportRows.tsx'
import { useT } from './texts.ts'
import { useSubjects } from './use-subjects.ts'
import './exchange.css'

type Report = AnswerOf<(typeof importBank)['answer']>

interface Choice {
  readonly subject: number
  readonly file: string
}

interface ImportProps extends ToolbarPartProps {
  readonly onClose: () => void
  readonly toExport: () => void
}

export function ImportDialog({ reload, onClose, toExport }: ImportProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(true)
  const [choice, setChoice] = useState<Choice | null>(null)
  const [report, setReport] = useState<Report | null>(null)
  const [isStored, setStored] = useState(false)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const send = async (next: Choice, store: boolean): Promise<void> => {
    setBusy(true)
    setProblem('')
    try {
      setReport(await callRoute(importBank, { ...next, store }, { quiet: true }))
      setChoice(next)
      setStored(store)
      if (store) await reload()
    } catch (refusal) {
      setProblem(errorText(refusal))
    }
    setBusy(false)
  }
  const close = (): void => setOpen(false)
  return (
    <Dialog isOpen={isOpen} title={t('import')} onClose={close} onClosed={onClose} className="exam-exchange">
      {report === null || choice === null ? (
        <SourceStep
          problem={problem}
          isBusy={isBusy}
          read={(next) => void send(next, false)}
          close={close}
          toExport={toExport}
        />
      ) : (
        <>
          <DialogBody>
            {problem !== '' && <Problem text={problem} />}
            <ImportRows report={report} isStored={isStored} />
          </DialogBody>
          <DialogFooter
            actions={
              isStored ? (
                <Button intent="primary" text={t('close')} onClick={close} />
              ) : (
                <>
                  <Button text={t('back')} onClick={() => setReport(null)} />
                  <Button
                    intent="primary"
                    text={t('import-questions', { count: report.fresh })}
                    disabled={report.fresh === 0}
                    loading={isBusy}
                    onClick={() => void send(choice, true)}
                  />
                </>
              )
            }
          />
        </>
      )}
    </Dialog>
  )
}

function Problem({ text }: { readonly text: string }) {
  return (
    <Callout compact intent="danger" role="alert">
      {text}
    </Callout>
  )
}

interface FileProps {
  readonly file: File | null
  readonly setFile: (file: File | null) => void
}

function FilePart({ file, setFile }: FileProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="exam-exchange-file">
      <Button icon={<Document />} text={t('choose-file')} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        className="tw-visually-hidden"
        tabIndex={-1}
        aria-label={t('choose-file')}
        accept=".xlsx,.csv,.tsv,.txt,.gift"
        onChange={({ currentTarget }) => {
          setFile(currentTarget.files?.[0] ?? null)
          currentTarget.value = ''
        }}
      />
      <span role="status">{file?.name ?? ''}</span>
      {file && (
        <Button variant="minimal" icon={<Cross />} aria-label={t('remove-file')} onClick={() => setFile(null)} />
      )}
    </div>
  )
}

interface SourceProps {
  readonly problem: string
  readonly isBusy: boolean
  readonly read: (choice: Choice) => void
  readonly close: () => void
  readonly toExport: () => void
}

function SourceStep({ problem, isBusy, read, close, toExport }: SourceProps) {
  const t = useT()
  const { subjects, error } = useSubjects()
  const [subject, setSubject] = useState(0)
  const [file, setFile] = useState<File | null>(null)
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState('')
  const id = subject || (subjects?.[0]?.id ?? 0)
  const preview = async (): Promise<void> => {
    const bytes = file ? await readBytes(file) : new TextEncoder().encode(text)
    if (bytes.length > maxImportBytes) return setRefusal(t('file-large', { kilobytes: maxImportBytes / 1000 }))
    setRefusal('')
    read({ subject: id, file: base64Of(bytes) })
  }
  const message = refusal || problem || (error === null ? '' : errorText(error))
  return (
    <>
      <DialogBody>
        <p className="tw-muted">{t('import-note')}</p>
        {message !== '' && <Problem text={message} />}
        {subjects?.length === 0 && <Problem text={t('no-subject')} />}
        <FormGroup label={t('subject')} labelFor="exam-import-subject" helperText={t('subject-note')}>
          <HTMLSelect
            id="exam-import-subject"
            fill
            value={id}
            options={(subjects ?? []).map((row) => ({ value: row.id, label: row.name }))}
            onChange={(event) => setSubject(Number(event.currentTarget.value))}
          />
        </FormGroup>
        <FilePart file={file} setFile={setFile} />
        <FormGroup label={t('paste')} labelFor="exam-import-text" helperText={t('paste-note')}>
          <TextArea
            id="exam-import-text"
            fill
            rows={4}
            spellCheck={false}
            disabled={file !== null}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </FormGroup>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('close')} onClick={close} />
            <Button
              intent="primary"
              text={t('read')}
              loading={isBusy}
              disabled={id === 0 || (file === null && text.trim() === '')}
              onClick={() => void preview()}
            />
          </>
        }
      >
        {can('exam/question', 'export') && <Button icon={<Export />} text={t('export')} onClick={toExport} />}
      </DialogFooter>
    </>
  )
}
