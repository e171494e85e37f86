import { Button, Callout, DialogBody, DialogFooter, ProgressBar } from '@blueprintjs/core'
import { Document } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import type { ImportDraft, ImportState, TableModel } from '../../../../protocol/index.ts'
import { errorText, isCancelled } from '../../../core/api/api-error.ts'
import { useDrop } from '../../../files/use-drop.ts'
import { fetchImports, readFile } from './calls.ts'
import { useT } from './texts.ts'

interface FileStepProps {
  readonly model: TableModel
  readonly onRead: (file: File, draft: ImportDraft) => void
  /** Shows an earlier import. */
  readonly onWatch: (run: number) => void
  readonly onClose: () => void
}

/** Takes a file by choice, by drag and by paste, and reads it. */
export function FileStep({ model, onRead, onWatch, onClose }: FileStepProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const { isReading, name, share, error, read } = useReading(model, onRead)
  const { isOver, handlers } = useDrop((files) => {
    const [file] = files
    if (file) read(file, null)
  })
  return (
    <>
      <DialogBody>
        <div className="import-drop" data-over={isOver || undefined} {...handlers}>
          {isReading ? (
            <>
              <p role="status">{t('reading', { name })}</p>
              <ProgressBar value={share < 1 ? share : undefined} aria-label={t('reading', { name })} />
            </>
          ) : (
            <>
              <Document size={32} aria-hidden />
              <p>
                {t('drop')}{' '}
                <Button intent="primary" text={t('choose')} autoFocus onClick={() => input.current?.click()} />
              </p>
              <p className="import-hint">{t('formats')}</p>
            </>
          )}
          <input
            ref={input}
            type="file"
            className="tw-visually-hidden"
            tabIndex={-1}
            aria-label={t('choose')}
            accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? []
              if (file) read(file, null)
              currentTarget.value = ''
            }}
          />
        </div>
        {error !== null && (
          <Callout intent="danger" role="alert" className="import-problem">
            <strong>{t('read-failed')}</strong>
            <p>{error}</p>
          </Callout>
        )}
        <Earlier model={model} onWatch={onWatch} />
      </DialogBody>
      <DialogFooter actions={<Button text={t('close')} onClick={onClose} />} />
    </>
  )
}

/** Reads one file at a time. A file that is no longer wanted is not read to its end. */
export function useReading(model: TableModel, onRead: FileStepProps['onRead']) {
  const [reading, setReading] = useState<{ readonly name: string; readonly share: number } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const read = (file: File, sheet: string | null): void => {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    setError(null)
    setReading({ name: file.name, share: 0 })
    const onProgress = (share: number): void => {
      if (!abort.signal.aborted) setReading({ name: file.name, share })
    }
    readFile(model, file, sheet, { signal: abort.signal, onProgress }).then(
      (draft) => {
        if (abort.signal.aborted) return
        setReading(null)
        onRead(file, draft)
      },
      (problem: unknown) => {
        if (abort.signal.aborted || isCancelled(problem)) return
        setReading(null)
        setError(errorText(problem))
      },
    )
  }
  return { isReading: reading !== null, name: reading?.name ?? '', share: reading?.share ?? 0, error, read }
}

/** The last imports of this person, of which one may still run. */
function Earlier({ model, onWatch }: Pick<FileStepProps, 'model' | 'onWatch'>) {
  const t = useT()
  const [imports, setImports] = useState<readonly ImportState[]>([])
  useEffect(() => {
    let isOver = false
    fetchImports(model, null).then(
      (list) => {
        if (!isOver) setImports(list)
      },
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [model])
  if (imports.length === 0) return null
  return (
    <section className="import-earlier" aria-label={t('earlier')}>
      <h3>{t('earlier')}</h3>
      <ul>
        {imports.slice(0, 3).map((state) => (
          <li key={state.run}>
            <Button
              variant="minimal"
              size="small"
              alignText="start"
              text={state.name}
              onClick={() => onWatch(state.run)}
            />
            <span className="import-hint">
              {(['created', 'updated', 'refused'] as const).map((kind) => `${t(kind)} ${state[kind]}`).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
