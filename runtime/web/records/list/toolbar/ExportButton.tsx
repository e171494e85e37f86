import { Button } from '@blueprintjs/core'
import { Cross, Download } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import type { ListQuery } from '../../../../protocol/index.ts'
import { isCancelled, errorText } from '../../../core/api/api-error.ts'
import type { ExportRequest } from '../../../core/api/table.ts'
import { useLabel } from '../../../core/i18n/language.ts'
import { lazyComponent } from '../../../core/loading/lazy-component.tsx'
import { notify } from '../../../core/notify.ts'
import { exportName, sizeText } from './export.ts'
import { isWideWidth } from '../columns/available-width.ts'
import { useListData, useListLayout } from '../context/contexts.ts'
import { useT } from '../texts/index.ts'
import type { ExportDialogProps } from './ExportDialog.tsx'

const ExportDialog = lazyComponent<ExportDialogProps>(async () => (await import('./ExportDialog.tsx')).ExportDialog)

/** Asks what the file shall contain, and saves it. A press while it is saved gives up. */
export function ExportButton() {
  const { model, api, locale } = useListData()
  const { availableWidth } = useListLayout()
  const t = useT()
  const label = useLabel()
  const running = useRef<AbortController | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (query: Partial<ListQuery>, request: ExportRequest) => {
    const abort = new AbortController()
    running.current = abort
    setProgress(0)
    const name = exportName(label(model.label), locale.timeZone)
    try {
      await api.download(query, request, name, {
        quiet: true,
        signal: abort.signal,
        onProgress: (event) => setProgress(event.loaded),
      })
      notify({ tone: 'success', text: t('exportDone', { name: `${name}.${request.format}` }) })
    } catch (error) {
      if (!isCancelled(error))
        notify({
          tone: 'danger',
          text: t('exportFailed', { reason: errorText(error) }),
          action: { text: t('retry'), run: () => void start(query, request) },
        })
    } finally {
      setProgress(null)
    }
  }
  const isRunning = progress !== null
  const isWide = isWideWidth(availableWidth)
  const text = isRunning ? t('exporting', { size: sizeText(progress) }) : t('export')
  return (
    <>
      <Button
        icon={isRunning ? <Cross /> : <Download />}
        variant="minimal"
        aria-label={isRunning ? t('exportCancel') : text}
        text={isWide || isRunning ? text : undefined}
        data-tip={isRunning ? t('exportCancel') : isWide ? undefined : text}
        data-tip-below
        onClick={() => (isRunning ? running.current?.abort() : setOpen(true))}
      />
      {isOpen && (
        <ExportDialog onExport={(query, request) => void start(query, request)} onClosed={() => setOpen(false)} />
      )}
    </>
  )
}
