import { Button } from '@blueprintjs/core'
import { Duplicate, Tick } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { notifyError } from '../../../core/notify.ts'
import { useT } from '../texts.ts'

/** Copies a text. Where the browser forbids it, a message says that it has to be selected by hand. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const t = useT()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 3000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      notifyError(t('copy-failed'))
    }
  }
  return (
    <>
      <Button
        variant="outlined"
        size="small"
        icon={isCopied ? <Tick /> : <Duplicate />}
        text={label}
        onClick={() => void copy()}
      />
      <span role="status" className="tw-visually-hidden">
        {isCopied && t('copied')}
      </span>
    </>
  )
}
