/** An embedded page of another site: only http and https, only origins the site allows, in a sandbox. */
import { Button } from '@blueprintjs/core'
import { Share } from '@blueprintjs/icons'
import { useSnapshot } from 'valtio'
import { session } from '../../core/auth/session.ts'
import { useAdminT } from '../admin/texts.ts'
import { Failure } from './Failure.tsx'
import { iframeUrl, isAllowedOrigin } from './iframe-url.ts'

/** Without top navigation an embedded page cannot replace ours. It keeps its own origin. */
const sandbox = 'allow-scripts allow-forms allow-same-origin allow-popups allow-downloads'

export function FramePage({ pathname }: { readonly pathname: string }) {
  const t = useAdminT()
  const { iframeOrigins } = useSnapshot(session).site
  const url = iframeUrl(pathname)
  if (url === null) return <Failure title={t('frame.refused')} text={t('frame.badAddress')} />
  if (!isAllowedOrigin(url, iframeOrigins, location.origin)) {
    return (
      <div className="tw-page-note">
        <h1>{t('frame.refused')}</h1>
        <p>{t('frame.notAllowed', { origin: url.origin })}</p>
        <div className="tw-page-note-actions">
          <Button
            icon={<Share />}
            text={t('frame.openOutside')}
            onClick={() => window.open(url.href, '_blank', 'noopener,noreferrer')}
          />
        </div>
      </div>
    )
  }
  return <iframe className="tw-frame" title={url.host} src={url.href} sandbox={sandbox} referrerPolicy="no-referrer" />
}
