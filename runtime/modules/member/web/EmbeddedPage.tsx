/** A page of another site within ours. The browser says when the site does not allow it; nothing would be shown. */
import { AnchorButton } from '@blueprintjs/core'
import { Share } from '@blueprintjs/icons'
import { useEffect, useState } from 'react'
import { useT } from './texts.ts'

interface EmbeddedPageProps {
  readonly url: string
  readonly title: string
}

export function EmbeddedPage({ url, title }: EmbeddedPageProps) {
  const t = useT()
  const [blocked, setBlocked] = useState('')
  useEffect(() => {
    const mark = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
      // Of pages of other sites the browser names no more than the origin.
      if (effectiveDirective === 'frame-src' && url.startsWith(blockedURI)) setBlocked(url)
    }
    document.addEventListener('securitypolicyviolation', mark)
    return () => document.removeEventListener('securitypolicyviolation', mark)
  }, [url])
  if (blocked === url)
    return (
      <div className="tw-card member-blocked" role="status">
        <p>{t('embed-blocked')}</p>
        <AnchorButton icon={<Share />} text={t('embed-open')} href={url} target="_blank" rel="noopener noreferrer" />
      </div>
    )
  return <iframe className="member-iframe" src={url} title={title} sandbox="allow-forms allow-popups allow-scripts" />
}
