import { useEffect, useEffectEvent, useState } from 'react'
import type { MailPreview, TableModel } from '../../../../protocol/index.ts'
import { isCancelled } from '../../../core/api/api-error.ts'
import type { WireRow } from '../../../fields/input-props.ts'
import { previewMail, type MailContent } from './calls.ts'

export interface PreviewState {
  /** The last one that arrived; null = none yet. */
  readonly value: MailPreview | null
  readonly isFailed: boolean
  readonly isLoading: boolean
  readonly reload: () => void
}

/** Milliseconds without typing after which the preview follows the note. */
const pauseMs = 400

/** The mail as the server would send it. The former one stays until the next arrives. */
export function useMailPreview(model: TableModel, row: WireRow, content: MailContent): PreviewState {
  const [value, setValue] = useState<MailPreview | null>(null)
  const [outcome, setOutcome] = useState<{ readonly request: string; readonly isFailed: boolean } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const request = JSON.stringify([content, row['version'], attempt])
  const start = useEffectEvent(() => previewMail(model, row, content))
  const isFirst = useEffectEvent(() => outcome === null)
  useEffect(() => {
    let isCurrent = true
    const load = async (): Promise<void> => {
      try {
        const preview = await start()
        if (!isCurrent) return
        setValue(preview)
        setOutcome({ request, isFailed: false })
      } catch (error) {
        if (isCurrent && !isCancelled(error)) setOutcome({ request, isFailed: true })
      }
    }
    const timer = setTimeout(() => void load(), isFirst() ? 0 : pauseMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [request])
  return {
    value,
    isFailed: outcome?.request === request && outcome.isFailed,
    isLoading: outcome?.request !== request,
    reload: () => setAttempt((count) => count + 1),
  }
}
