/** The logo and name of the site; links to the start page. */
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { session } from '../../core/auth/session.ts'
import { Mark } from '../../core/theme/Mark.tsx'
import { useWorkspace } from '../tabs/workspace.ts'

export function BrandLink({ isShort }: { readonly isShort: boolean }) {
  const { siteName } = useSnapshot(session).site
  const { lastLocationOf } = useWorkspace()
  return (
    <Link
      className="tw-brand"
      to={lastLocationOf('/admin/dashboard')}
      aria-label={isShort ? siteName : undefined}
      title={isShort ? siteName : undefined}
    >
      <Mark size={28} />
      {!isShort && <span>{siteName}</span>}
    </Link>
  )
}
