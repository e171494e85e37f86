/** What surrounds every page: the line on top, the first veil, notices, the offline notice. */
import { Outlet } from 'react-router-dom'
import { BlockLoader } from './SplashScreen.tsx'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Notices } from '../toasts/Toaster.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { ProgressLine } from './ProgressLine.tsx'
import { RouterPage } from '../page/RouterPage.tsx'

export function Root() {
  return (
    <div className="tw-root">
      <ProgressLine />
      <OfflineNotice />
      <div className="tw-root-page">
        <ErrorBoundary>
          <RouterPage>
            <Outlet />
          </RouterPage>
        </ErrorBoundary>
      </div>
      <Notices />
      <BlockLoader />
    </div>
  )
}
