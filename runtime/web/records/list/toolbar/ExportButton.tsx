import { Button } from '@blueprintjs/core'
import { Cross, Download } from '@blueprintjs/icons'
import { useEffect, useRef, useState } from 'react'
import { isCancelled, errorText } from '../../../core/api/api-error.ts'
import { useLabel } from '../../../core/i18n/language.ts'
import { notify } from '../../../core/notify.ts'
import { exportName, sizeText } from './export.ts'
import { isWideWidth } from '../columns/available-width.ts'
import { useListData, useListLayout } from '../context/contexts.ts'
import { useT } from '../texts/index.ts'

/** Saves the list as it is filtered and sorted now, all pages of it, as CSV. A second press gives up. */
export function ExportButton() {
  const { model, api, query, locale } = useListData()
  const { availableWidth } = useListLayout()
  const t = useT()
  const label = useLabel()
  const running = useRef<AbortController | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    const abort = new AbortController()
    running.current = abort
    setProgress(0)
    const name = exportName(label(model.label), locale.timeZone)
    try {
      await api.download(query, 'csv', name, {
        quiet: true,
        signal: abort.signal,
        onProgress: (event) => setProgress(event.loaded),
      })
      notify({ tone: 'success', text: t('exportDone', { name: `${name}.csv` }) })
    } catch (error) {
      if (!isCancelled(error))
        notify({
          tone: 'danger',
          text: t('exportFailed', { reason: errorText(error) }),
          action: { text: t('retry'), run: () => void start() },
        })
    } finally {
      setProgress(null)
    }
  }
  const isRunning = progress !== null
  const isWide = isWideWidth(availableWidth)
  const text = isRunning ? t('exporting', { size: sizeText(progress) }) : t('export')
  return (
    <Button
      icon={isRunning ? <Cross /> : <Download />}
      variant="minimal"
      aria-label={isRunning ? t('exportCancel') : text}
      text={isWide || isRunning ? text : undefined}
      data-tip={isRunning ? t('exportCancel') : isWide ? undefined : text}
      data-tip-below
      onClick={() => (isRunning ? running.current?.abort() : void start())}
    />
  )
}
